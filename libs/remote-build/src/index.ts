export type { BundleBudget } from './bundle-budget-plugin.ts';
export { defineHostConfig, type HostConfigOptions } from './host-config.ts';
export { defineRemoteConfig, type RemoteConfigOptions } from './remote-config.ts';
