export { defineHostConfig } from './host-config.ts';
export { defineRemoteConfig } from './remote-config.ts';
