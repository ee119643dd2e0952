import { isDeepStrictEqual } from 'node:util';

/** Fields that every write changes, or none: they do not describe a user's change. */
const metadataFields: ReadonlySet<string> = new Set(['id', 'version', 'createdAt', 'updatedAt']);

/**
 * The names of the fields in which two states of an entity differ, for `tx.audit`. Values are never recorded.
 *
 * @param before the state as in its events; the same for `after`
 * @returns top-level names in alphabetical order, without ids, versions and timestamps
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

/** Whether a write would change nothing in the state of events; then there is no new version, event or audit record. */
export function isUnchanged(before: object, after: object): boolean {
  return changedFields(before, after).length === 0;
}
