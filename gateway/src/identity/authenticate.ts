import {
  type Endpoint,
  specificErrorCodes,
  headerNames,
  type Learner,
  learnerTokenOptions,
  messages,
  type Principal,
  sessionTokenOptions,
  type UserTokenClaims,
} from '@khmer-learning/contracts';
import { ApiError } from '@khmer-learning/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isFormBody, isUnsafe, provenanceOf } from '../http/origin-rule.ts';
import type { ApiKeys } from './api-keys.ts';
import { cookieValue } from './cookie.ts';
import type { KeyUsage } from './key-usage.ts';
import { type RateLimit, rateLimitHeader } from './rate-limit.ts';
import type { TokenGuard } from './token-guard.ts';
import { userTokenVerifier } from './user-tokens.ts';

export interface AuthenticateOptions {
  readonly secrets: readonly string[];
  /** Where people reach the console; over https the session cookie has its strict name. */
  readonly publicOrigin: string | undefined;
  readonly guard: TokenGuard;
  readonly keys: ApiKeys;
  readonly usage: Pick<KeyUsage, 'note'>;
  readonly rateLimit: RateLimit;
}

/** Says who is calling an endpoint, or throws why they may not: 401, 403, 429, 503. */
export type Authenticate = (
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Principal>;

export function createAuthenticate(options: AuthenticateOptions): Authenticate {
  const { secrets, publicOrigin, guard, keys, usage, rateLimit } = options;
  const verifySession = userTokenVerifier(secrets, sessionTokenOptions);
  const verifyLearner = userTokenVerifier(secrets, learnerTokenOptions);
  const cookieName = publicOrigin?.startsWith('https:') ? sessionTokenOptions.secureCookie : sessionTokenOptions.cookie;

  async function sessionOf(request: FastifyRequest): Promise<UserTokenClaims | undefined> {
    const token = cookieValue(request.headers.cookie, cookieName);
    const claims = token === undefined ? undefined : verifySession(token);
    if (claims) request.namedPrincipal = sessionPrincipal(claims);
    return claims && (await guard.isAlive(claims)) ? claims : undefined;
  }

  /** Somebody signed in to the console, or anybody where that is allowed. */
  async function person(endpoint: Endpoint, request: FastifyRequest): Promise<Principal> {
    const unsafe = isUnsafe(request.method);
    const provenance = unsafe ? provenanceOf(request.headers, publicOrigin) : 'ours';
    if (provenance === 'foreign') throw foreign();
    const isPublic = endpoint.access === 'public';
    // Where nobody needs to be signed in, a session that nobody can judge is as good as none.
    const session = await (isPublic ? sessionOf(request).catch(() => undefined) : sessionOf(request));
    if (!session) {
      if (isPublic) return { kind: 'public' };
      throw new ApiError(401, messages.auth.unauthenticated);
    }
    // A cookie comes along by itself: that our own page sent the request has to be certain.
    if (unsafe && (provenance !== 'ours' || isFormBody(request.headers))) throw foreign();
    const believed = request.headers[headerNames.sessionUser];
    if (believed !== undefined && believed !== session.sub)
      throw new ApiError(409, messages.auth.otherUser, { code: specificErrorCodes.otherUser });
    if (!mayCall(endpoint, session)) throw new ApiError(403, messages.auth.forbidden);
    return sessionPrincipal(session);
  }

  async function learnerOf(request: FastifyRequest): Promise<Learner | undefined> {
    const { authorization } = request.headers;
    if (authorization === undefined) return undefined;
    const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    const claims = token === undefined ? undefined : verifyLearner(token);
    if (!claims || !(await guard.isAlive(claims))) throw new ApiError(401, messages.auth.unauthenticated);
    const { sub, email, jti: sessionId, exp: sessionExpiresAt } = claims;
    return { userId: Number(sub), email, sessionId, sessionExpiresAt };
  }

  /** An external app, perhaps with a learner. */
  async function app(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<Principal> {
    const key = request.headers[headerNames.apiKey];
    const apiKeyId = typeof key === 'string' ? await keys.idOf(key) : undefined;
    if (apiKeyId === undefined) throw new ApiError(401, messages.auth.badApiKey);
    request.namedPrincipal = { kind: 'apiKey', apiKeyId };
    const allowance = rateLimit.take(apiKeyId);
    reply.header('ratelimit-policy', rateLimit.policy).header('ratelimit', rateLimitHeader(allowance));
    if (!allowance.allowed)
      throw new ApiError(429, 'Too many requests', { retryAfter: allowance.resetSeconds });
    usage.note(apiKeyId);
    const learner = await learnerOf(request);
    if (endpoint.access === 'learner' && !learner) throw new ApiError(401, messages.auth.unauthenticated);
    return learner ? { kind: 'apiKey', apiKeyId, learner } : { kind: 'apiKey', apiKeyId };
  }

  return (endpoint, request, reply) =>
    endpoint.access === 'apiKey' || endpoint.access === 'learner'
      ? app(endpoint, request, reply)
      : person(endpoint, request);
}

function sessionPrincipal({ sub, role, jti, exp }: UserTokenClaims): Principal {
  return { kind: 'session', userId: Number(sub), role, sessionId: jti, sessionExpiresAt: exp };
}

function foreign(): ApiError {
  return new ApiError(403, 'This request did not come from the console');
}

function mayCall({ access }: Endpoint, { role }: UserTokenClaims): boolean {
  if (access === 'public') return true;
  return role === 'admin' || (access === 'session' && role === 'teacher');
}
