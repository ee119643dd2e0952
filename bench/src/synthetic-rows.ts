import { nextIds, searchFields, titledSearchFields } from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { createLessonInput, topics } from './create-lesson-input.ts';

const batchSize = 1_000;
/** One in so many lessons has both words of the search of two words, which are frequent alone. */
const bothWordsEvery = 5_000;
/** Searches look anew at what was saved in the last minutes. */
const longAgo = new Date('2026-01-01');
/** Two topics, each in an eighth of the lessons. */
const [, otherTopic = ''] = topics;

interface Row {
  readonly _id: number;
}

export interface LessonRow extends Row {
  readonly title: string;
  readonly description: string;
  readonly sections: readonly { readonly title: string; readonly content: string }[];
  readonly searchKeys: readonly string[];
}

export interface UserRow extends Row {
  readonly email: string;
}

type Collection = ReturnType<Connection['collection']>;

/** Rows of one collection, of which any number can be written. */
interface SyntheticRows {
  readonly collection: Collection;
  /** The counter of the service's ids; undefined if MongoDB gives them. */
  readonly counter?: { readonly connection: Connection; readonly name: string };
  row(id: number): Record<string, unknown>;
}

/** Writes rows until the collection has `size`. */
export async function growTo(size: number, { collection, counter, row }: SyntheticRows): Promise<void> {
  let present = await collection.estimatedDocumentCount();
  while (present < size) {
    const count = Math.min(batchSize, size - present);
    const numbers = counter
      ? await nextIds(counter.connection, counter.name, count)
      : Array.from({ length: count }, (_, index) => present + index + 1);
    await collection.insertMany(numbers.map(row), { ordered: false });
    present += count;
  }
}

/**
 * Lessons as content stores them, made from one that it has stored.
 *
 * @throws when the search fields of a synthetic lesson differ from those that the service stores
 */
export function syntheticLessons(content: Connection, template: LessonRow): SyntheticRows {
  /** The keys of no word, by which lists are filtered. */
  const marks = template.searchKeys.filter((key) => /^#./.test(key));
  const rows: SyntheticRows = {
    collection: content.collection('lessons'),
    counter: { connection: content, name: 'lesson' },
    row(id) {
      const { title, description, level, status } = createLessonInput(id, 1, 1);
      const second = id % bothWordsEvery === 0 ? ` and the ${otherTopic}` : '';
      const texts = { title: title + second, description };
      const sections = template.sections.flatMap((section) => [section.title, section.content]);
      const fields = titledSearchFields({ ...texts, description: description ?? '' }, sections);
      return {
        ...template,
        ...texts,
        ...fields,
        searchKeys: [...fields.searchKeys, ...marks],
        updatedAt: longAgo,
        _id: id,
        level,
        visibility: status === 'draft' ? 'draft' : 'public',
        position: id,
      };
    },
  };
  if (String(rows.row(1).searchKeys) !== String(template.searchKeys))
    throw new Error('The search keys of synthetic lessons are not those of the service');
  return rows;
}

/** Users as the users service stores them, made from the first admin. */
export function syntheticUsers(users: Connection, template: UserRow): SyntheticRows {
  const names = ['Sok', 'Dara', 'Bopha', 'Chantha', 'Vanna', 'Srey', 'Rithy', 'Kosal'];
  return {
    collection: users.collection('users'),
    counter: { connection: users, name: 'user' },
    row(id) {
      const firstName = names[id % names.length] ?? '';
      const lastName = names[Math.floor(id / names.length) % names.length] ?? '';
      const email = `learner-${id}@bench.example`;
      const search = searchFields([firstName, lastName, email]);
      return { ...template, _id: id, firstName, lastName, email, role: 'student', ...search };
    },
  };
}

/** The lessons of the hand-written app, made from one that it has stored. */
export function handWrittenLessons(connection: Connection, template: Record<string, unknown>): SyntheticRows {
  return {
    collection: connection.collection('lessons'),
    row(number) {
      const { _id, ...stored } = template;
      const { title, description, level, status } = createLessonInput(number, 1, 1);
      return { ...stored, number, title, description, level, status };
    },
  };
}
