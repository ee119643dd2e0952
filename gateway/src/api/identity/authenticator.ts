import {
  type Endpoint,
  headerNames,
  type Learner,
  learnerTokenOptions,
  messages,
  type Principal,
  secondFactorMessages,
  sessionTokenOptions,
  specificErrorCodes,
  type UserTokenClaims,
} from '@khmer-learning/contracts';
import { ApiError } from '@khmer-learning/service-kit';
import type { FastifyRequest } from 'fastify';
import { classifyOrigin, hasFormContentType, isUnsafeMethod } from '../../http/classify-origin.ts';
import { parseCookie } from '../../http/parse-cookie.ts';
import type { HeaderWriter } from '../../http/response-headers.ts';
import type { ActiveApiKey, ApiKeyResolver } from './api-key-resolver.ts';
import {
  addRateLimitHeaders,
  addressGroupOf,
  type NamedRateLimit,
  type RateLimiter,
} from './rate-limiter.ts';
import { createUserTokenVerifier, hasExpired, type TokenValidator } from './user-token-verifier.ts';

/** What authentication reads of a call, and where it says who calls: a Fastify request, or one of the fast path. */
export type AuthenticatedRequest = Pick<FastifyRequest, 'method' | 'headers' | 'ip' | 'namedPrincipal'>;

/**
 * Authenticates the caller of an endpoint. Without a promise for an app whose key and learner are known: each one would
 * cost such calls, which are the most frequent, several per cent.
 *
 * @throws ApiError 401, 403, 409 (`other_user`), 429, 503, or rejects with it
 */
export type Authenticator = (
  endpoint: Endpoint,
  request: AuthenticatedRequest,
  reply: HeaderWriter,
) => Principal | Promise<Principal>;

