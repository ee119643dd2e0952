export type { Budget } from './budget-plugin.ts';
export { defineHostConfig, type HostOptions } from './host-config.ts';
export { defineRemoteConfig, type RemoteOptions } from './remote-config.ts';
