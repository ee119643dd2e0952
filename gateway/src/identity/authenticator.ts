import {
  type Endpoint,
  headerNames,
  type Learner,
  learnerTokenOptions,
  messages,
  type Principal,
  sessionTokenOptions,
  specificErrorCodes,
  type UserTokenClaims,
} from '@khmer-learning/contracts';
import { ApiError } from '@khmer-learning/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { classifyOrigin, hasFormContentType, isUnsafeMethod } from '../http/classify-origin.ts';
import type { ApiKeyResolver } from './api-key-resolver.ts';
import type { ApiKeyUsageReporter } from './api-key-usage-reporter.ts';
import { parseCookie } from './parse-cookie.ts';
import { formatRateLimitHeader, type RateLimiter } from './rate-limiter.ts';
import type { TokenValidator } from './token-validator.ts';
import { createUserTokenVerifier } from './user-token-verifier.ts';

export interface AuthenticatorOptions {
  readonly secrets: readonly string[];
  /** The public origin of the console. With https the session cookie has the `__Host-` prefix. */
  readonly publicOrigin: string | undefined;
  readonly tokenValidator: TokenValidator;
  readonly apiKeys: ApiKeyResolver;
  readonly apiKeyUsage: Pick<ApiKeyUsageReporter, 'recordUse'>;
  readonly rateLimiter: RateLimiter;
}

/** Authenticates the caller of an endpoint. @throws ApiError 401, 403, 409 (`other_user`), 429, 503 */
export type Authenticator = (
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Principal>;

/** Creates the authenticator. */
export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { secrets, publicOrigin, tokenValidator, apiKeys, apiKeyUsage, rateLimiter } = options;
  const verifySession = createUserTokenVerifier(secrets, sessionTokenOptions);
  const verifyLearner = createUserTokenVerifier(secrets, learnerTokenOptions);
  const cookieName = publicOrigin?.startsWith('https:')
    ? sessionTokenOptions.secureCookie
    : sessionTokenOptions.cookie;

  async function verifySessionCookie(request: FastifyRequest): Promise<UserTokenClaims | undefined> {
    const token = parseCookie(request.headers.cookie, cookieName);
    const claims = token === undefined ? undefined : verifySession(token);
    if (claims) request.namedPrincipal = sessionPrincipal(claims);
    return claims && (await tokenValidator.isActive(claims)) ? claims : undefined;
  }

  /** Authenticates a console session, or anybody if the endpoint is public. */
  async function authenticateSession(endpoint: Endpoint, request: FastifyRequest): Promise<Principal> {
    const unsafe = isUnsafeMethod(request.method);
    const requestOrigin = unsafe ? classifyOrigin(request.headers, publicOrigin) : 'ours';
    if (requestOrigin === 'foreign') throw crossSiteError();
    const isPublic = endpoint.access === 'public';
    // A public endpoint ignores a session that cannot be validated.
    const session = await (isPublic
      ? verifySessionCookie(request).catch(() => undefined)
      : verifySessionCookie(request));
    if (!session) {
      if (isPublic) return { kind: 'public' };
      throw new ApiError(401, messages.auth.unauthenticated);
    }
    // CSRF protection: browsers send the cookie automatically, so the request must verifiably come from our own page.
    if (unsafe && (requestOrigin !== 'ours' || hasFormContentType(request.headers))) throw crossSiteError();
    const expectedUserId = request.headers[headerNames.sessionUser];
    if (expectedUserId !== undefined && expectedUserId !== session.sub)
      throw new ApiError(409, messages.auth.otherUser, { code: specificErrorCodes.otherUser });
    if (!hasAccess(endpoint, session)) throw new ApiError(403, messages.auth.forbidden);
    return sessionPrincipal(session);
  }

  async function authenticateLearner(request: FastifyRequest): Promise<Learner | undefined> {
    const { authorization } = request.headers;
    if (authorization === undefined) return undefined;
    const token = bearerPattern.exec(authorization)?.[1];
    const claims = token === undefined ? undefined : verifyLearner(token);
    if (!claims || !(await tokenValidator.isActive(claims)))
      throw new ApiError(401, messages.auth.unauthenticated);
    const { sub, email, jti: sessionId, exp: sessionExpiresAt } = claims;
    return { userId: Number(sub), email, sessionId, sessionExpiresAt };
  }

  /** Authenticates an external app by its API key, and a learner if there is a token. */
  async function authenticateApiKey(
    endpoint: Endpoint,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Principal> {
    const key = request.headers[headerNames.apiKey];
    const apiKeyId = typeof key === 'string' ? await apiKeys.resolveId(key) : undefined;
    if (apiKeyId === undefined) throw new ApiError(401, messages.auth.badApiKey);
    request.namedPrincipal = { kind: 'apiKey', apiKeyId };
    const rateLimitResult = rateLimiter.consume(apiKeyId);
    reply
      .header('ratelimit-policy', rateLimiter.policy)
      .header('ratelimit', formatRateLimitHeader(rateLimitResult));
    if (!rateLimitResult.allowed)
      throw new ApiError(429, 'Too many requests', { retryAfter: rateLimitResult.resetSeconds });
    apiKeyUsage.recordUse(apiKeyId);
    const learner = await authenticateLearner(request);
    if (endpoint.access === 'learner' && !learner) throw new ApiError(401, messages.auth.unauthenticated);
    return learner ? { kind: 'apiKey', apiKeyId, learner } : { kind: 'apiKey', apiKeyId };
  }

  /** Authenticates a learner by the token alone. A browser cannot be made to send it, so the origin is not checked. */
  async function authenticateLearnerAlone(request: FastifyRequest): Promise<Principal | undefined> {
    if (!bearerPattern.test(request.headers.authorization ?? '')) return undefined;
    const learner = await authenticateLearner(request);
    if (!learner) return undefined;
    request.namedPrincipal = { kind: 'learner', learner };
    return request.namedPrincipal;
  }

  return async (endpoint, request, reply) => {
    if (endpoint.access === 'apiKey' || endpoint.access === 'learner')
      return authenticateApiKey(endpoint, request, reply);
    const learner =
      endpoint.access === 'adminOrLearner' ? await authenticateLearnerAlone(request) : undefined;
    return learner ?? authenticateSession(endpoint, request);
  };
}

const bearerPattern = /^Bearer +(\S+)$/i;

function sessionPrincipal({ sub, role, jti, exp }: UserTokenClaims): Principal {
  return { kind: 'session', userId: Number(sub), role, sessionId: jti, sessionExpiresAt: exp };
}

function crossSiteError(): ApiError {
  return new ApiError(403, 'This request did not come from the console');
}

function hasAccess({ access }: Endpoint, { role }: UserTokenClaims): boolean {
  if (access === 'public') return true;
  return role === 'admin' || (access === 'session' && role === 'teacher');
}