/** Creates the authenticator. */
export function createAuthenticator(options: {
  readonly secrets: readonly string[];
  /** The public origin of the console. With https the session cookie has the `__Host-` prefix. */
  readonly publicOrigin: string | undefined;
  readonly tokenValidator: TokenValidator;
  readonly apiKeys: ApiKeyResolver;
  readonly keyLimiter: RateLimiter<number>;
  readonly callerLimiter: RateLimiter<string>;
  /** Calls per minute of a key without a quota of its own. */
  readonly defaultKeyQuota: number;
  /** Calls per minute and key of one learner, or of one address without a learner's token. */
  readonly callerQuota: number;
}): Authenticator {
  const { secrets, publicOrigin, tokenValidator, apiKeys, keyLimiter, callerLimiter } = options;
  const verifySession = createUserTokenVerifier(secrets, sessionTokenOptions);
  const verifyLearner = createUserTokenVerifier(secrets, learnerTokenOptions, { acceptExpired: true });
  const cookieName = publicOrigin?.startsWith('https:')
    ? sessionTokenOptions.secureCookie
    : sessionTokenOptions.cookie;

  async function verifySessionCookie(request: AuthenticatedRequest): Promise<UserTokenClaims | undefined> {
    const token = parseCookie(request.headers.cookie, cookieName);
    const claims = token === undefined ? undefined : verifySession(token);
    if (claims) request.namedPrincipal = sessionPrincipal(claims);
    return claims && (await tokenValidator.isActive(claims)) ? claims : undefined;
  }

  /**
   * Authenticates a console session, or anybody if the endpoint is public. Nobody who is signed in is taken for a stranger there: a
   * session that cannot be checked is refused, and so is a call whose page believes in a session that has ended.
   */
  async function authenticateSession(endpoint: Endpoint, request: AuthenticatedRequest): Promise<Principal> {
    const unsafe = isUnsafeMethod(request.method);
    const requestOrigin = unsafe ? classifyOrigin(request.headers, publicOrigin) : 'ours';
    if (requestOrigin === 'foreign') throw crossSiteError();
    const expectedUserId = request.headers[headerNames.sessionUser];
    const session = await verifySessionCookie(request);
    if (!session) {
      if (endpoint.access === 'public' && expectedUserId === undefined) return { kind: 'public' };
      throw new ApiError(401, messages.auth.unauthenticated);
    }
    // CSRF protection: browsers send the cookie automatically, so the request must verifiably come from our own page.
    if (unsafe && (requestOrigin !== 'ours' || hasFormContentType(request.headers))) throw crossSiteError();
    if (expectedUserId !== undefined && expectedUserId !== session.sub)
      throw new ApiError(409, messages.auth.otherUser, { code: specificErrorCodes.otherUser });
    if (!endpoint.withoutSecondFactor && (await tokenValidator.lacksSecondFactor(session))) {
      // Of who lacks it, a public endpoint takes what it takes of a stranger.
      if (endpoint.access === 'public') return { kind: 'public' };
      const code = specificErrorCodes.secondFactorMissing;
      throw new ApiError(403, secondFactorMessages.missing, { code });
    }
    if (!hasAccess(endpoint, session)) throw new ApiError(403, messages.auth.forbidden);
    if (endpoint.permission === 'publish' && session.rights?.canPublish === false)
      throw new ApiError(403, messages.auth.mayNotPublish);
    return sessionPrincipal(session);
  }

  /**
   * The claims of the learner's token, which may be revoked; undefined without a validly signed one. An expired token
   * still names the learner whose calls are counted.
   */
  function readLearnerClaims({ headers }: AuthenticatedRequest): UserTokenClaims | undefined {
    const token = bearerTokenOf(headers.authorization);
    return token === undefined ? undefined : verifyLearner(token);
  }

  /**
   * Authenticates the learner of a token. A read that needs no learner is answered as a guest's when the token has
   * expired, with `X-Token: expired`. A forged or revoked token is refused.
   */
  function authenticateLearner(
    endpoint: Endpoint,
    claims: UserTokenClaims | undefined,
    request: AuthenticatedRequest,
    reply: HeaderWriter,
  ): Learner | undefined | Promise<Learner | undefined> {
    const canBeGuest = endpoint.access === 'apiKey' && !isUnsafeMethod(request.method);
    const isExpired = claims !== undefined && hasExpired(claims, learnerTokenOptions);
    if (!claims || (isExpired && !canBeGuest)) throw new ApiError(401, messages.auth.unauthenticated);
    return mapMaybePromise(tokenValidator.isActive(claims), (isActive) => {
      if (!isActive) throw new ApiError(401, messages.auth.unauthenticated);
      if (isExpired) {
        reply.header(headerNames.token, 'expired');
        return undefined;
      }
      const { sub, email, jti: sessionId, exp: sessionExpiresAt } = claims;
      return { userId: Number(sub), email, sessionId, sessionExpiresAt };
    });
  }

  /**
   * Counts a call for its learner or client address, and then for its key. A call beyond the first limit is not counted
   * for the key, so that one install of an app cannot spend the quota of all.
   */
  function enforceRateLimits(
    { id, quotaPerMinute }: ActiveApiKey,
    claims: UserTokenClaims | undefined,
    request: AuthenticatedRequest,
    reply: HeaderWriter,
  ): void {
    const callerId = `${id} ${claims ? `learner ${claims.sub}` : addressGroupOf(request.ip)}`;
    const caller: NamedRateLimit = {
      name: claims ? 'learner' : 'address',
      perMinute: options.callerQuota,
      result: callerLimiter.consume(callerId, options.callerQuota),
    };
    const keyQuota = quotaPerMinute ?? options.defaultKeyQuota;
    const key: NamedRateLimit = {
      name: 'key',
      perMinute: keyQuota,
      result: caller.result.allowed ? keyLimiter.consume(id, keyQuota) : keyLimiter.peek(id, keyQuota),
    };
    addRateLimitHeaders(reply, key, caller);
    const exceeded = [caller, key].find(({ result }) => !result.allowed);
    if (exceeded) throw new ApiError(429, 'Too many requests', { retryAfter: exceeded.result.resetSeconds });
  }

  /** Refuses calls that the key does not cover, and writes from pages of origins that it does not name. */
  function enforceKeyRights(
    { scopes, origins }: ActiveApiKey,
    endpoint: Endpoint,
    request: AuthenticatedRequest,
  ) {
    if (!scopes.includes(endpoint.scope ?? 'read'))
      throw new ApiError(403, messages.auth.missingScope, { code: specificErrorCodes.missingScope });
    if (!isUnsafeMethod(request.method) || classifyOrigin(request.headers, publicOrigin) !== 'foreign')
      return;
    if (!origins.includes(request.headers.origin ?? ''))
      throw new ApiError(403, messages.auth.originNotAllowed, { code: specificErrorCodes.originNotAllowed });
  }

  /** Authenticates an external app by its API key, and a learner if there is a token. */
  function authenticateApiKey(
    endpoint: Endpoint,
    request: AuthenticatedRequest,
    reply: HeaderWriter,
  ): Principal | Promise<Principal> {
    const text = request.headers[headerNames.apiKey];
    const key = typeof text === 'string' ? apiKeys.resolve(text) : undefined;
    return mapMaybePromise(key, (found) => authenticateWithKey(found, endpoint, request, reply));
  }

  function authenticateWithKey(
    key: ActiveApiKey | undefined,
    endpoint: Endpoint,
    request: AuthenticatedRequest,
    reply: HeaderWriter,
  ): Principal | Promise<Principal> {
    if (!key) throw new ApiError(401, messages.auth.badApiKey);
    const apiKeyId = key.id;
    const app: Principal = { kind: 'apiKey', apiKeyId };
    request.namedPrincipal = app;
    const claims = readLearnerClaims(request);
    enforceRateLimits(key, claims, request, reply);
    enforceKeyRights(key, endpoint, request);
    const principalOf = (learner: Learner | undefined): Principal => {
      if (endpoint.access === 'learner' && !learner) throw new ApiError(401, messages.auth.unauthenticated);
      return learner ? { kind: 'apiKey', apiKeyId, learner } : app;
    };
    return request.headers.authorization === undefined
      ? principalOf(undefined)
      : mapMaybePromise(authenticateLearner(endpoint, claims, request, reply), principalOf);
  }

  /** Authenticates a learner by the token alone. A browser cannot be made to send it, so the origin is not checked. */
  async function authenticateLearnerAlone(
    endpoint: Endpoint,
    request: AuthenticatedRequest,
    reply: HeaderWriter,
  ): Promise<Principal | undefined> {
    if (bearerTokenOf(request.headers.authorization) === undefined) return undefined;
    const learner = await authenticateLearner(endpoint, readLearnerClaims(request), request, reply);
    if (!learner) return undefined;
    request.namedPrincipal = { kind: 'learner', learner };
    return request.namedPrincipal;
  }

  async function authenticateAdminOrLearner(
    endpoint: Endpoint,
    request: AuthenticatedRequest,
    reply: HeaderWriter,
  ): Promise<Principal> {
    return (
      (await authenticateLearnerAlone(endpoint, request, reply)) ?? authenticateSession(endpoint, request)
    );
  }

  return (endpoint, request, reply) => {
    if (endpoint.access === 'apiKey' || endpoint.access === 'learner')
      return authenticateApiKey(endpoint, request, reply);
    return endpoint.access === 'adminOrLearner'
      ? authenticateAdminOrLearner(endpoint, request, reply)
      : authenticateSession(endpoint, request);
  };
}

/** Calls `map` with a value when it is there: at once, unless it is a promise. */
function mapMaybePromise<T, R>(value: T | Promise<T>, map: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(map) : map(value);
}

const bearerPattern = /^Bearer +(?=\S)/i;

/** The text after `Bearer`; undefined without one. */
function bearerTokenOf(authorization = ''): string | undefined {
  const prefix = bearerPattern.exec(authorization)?.[0];
  return prefix === undefined ? undefined : authorization.slice(prefix.length);
}

/** A token of before proofs were dated has no recent one. */
function sessionPrincipal({ sub, role, jti, exp, rights, provedAt = 0 }: UserTokenClaims): Principal {
  const session = { sessionId: jti, sessionExpiresAt: exp, provedAt, rights };
  return { kind: 'session', userId: Number(sub), role, ...session };
}

function crossSiteError(): ApiError {
  return new ApiError(403, 'This request did not come from the console');
}

function hasAccess({ access }: Endpoint, { role }: UserTokenClaims): boolean {
  if (access === 'public') return true;
  return role === 'admin' || (access === 'session' && role === 'teacher');
}
