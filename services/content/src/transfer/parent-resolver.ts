import {
  type CheckReporter,
  duplicateIdMessage,
  identitySchema,
  idOf,
  isSameMoment,
  type JsonItem,
  validationMessages,
} from '@khmer-learning/transfer';
import { z } from 'zod';
import { normaliseTitle } from '../parents/parents.ts';
import type { ParentRef } from './imported-entities.ts';
import type { StoredParent, StoredParents } from './stored-parents.ts';

/** The result for a reference. Several stored parents with the same title are ambiguous. */
type Resolution = ParentRef | 'several' | 'refused';

const titleSchema = z.object({ title: z.string() });

/**
 * Creates the resolver of one kind of parent that lessons of a file reference, main lessons or lesson types: from the file's own
 * list, with a line for each in the report, and from those stored.
 *
 * @param kind.label `Main lesson`
 * @param kind.hasUniqueTitles whether the first one of the file stands for all of its title
 */
export function createParentResolver(
  kind: { label: string; body: z.ZodType<object>; stored: StoredParents; hasUniqueTitles: boolean },
  report: CheckReporter,
) {
  const { label, body, stored, hasUniqueTitles } = kind;
  const entityName = label.toLowerCase();
  const fileParentsByTitle = new Map<string, Resolution>();
  const fileParentsById = new Map<number, { key: string; found: Resolution }>();

  function findStoredMatch(value: unknown, title: string): StoredParent | 'several' | undefined {
    const identity = identitySchema.safeParse(value).data;
    const known = identity && stored.byId(identity.id);
    return known && isSameMoment(identity.createdAt, known.createdAt) ? known : stored.byTitle(title);
  }

  async function resolveItem(item: JsonItem, title: string): Promise<Resolution> {
    const { value, line } = item;
    const entry = { line, thing: entityName, title };
    const source = { read: item, isNeeded: true };
    const refuse = async (notes: string[]): Promise<'refused'> => {
      await report.addLine({ ...entry, outcome: 'refuse', notes }, undefined, source);
      return 'refused';
    };
    const id = idOf(value);
    if (id !== undefined && fileParentsById.has(id)) return refuse([duplicateIdMessage(id)]);
    const same = findStoredMatch(value, title);
    if (same === 'several') return refuse([`More than one ${entityName} is named "${title}"`]);
    if (same) {
      const differs = differingFields(value, same.fields);
      const notes = differs.length > 0 ? [`Stored values kept: ${differs.join(', ')}`] : [];
      await report.addLine({ ...entry, outcome: 'unchanged', notes }, undefined, source);
      return { id: same.id };
    }
    const earlier = hasUniqueTitles ? fileParentsByTitle.get(normaliseTitle(title)) : undefined;
    if (typeof earlier === 'object') {
      const notes = [`Named like an earlier ${entityName} of the file`];
      await report.addLine({ ...entry, outcome: 'unchanged', notes }, undefined, source);
      return earlier;
    }
    const parsed = body.safeParse(value);
    if (!parsed.success) return refuse(validationMessages(parsed.error));
    const write = await report.addLine(
      { ...entry, outcome: 'create', notes: [] },
      { target: null, payload: parsed.data },
      source,
    );
    return write === undefined ? 'refused' : { write };
  }

  async function addItem(item: JsonItem): Promise<void> {
    const { value } = item;
    const title = titleOf(value);
    const found = await resolveItem(item, title);
    const key = normaliseTitle(title);
    const id = idOf(value);
    if (id !== undefined && !fileParentsById.has(id)) fileParentsById.set(id, { key, found });
    const earlier = fileParentsByTitle.get(key);
    if (key !== '' && (earlier === undefined || (hasUniqueTitles && earlier === 'refused')))
      fileParentsByTitle.set(key, found);
  }

  return {
    /** Adds parents from the file's own list. */
    async add(items: readonly JsonItem[]): Promise<void> {
      await stored.load(
        items.map(({ value }) => ({ id: identitySchema.safeParse(value).data?.id, title: titleOf(value) })),
      );
      for (const item of items) await addItem(item);
    },

    /** Reads the stored parents that a batch of lessons references. */
    load: (named: readonly { title: unknown }[]): Promise<void> =>
      stored.load(named.flatMap(({ title }) => (typeof title === 'string' ? [{ title }] : []))),

    /** Returns the parent that a lesson of the batch references, or the reason why there is none. */
    find({ id, title }: { id: unknown; title: unknown }): { ref: ParentRef } | { refusal: string } {
      if (title !== undefined && title !== null && typeof title !== 'string')
        return { refusal: `${label} must be text` };
      const name = title ?? '';
      const key = normaliseTitle(name);
      const own = typeof id === 'number' ? fileParentsById.get(id) : undefined;
      const known = stored.byTitle(name);
      const inStore = known && known !== 'several' ? { id: known.id } : known;
      const found =
        own && (key === '' || own.key === key) ? own.found : (fileParentsByTitle.get(key) ?? inStore);
      if (found === undefined)
        return { refusal: key === '' ? `${label} is required` : `${label} "${name}" not found` };
      if (found === 'refused') return { refusal: `${label} "${name}" cannot be imported` };
      if (found === 'several') return { refusal: `More than one ${entityName} is named "${name}"` };
      return { ref: found };
    },
  };
}

/** The title of an item in a file; empty when it has none. */
export const titleOf = (value: unknown) => titleSchema.safeParse(value).data?.title ?? '';

function differingFields(value: unknown, fields: Readonly<Record<string, unknown>>): string[] {
  const values = value as Record<string, unknown>;
  return Object.keys(fields).filter((name) => values[name] !== undefined && values[name] !== fields[name]);
}
