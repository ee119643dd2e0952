import { messages, type Principal } from '@khmer-learning/contracts';
import { ApiError } from '@khmer-learning/service-kit';

export type SessionPrincipal = Extract<Principal, { kind: 'session' }>;

/** The console session behind a call; `mount` has already refused calls without one. */
export function requireSession(principal: Principal): SessionPrincipal {
  if (principal.kind !== 'session') throw new ApiError(401, messages.auth.unauthenticated);
  return principal;
}

/** Whose console session it is. */
export function requireSessionUserId(principal: Principal): number {
  return requireSession(principal).userId;
}
