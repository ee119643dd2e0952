import { useSession } from '@khmer-learning/console-sdk';

/** What the signed-in user may change. The servers check it again. */
export interface UserRights {
  /** Whether the user may change what learners see; otherwise a review is asked for. */
  readonly mayPublish: boolean;
  /** Whether the user is not limited to some main lessons, so that new ones may be created. */
  readonly mayChangeAll: boolean;
  /** @param mainLessonId the main lesson that something is or is in; null for none */
  mayChange(mainLessonId: number | null): boolean;
}

/** What an admin has left to the signed-in user: everything by default. */
export function useRights(): UserRights {
  const { canPublish = true, mainLessonIds = null } = useSession().user.rights ?? {};
  return {
    mayPublish: canPublish,
    mayChangeAll: mainLessonIds === null,
    mayChange: (id) => mainLessonIds === null || (id !== null && mainLessonIds.includes(id)),
  };
}
