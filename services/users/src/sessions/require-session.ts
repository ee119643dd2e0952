import { messages, type Principal } from '@khmer-learning/contracts';
import { ApiError } from '@khmer-learning/service-kit';

export type SessionPrincipal = Extract<Principal, { kind: 'session' }>;

/** The console session of a call. `mountEndpoint` has already rejected calls without one. @throws ApiError 401 */
export function requireSession(principal: Principal): SessionPrincipal {
  if (principal.kind !== 'session') throw new ApiError(401, messages.auth.unauthenticated);
  return principal;
}

/** The user id of the call's console session. @throws ApiError 401 */
export function requireSessionUserId(principal: Principal): number {
  return requireSession(principal).userId;
}
