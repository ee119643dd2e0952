import { type Access, type Actor, type Learner, messages, type Principal } from '@khmer-learning/contracts';
import { ApiError } from './api-error.ts';

/** The learner whose token came with an app's request; undefined when there was none. */
export function learnerOf(principal: Principal): Learner | undefined {
  return principal.kind === 'apiKey' ? principal.learner : undefined;
}

/** @throws ApiError 401 when the request came without a learner's token */
export function requireLearner(principal: Principal): Learner {
  const learner = learnerOf(principal);
  if (!learner) throw new ApiError(401, messages.auth.unauthenticated);
  return learner;
}

/** Who is behind a principal, for a line of the log. */
export function principalLogFields(principal: Principal | undefined): { userId?: number; apiKeyId?: number } {
  switch (principal?.kind) {
    case 'session':
      return { userId: principal.userId };
    case 'apiKey': {
      const { apiKeyId, learner } = principal;
      return learner ? { apiKeyId, userId: learner.userId } : { apiKeyId };
    }
    default:
      return {};
  }
}

/** Statuses of refused calls: their lines in the log tell who was refused, as far as it is known, and where they are. */
export const rejectedStatuses: ReadonlySet<number> = new Set([401, 403, 429]);

/** The person behind a principal, for events; null for an app or nobody. */
export function actorOf(principal: Principal): Actor | null {
  if (principal.kind === 'session') return { id: principal.userId, role: principal.role };
  const learner = learnerOf(principal);
  return learner ? { id: learner.userId, role: 'student' } : null;
}

/**
 * Lets the principal through, or not.
 *
 * @throws ApiError 401 when nobody fitting is signed in, 403 when somebody is but may not
 */
export function checkAccess(access: Access, principal: Principal | undefined): void {
  if (!principal) throw new ApiError(401, messages.auth.unauthenticated);
  switch (access) {
    case 'public':
      return;
    case 'internal':
      if (principal.kind !== 'gateway') throw new ApiError(403, messages.auth.forbidden);
      return;
    case 'session':
    case 'admin':
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
