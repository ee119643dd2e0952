// API of @khmer-learning/remote-build/vite. Contract 3.6.0. Written by npm run api-report.

// vite.ts
export declare function defineViteRemote(options: {
    readonly manifest: RemoteManifestSource;
}): UserConfig;
import type { RemoteManifestSource } from '@khmer-learning/console-sdk/manifest';
import type { UserConfig } from 'vite';
