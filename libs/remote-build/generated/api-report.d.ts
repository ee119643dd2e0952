// API of @khmer-learning/remote-build. Contract 2.3.0. Written by npm run api-report.

// bundle-budget-plugin.ts
export interface BundleBudget {
    readonly name: string;
    readonly chunks: readonly string[];
    readonly maxKilobytes: number;
}

// common-config.ts
export type BuildMode = 'development' | 'production';

// host-config.ts
export declare function defineHostConfig(options: HostConfigOptions): (appFolder: string, mode: BuildMode) => Configuration;
export interface HostConfigOptions {
    readonly budgets?: readonly BundleBudget[];
}
import type { BuildMode } from './common-config.ts';
import type { BundleBudget } from './bundle-budget-plugin.ts';
import type { Configuration } from 'webpack';

// index.ts
export { defineHostConfig } from './host-config.ts';
export { defineRemoteConfig } from './remote-config.ts';

// remote-config.ts
export declare function defineRemoteConfig(options: RemoteConfigOptions): (appFolder: string, mode: BuildMode) => Configuration;
export interface RemoteConfigOptions {
    readonly manifest: RemoteManifestSource;
    readonly budgets?: readonly BundleBudget[];
}
import type { BuildMode } from './common-config.ts';
import type { BundleBudget } from './bundle-budget-plugin.ts';
import type { Configuration } from 'webpack';
import type { RemoteManifestSource } from '@khmer-learning/console-sdk/manifest';
