import { z } from 'zod';

export const roles = ['admin', 'teacher', 'student'] as const;
export const roleSchema = z.enum(roles);
export type Role = (typeof roles)[number];

/** The roles that may use the console. */
export const staffRoles = ['admin', 'teacher'] as const satisfies readonly Role[];

/** Most main lessons that a teacher can be limited to: they are named in the session's token. */
export const maxMainLessonsOfTeacher = 50;

/** What an admin has taken from a teacher. Who has none of this may publish everything. */
export const rightsSchema = z.object({
  /** False: may not change what learners see, and asks for a review instead. */
  canPublish: z.boolean(),
  /** The main lessons outside which nothing may be changed; null for no limit. */
  mainLessonIds: z
    .array(z.number().int().positive())
    .min(1, 'Choose at least one main lesson')
    .max(maxMainLessonsOfTeacher, `Choose at most ${maxMainLessonsOfTeacher} main lessons`)
    .nullable(),
});
export type Rights = z.infer<typeof rightsSchema>;

const learnerSchema = z.object({
  userId: z.number().int(),
  email: z.string(),
  /** Id and expiry of the token; a gateway of an earlier version does not send them. */
  sessionId: z.string().optional(),
  sessionExpiresAt: z.number().int().optional(),
});
/** The learner signed in to an external app. */
export type Learner = z.infer<typeof learnerSchema>;

/**
 * What an API key may be used for: `read` covers every call that has no other scope,
 * `submit` scores quizzes and takes progress, `orders` creates orders. An endpoint names its scope.
 */
export const apiKeyScopes = ['read', 'submit', 'orders'] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];

/**
 * The caller as identified by the gateway, carried by the internal token.
 * - `session`: a user signed in to the console
 * - `apiKey`: an external app; `learner` when the request also has a learner's token
 * - `learner`: a learner's token alone, for the access `adminOrLearner`
 * - `public`: an anonymous caller
 * - `gateway`: the gateway itself, for example to check a session
 */
export const principalSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('public') }),
  z.object({ kind: z.literal('gateway') }),
  z.object({
    kind: z.literal('session'),
    userId: z.number().int(),
    role: roleSchema,
    /** Id and expiry (epoch seconds) of the session token, so that signing out revokes exactly this token. */
    sessionId: z.string(),
    sessionExpiresAt: z.number().int(),
    /** When the user last proved who it is (epoch seconds); a gateway of an earlier version does not send it. */
    provedAt: z.number().int().optional(),
    /** Absent for who may publish everything. */
    rights: rightsSchema.optional(),
  }),
  z.object({ kind: z.literal('apiKey'), apiKeyId: z.number().int(), learner: learnerSchema.optional() }),
  z.object({ kind: z.literal('learner'), learner: learnerSchema }),
]);
export type Principal = z.infer<typeof principalSchema>;

/** Claims of the internal token (Ed25519): issuer `gateway`, audience the service's name, lifetime at most 60 s. */
export const internalTokenOptions = { issuer: 'gateway', maxAgeSeconds: 60, lifetimeSeconds: 30 } as const;

/** Claims of the console's session token. */
export const sessionTokenOptions = {
  issuer: 'khmer-learning',
  audience: 'console',
  lifetimeSeconds: 12 * 60 * 60,
  cookie: 'session',
  secureCookie: '__Host-session',
} as const;

/** For how long the proof of a session counts as recent. */
export const proofLifetimeSeconds = 10 * 60;

/** Cookie of a browser that has signed in before: failed attempts are counted separately. It does not authenticate. */
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
  lifetimeSeconds: 60 * 60,
} as const;

/** A refresh token ends when it was not used for this long. */
export const refreshTokenLifetimeSeconds = 30 * 24 * 60 * 60;

/** Claims of a session or learner token besides the registered ones. The users service signs them with HS256. */
export const userTokenClaimsSchema = z.object({
  /** The user's id as text: `sub` is a string (RFC 7519). */
  sub: z.string().regex(/^\d+$/),
  jti: z.string().min(1),
  role: roleSchema,
  email: z.string(),
  /** Absent for who may publish everything. A change ends the sessions. */
  rights: rightsSchema.optional(),
  /** When the user last proved who it is, by signing in or again (epoch seconds). Only in sessions of the console. */
  provedAt: z.number().int().optional(),
  /** Incremented to end all of the user's sessions; tokens with a lower epoch are invalid. */
  epoch: z.number().int(),
  iat: z.number().int(),
  exp: z.number().int(),
});
export type UserTokenClaims = z.infer<typeof userTokenClaimsSchema>;
