import type { Principal } from '@khmer-learning/contracts';
import { ApiError } from '@khmer-learning/service-kit';

/** The learner who asks through an app. */
export interface Learner {
  readonly userId: number;
  readonly email: string;
}

/** @throws ApiError 401 when nobody is signed in */
export function learnerOf(principal: Principal): Learner {
  if (principal.kind !== 'apiKey' || !principal.learner) throw new ApiError(401, 'Authentication required');
  return principal.learner;
}
