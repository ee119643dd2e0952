import type { Connection, mongo } from 'mongoose';
import type { importedLessonTypes } from '../lesson-types/lesson-type.bulk-queries.ts';
import type { importedMainLessons } from '../main-lessons/main-lesson.bulk-queries.ts';
import { normaliseTitle } from '../parents/parents.ts';

export interface StoredParent {
  readonly id: number;
  readonly createdAt: Date;
  /** Its fields in the format of the file. */
  readonly fields: Readonly<Record<string, unknown>>;
}

interface ParentRow extends mongo.Document {
  _id: number;
  title: string;
  titleKey: string;
  createdAt: Date;
}

/** Creates the lookup of the stored parents that a batch of a file's items names. Nothing else of them is held in memory. */
export function createStoredParents(
  connection: Connection,
  options: typeof importedMainLessons | typeof importedLessonTypes,
) {
  const rows = connection.collection<ParentRow>(options.collection);
  const projection = Object.fromEntries(['title', 'createdAt', ...options.fields].map((name) => [name, 1]));
  let byKey = new Map<string, StoredParent | 'several'>();

  function toStoredParent({ _id: id, createdAt, ...row }: ParentRow): StoredParent {
    const fields = Object.fromEntries(['title', ...options.fields].map((name) => [name, row[name]]));
    return { id, createdAt, fields };
  }

  return {
    /** Reads those of these titles and ids, in two queries, and forgets those of the batch before. @returns them by id */
    async load(titles: readonly string[], ids: readonly number[] = []) {
      const named = titles.filter((title) => normaliseTitle(title) !== '');
      const keys = new Set(named.map(options.titleKeyOf));
      const byId = new Map<number, StoredParent>();
      byKey = new Map();
      if (keys.size === 0 && ids.length === 0) return byId;
      // Only the index is read: very many main lessons may have the same title.
      const titled = await rows
        .aggregate<{ _id: string; id: number; count: number }>(
          [
            { $match: { titleKey: { $in: [...keys] } } },
            { $group: { _id: '$titleKey', id: { $min: '$_id' }, count: { $sum: 1 } } },
          ],
          { hint: options.titleIndex as mongo.Document },
        )
        .toArray();
      const single = titled.flatMap(({ id, count }) => (count === 1 ? [id] : []));
      const found = await rows.find({ _id: { $in: [...ids, ...single] } }, { projection }).toArray();
      for (const row of found) byId.set(row._id, toStoredParent(row));
      for (const { _id: key, id, count } of titled) {
        const parent = count > 1 ? 'several' : byId.get(id);
        if (parent) byKey.set(key, parent);
      }
      return byId;
    },
    /** Titles are compared as `normaliseTitle` does. */
    byTitle: (title: string): StoredParent | 'several' | undefined => byKey.get(options.titleKeyOf(title)),
  };
}
