import { z } from 'zod';

export const roles = ['admin', 'teacher', 'student'] as const;
export const roleSchema = z.enum(roles);
export type Role = (typeof roles)[number];

/**
 * Who the gateway says is calling, carried by the internal token.
 * - `session`: a person signed in to the console
 * - `apiKey`: an external app; `learner` when its request also carries a learner's token
 * - `public`: nobody in particular
 * - `gateway`: the gateway on its own behalf (is this session still good?)
 */
export const principalSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('public') }),
  z.object({ kind: z.literal('gateway') }),
  z.object({
    kind: z.literal('session'),
    userId: z.number().int(),
    role: roleSchema,
    /** The session token's id and end (epoch seconds), so that sign-out can revoke exactly it. */
    sessionId: z.string(),
    sessionExpiresAt: z.number().int(),
  }),
  z.object({
    kind: z.literal('apiKey'),
    apiKeyId: z.number().int(),
    learner: z
      .object({
        userId: z.number().int(),
        email: z.string(),
        /** The token's id and end, as of a session; a gateway of an earlier version does not tell them. */
        sessionId: z.string().optional(),
        sessionExpiresAt: z.number().int().optional(),
      })
      .optional(),
  }),
]);
export type Principal = z.infer<typeof principalSchema>;
/** Who is signed in to an external app. */
export type Learner = NonNullable<Extract<Principal, { kind: 'apiKey' }>['learner']>;

/** Claims of the internal token (HS256): issuer `gateway`, audience the service's name, at most 60 s. */
export const internalTokenOptions = { issuer: 'gateway', maxAgeSeconds: 60, lifetimeSeconds: 30 } as const;

/** Claims of the console's session token. */
export const sessionTokenOptions = {
  issuer: 'khmer-learning',
  audience: 'console',
  lifetimeSeconds: 12 * 60 * 60,
  cookie: 'session',
  secureCookie: '__Host-session',
} as const;

/** The cookie of a browser that has signed in before: its wrong tries are counted apart. It lets nobody in. */
export const trustedBrowserTokenOptions = {
  issuer: 'khmer-learning',
  audience: 'trusted-browser',
  lifetimeSeconds: 90 * 24 * 60 * 60,
  cookie: 'trusted-browser',
  secureCookie: '__Host-trusted-browser',
} as const;

/** Claims of a learner's Bearer token for `/api/v1`. */
export const learnerTokenOptions = {
  issuer: 'khmer-learning',
  audience: 'learner',
  lifetimeSeconds: 30 * 24 * 60 * 60,
} as const;

/** What a session or learner token says, beside the registered claims. Signed HS256 by the users service. */
export const userTokenClaimsSchema = z.object({
  /** The user's id, as text: JWT's `sub` (RFC 7519) is a string. */
  sub: z.string().regex(/^\d+$/),
  jti: z.string().min(1),
  role: roleSchema,
  email: z.string(),
  /** Grows when all of the user's sessions end; a token with a lower one is dead. */
  epoch: z.number().int(),
  iat: z.number().int(),
  exp: z.number().int(),
});
export type UserTokenClaims = z.infer<typeof userTokenClaimsSchema>;
