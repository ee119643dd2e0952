import {
  type Access,
  type Actor,
  type Endpoint,
  headerNames,
  type Learner,
  messages,
  type Principal,
  proofLifetimeSeconds,
  type Rights,
  secondFactorMessages,
  specificErrorCodes,
} from '@khmer-learning/contracts';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.ts';

/** The learner of an app's request; undefined when it has no learner's token. */
export function learnerOf(principal: Principal): Learner | undefined {
  return principal.kind === 'apiKey' || principal.kind === 'learner' ? principal.learner : undefined;
}

/**
 * Like `learnerOf`, for endpoints that require a learner.
 *
 * @throws ApiError 401 without a learner's token
 */
export function requireLearner(principal: Principal): Learner {
  const learner = learnerOf(principal);
  if (!learner) throw new ApiError(401, messages.auth.unauthenticated);
  return learner;
}

/** Ids of the principal, for log lines. */
export function principalLogFields(principal: Principal | undefined): { userId?: number; apiKeyId?: number } {
  switch (principal?.kind) {
    case 'session':
      return { userId: principal.userId };
    case 'apiKey': {
      const { apiKeyId, learner } = principal;
      return learner ? { apiKeyId, userId: learner.userId } : { apiKeyId };
    }
    case 'learner':
      return { userId: principal.learner.userId };
    default:
      return {};
  }
}

/** Statuses whose log lines include the caller, if known, and the network address. */
export const rejectedStatuses: ReadonlySet<number> = new Set([401, 403, 429]);

/** The user behind a principal, for events; null for an app and for anonymous callers. */
export function actorOf(principal: Principal): Actor | null {
  if (principal.kind === 'session') return { id: principal.userId, role: principal.role };
  const learner = learnerOf(principal);
  return learner ? { id: learner.userId, role: 'student' } : null;
}

/** What an admin has taken from the user behind a principal; undefined for who may publish everything. */
export function rightsOf(principal: Principal): Rights | undefined {
  return principal.kind === 'session' ? principal.rights : undefined;
}

/**
 * Checks that somebody who is signed in to the console has proved it recently. A gateway of an earlier version does not say when.
 *
 * @throws ApiError 403 (`proof_required`)
 */
export function requireRecentProof(principal: Principal): void {
  if (principal.kind !== 'session' || principal.provedAt === undefined) return;
  if (Date.now() / 1_000 - principal.provedAt > proofLifetimeSeconds)
    throw new ApiError(403, secondFactorMessages.proofNeeded, { code: specificErrorCodes.proofRequired });
}

/**
 * Checks that the principal may call an endpoint.
 *
 * @throws ApiError 401 when the required sign-in is missing, 403 when the user is not allowed or must prove it again
 */
export function checkAccess(
  { access, permission, recentProof }: Pick<Endpoint, 'access' | 'permission' | 'recentProof'>,
  principal: Principal | undefined,
): void {
  if (!principal) throw new ApiError(401, messages.auth.unauthenticated);
  checkKindOfCaller(access, principal);
  if (permission === 'publish' && rightsOf(principal)?.canPublish === false)
    throw new ApiError(403, messages.auth.mayNotPublish);
  if (recentProof) requireRecentProof(principal);
}

function checkKindOfCaller(access: Access, principal: Principal): void {
  switch (access) {
    case 'public':
      return;
    case 'internal':
      if (principal.kind !== 'gateway') throw new ApiError(403, messages.auth.forbidden);
      return;
    case 'session':
    case 'admin':
    case 'adminOrLearner':
      if (access === 'adminOrLearner' && learnerOf(principal)) return;
      if (principal.kind !== 'session') throw new ApiError(401, messages.auth.unauthenticated);
      if (principal.role === 'admin' || (access === 'session' && principal.role === 'teacher')) return;
      throw new ApiError(403, messages.auth.forbidden);
    case 'apiKey':
      if (principal.kind !== 'apiKey') throw new ApiError(401, messages.auth.badApiKey);
      return;
    case 'learner':
      if (principal.kind !== 'apiKey') throw new ApiError(401, messages.auth.badApiKey);
      if (!principal.learner) throw new ApiError(401, messages.auth.unauthenticated);
  }
}

/** The client's network address from the gateway's header; without it, the peer's address. */
export function clientAddressOf(request: FastifyRequest): string {
  const headerValue = request.headers[headerNames.clientAddress];
  return typeof headerValue === 'string' && headerValue !== '' ? headerValue : request.ip;
}
