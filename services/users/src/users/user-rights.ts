import type { Rights, Role } from '@khmer-learning/contracts';

/** The rights as they are stored; undefined for who may publish everything, and for all but teachers. */
export function storedRights(role: Role, given: Rights | null | undefined): Rights | undefined {
  if (role !== 'teacher' || !given || (given.canPublish && given.mainLessonIds === null)) return undefined;
  const { canPublish, mainLessonIds } = given;
  const ids = mainLessonIds && [...new Set(mainLessonIds)].sort((one, other) => one - other);
  return { canPublish, mainLessonIds: ids };
}

/** Rights in words of the audit log: `may not publish, main lessons 3 8`. */
export function describeRights(rights: Rights | undefined): string {
  const { canPublish = true, mainLessonIds = null } = rights ?? {};
  const where = mainLessonIds === null ? 'all main lessons' : `main lessons ${mainLessonIds.join(' ')}`;
  const what = canPublish ? 'may publish' : 'may not publish';
  return `${what}, ${where}`;
}
