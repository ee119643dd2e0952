import { z } from 'zod';
import { endpoint, type HttpMethod } from './endpoint.ts';
import { staffRoles } from './identity.ts';

/** The claims of the token with which the gateway calls a remote's own backend: a JWT, signed by EdDSA (Ed25519) with a `kid`. */
export const remoteTokenOptions = { issuer: 'khmer-learning-console', lifetimeSeconds: 30 } as const;

/** The `aud` of the tokens for one remote's backend. */
export const remoteTokenAudience = (remote: string): string => `remote:${remote}`;

/** The claims. Who the user is comes from here alone. */
export const remoteTokenClaimsSchema = z.object({
  iss: z.literal(remoteTokenOptions.issuer),
  aud: z.string(),
  /** The user's id as text (RFC 7519). */
  sub: z.string().regex(/^\d+$/),
  role: z.enum(staffRoles),
  /** Absent while it is not known. */
  name: z.string().optional(),
  iat: z.number().int(),
  exp: z.number().int(),
});
export type RemoteTokenClaims = z.infer<typeof remoteTokenClaimsSchema>;

/** Where the gateway publishes the public keys of these tokens (RFC 7517), by `kid`: during a rotation the next one too. */
export const remoteTokenKeysPath = '/.well-known/jwks.json';

/** Limits of the calls to the backend of one remote. */
export const remoteApiLimits = {
  responseBytes: 5 * 1024 * 1024,
  /** Until the response begins. */
  timeoutMs: 10_000,
  /** Until it has ended, also for a caller who reads slowly. */
  wholeCallMs: 60_000,
  /** At each gateway. */
  callsAtOnce: 20,
  /** Of one user, at each gateway. */
  callsPerMinute: 300,
} as const;

/** Calls the own backend of a remote, for the roles in its manifest. What it takes and answers is the remote's own. */
const remoteCall = <const Method extends HttpMethod>(method: Method) =>
  endpoint({
    id: `remoteApi.${method}`,
    service: 'gateway',
    method,
    path: '/api/remotes/:remote/*',
    access: 'session',
    summary: 'Call the own backend of a remote',
    params: z.object({ remote: z.string().max(100), '*': z.string() }),
    response: z.unknown(),
    responseTimeoutMs: remoteApiLimits.timeoutMs,
  });

export const remoteApi = {
  GET: remoteCall('GET'),
  POST: remoteCall('POST'),
  PUT: remoteCall('PUT'),
  PATCH: remoteCall('PATCH'),
  DELETE: remoteCall('DELETE'),
};
