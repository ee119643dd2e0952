import { messages, type Rights } from '@khmer-learning/contracts';
import { ApiError, type Transaction } from '@khmer-learning/service-kit';

/** What the rights to change an item depend on. */
export interface ItemPlace {
  /** Whether learners see it, or would if its parents are published. Always, for what is never a draft. */
  readonly isPublished: boolean;
  /** The main lesson that it is or is in; null for none. */
  readonly mainLessonId: number | null;
}

/**
 * Finds what a change lacks.
 *
 * @param rights of who makes it; undefined for who may publish everything, and for the system
 * @param places of the item before and after the change; null where it does not exist
 * @returns the error 403; undefined when the change is allowed
 */
export function findMissingRight(
  rights: Rights | undefined,
  places: readonly (ItemPlace | null)[],
): ApiError | undefined {
  if (!rights) return undefined;
  const { canPublish, mainLessonIds } = rights;
  for (const place of places) {
    if (!place) continue;
    const { isPublished, mainLessonId } = place;
    if (mainLessonIds && !(mainLessonId !== null && mainLessonIds.includes(mainLessonId)))
      return new ApiError(403, messages.auth.otherMainLesson);
    if (isPublished && !canPublish) return new ApiError(403, messages.auth.mayNotPublish);
  }
  return undefined;
}

/** Checks that a change is allowed; see `findMissingRight`. @throws ApiError 403 */
export function requireRights(rights: Rights | undefined, ...places: readonly (ItemPlace | null)[]): void {
  const missing = findMissingRight(rights, places);
  if (missing) throw missing;
}

/** The same transaction for changes that follow from one that was allowed, such as those of an item's children. */
export function asDerived(tx: Transaction): Transaction {
  return { ...tx, rights: undefined };
}
