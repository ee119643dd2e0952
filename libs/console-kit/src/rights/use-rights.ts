import { useSession } from '@khmer-learning/console-sdk';

/** What the signed-in user may change. The servers check it again. */
export type UserRights = ReturnType<typeof useRights>;

/** What an admin has left to the signed-in user: everything by default. */
export function useRights() {
  const { canPublish = true, mainLessonIds = null } = useSession().user.rights ?? {};
  return {
    /** Whether the user may change what learners see; otherwise a review is asked for. */
    mayPublish: canPublish,
    /** Whether the user is not limited to some main lessons, so that new ones may be created. */
    mayChangeAll: mainLessonIds === null,
    /** @param mainLessonId the main lesson that something is or is in; null for none */
    mayChange: (id: number | null): boolean =>
      mainLessonIds === null || (id !== null && mainLessonIds.includes(id)),
  };
}
