import { isDeepStrictEqual } from 'node:util';

/** What every write changes or none does: it says nothing of what somebody meant to change. */
const metadataFields: ReadonlySet<string> = new Set(['id', 'version', 'createdAt', 'updatedAt']);

/**
 * The names of the fields in which two states of one entity differ, for `tx.audit`. Names alone: what was in
 * them before and is now stays where it is.
 *
 * @param before the state as its events tell it; the same for `after`
 * @returns top-level names in alphabetical order, without ids, versions and times of change
 */
export function changedFields(before: object, after: object): string[] {
  const previousFields = new Map<string, unknown>(Object.entries(before));
  const currentFields = new Map<string, unknown>(Object.entries(after));
  return [...new Set([...previousFields.keys(), ...currentFields.keys()])]
    .filter(
      (name) =>
        !metadataFields.has(name) && !isDeepStrictEqual(previousFields.get(name), currentFields.get(name)),
    )
    .sort();
}

/**
 * Whether a write would leave an entity as it is: then it makes no version, event or audit record.
 *
 * @param before the state as its events tell it; the same for `after`
 */
export function isUnchanged(before: object, after: object): boolean {
  return changedFields(before, after).length === 0;
}
