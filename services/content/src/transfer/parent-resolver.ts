import { type CheckReporter, type JsonFileValue, validationMessages } from '@khmer-learning/transfer';
import { z } from 'zod';
import { normaliseTitle } from '../parents/lesson-type.parents.ts';
import type { ParentRef } from './imported-entities.ts';

/** Identifies the stored entity of an item in a file: id and time of creation must both match. */
export const identitySchema = z.object({ id: z.number().int().positive(), createdAt: z.string() });

/** A stored parent. */
export interface StoredParent {
  readonly id: number;
  readonly title: string;
  readonly createdAt: string;
  /** Its fields in the format of the file. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Describes one kind of parent: main lessons or lesson types. */
export interface ParentResolverOptions {
  /** `main lesson`, `lesson type`. */
  readonly entityName: string;
  /** `Main lesson`, `Lesson type`. */
  readonly label: string;
  readonly body: z.ZodType<object>;
  readonly stored: readonly StoredParent[];
}

/** Resolves the parents that lessons of a file reference: from the file's own list, and from those stored. */
export interface ParentResolver {
  /** Adds a parent from the file's own list. */
  add(item: JsonFileValue): Promise<void>;
  /** Returns the parent that a lesson references, or the reason why there is none. */
  find(named: { id: unknown; title: unknown }): { ref: ParentRef } | { refusal: string };
}

/** The result for a reference. Several stored parents with the same title are ambiguous. */
type Resolution = ParentRef | 'several' | 'refused';

const titleSchema = z.object({ title: z.string() });

/** Creates the resolver of one kind of parent; it reports a line for each parent of the file. */
export function createParentResolver(options: ParentResolverOptions, report: CheckReporter): ParentResolver {
  const { entityName, label, body, stored } = options;
  const byId = new Map(stored.map((parent) => [parent.id, parent]));
  const storedByTitle = new Map<string, StoredParent | 'several'>();
  for (const parent of stored) {
    const key = normaliseTitle(parent.title);
    storedByTitle.set(key, storedByTitle.has(key) ? 'several' : parent);
  }
  const fileParentsByTitle = new Map<string, Resolution>();
  const fileParentsById = new Map<number, { key: string; found: Resolution }>();

  function findStoredMatch(value: unknown, title: string): StoredParent | 'several' | undefined {
    const identity = identitySchema.safeParse(value).data;
    const known = identity && byId.get(identity.id);
    return known && known.createdAt === identity.createdAt ? known : storedByTitle.get(normaliseTitle(title));
  }

  async function resolveItem(value: unknown, title: string, line: number): Promise<Resolution> {
    const entry = { line, thing: entityName, title };
    const refuse = async (notes: string[]): Promise<'refused'> => {
      await report.addLine({ ...entry, outcome: 'refuse', notes }, undefined, value);
      return 'refused';
    };
    const id = identitySchema.shape.id.safeParse((value as { id?: unknown } | null)?.id).data;
    if (id !== undefined && fileParentsById.has(id)) return refuse([duplicateIdMessage(id)]);
    const same = findStoredMatch(value, title);
    if (same === 'several') return refuse([`More than one ${entityName} is named "${title}"`]);
    if (same) {
      const differs = differingFields(value, same.fields);
      const notes = differs.length > 0 ? [`Stored values kept: ${differs.join(', ')}`] : [];
      await report.addLine({ ...entry, outcome: 'unchanged', notes }, undefined, value);
      return { id: same.id };
    }
    const parsed = body.safeParse(value);
    if (!parsed.success) return refuse(validationMessages(parsed.error));
    const write = await report.addLine(
      { ...entry, outcome: 'create', notes: [] },
      { target: null, payload: parsed.data },
      value,
    );
    return write === undefined ? 'refused' : { write };
  }

  return {
    async add({ value, itemNumber }) {
      const title = titleSchema.safeParse(value).data?.title ?? '';
      const found = await resolveItem(value, title, itemNumber ?? 0);
      const key = normaliseTitle(title);
      const id = identitySchema.shape.id.safeParse((value as { id?: unknown } | null)?.id).data;
      if (id !== undefined && !fileParentsById.has(id)) fileParentsById.set(id, { key, found });
      if (key !== '' && !fileParentsByTitle.has(key)) fileParentsByTitle.set(key, found);
    },

    find({ id, title }) {
      if (title !== undefined && title !== null && typeof title !== 'string')
        return { refusal: `${label} must be text` };
      const name = title ?? '';
      const key = normaliseTitle(name);
      const own = typeof id === 'number' ? fileParentsById.get(id) : undefined;
      const known = storedByTitle.get(key);
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

/** The reason for refusing an item whose id appeared earlier in the file. */
export function duplicateIdMessage(id: number): string {
  return `ID ${id} appears more than once in the file`;
}

function differingFields(value: unknown, fields: Readonly<Record<string, unknown>>): string[] {
  const values = value as Record<string, unknown>;
  return Object.keys(fields).filter((name) => values[name] !== undefined && values[name] !== fields[name]);
}
