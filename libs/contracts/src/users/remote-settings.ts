import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';

/** Limits of what a remote keeps for a user. */
export const remoteSettingsLimits = {
  /** Of the settings as JSON, in UTF-8. */
  bytes: 16 * 1024,
  remotesPerUser: 30,
} as const;

export const remoteSettingsMessages = {
  tooLarge: `Settings may have at most ${remoteSettingsLimits.bytes / 1024} KB`,
  changed: 'These settings were changed in another tab or browser',
  tooMany: `You have settings of ${remoteSettingsLimits.remotesPerUser} remotes: there is no room for another one`,
} as const;

function isSmall(settings: object): boolean {
  try {
    return new TextEncoder().encode(JSON.stringify(settings)).length <= remoteSettingsLimits.bytes;
  } catch {
    // Nested too deeply.
    return false;
  }
}

const settings = z.record(z.string(), z.unknown());
const answer = z.object({
  /** Empty before they were stored. */
  settings,
  /** 0 before they were stored; sent back as `If-Match`. */
  version: z.number().int(),
});
/** What a remote keeps for a user. */
export type RemoteSettings = z.infer<typeof answer>;

const shared = {
  service: 'users',
  path: '/api/users/me/settings/:remote',
  access: 'session',
  params: z.object({ remote: z.string().regex(/^[a-z][a-z0-9-]{0,99}$/, 'Invalid remote') }),
  response: answer,
} as const;

/** What a remote keeps for the signed-in user. */
export const remoteSettings = {
  get: endpoint({
    ...shared,
    id: 'remoteSettings.get',
    method: 'GET',
    summary: 'The own settings of a remote',
  }),
  /** Replaces them. With `If-Match`, a change that another tab has made meanwhile is not overwritten. */
  put: endpoint({
    ...shared,
    id: 'remoteSettings.put',
    method: 'PUT',
    summary: 'Keep the own settings of a remote',
    // JSON may write a character in six bytes.
    bodyLimit: 6 * remoteSettingsLimits.bytes,
    body: settings.refine(isSmall, remoteSettingsMessages.tooLarge),
  }),
};
