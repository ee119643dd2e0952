import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { isoDate } from '../core/fields.ts';

/** Used by the gateway to choose between kept answers of `/api/v1`. Never behind the purchases, unlike copies of them. */
export const ownedMainLessons = endpoint({
  id: 'internal.ownedMainLessons',
  service: 'commerce',
  method: 'POST',
  path: '/internal/owned-main-lessons',
  access: 'internal',
  summary: 'Find the main lessons that a learner owns',
  body: z.object({ learnerId: z.number().int() }),
  /** `until`: when the first of them is no longer owned, if nothing changes before. */
  response: z.object({ mainLessonIds: z.array(z.number().int()), until: isoDate.optional() }),
});
