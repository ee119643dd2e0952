import { buildSearchKeys, buildSearchText, parseSearchQuery } from '@khmer-learning/khmer-text';
import type { Connection } from 'mongoose';
import { type SearchFields, searchFields, searchSchemaFields } from './search-index.ts';

/**
 * How a document is found whose contents are not for everybody. `searchKeys` and `searchText` are of all its texts;
 * who may not read the contents finds it by title and description alone.
 */
export interface TitledSearchFields extends SearchFields {
  titleKeys: string[];
  /** The runs of Khmer in title and description. */
  titleText: string;
  /** Which rules made these fields; absent in what was stored before there were `titleKeys`. */
  searchVersion: number;
}

/** The fields of `TitledSearchFields` as a mongoose schema has them. */
export const titledSearchSchemaFields = {
  ...searchSchemaFields,
  titleKeys: [String],
  titleText: String,
  searchVersion: Number,
};

/** A projection without `TitledSearchFields`. */
export const excludeSearchFields = {
  searchKeys: 0,
  searchText: 0,
  titleKeys: 0,
  titleText: 0,
  searchVersion: 0,
} as const;

/** The index by which `backfillTitleKeys` finds what is old. */
export const searchVersionIndex = { searchVersion: 1 } as const;

const searchVersion = 2;
/** Most old documents given their keys by one command. */
const backfillBatchSize = 200;

interface Titled {
  readonly title: string;
  readonly description: string;
}

/**
 * The search fields of a document, to be stored with it.
 *
 * @param contents what only those find it by who may read all of it
 */
export function titledSearchFields(titled: Titled, contents: readonly string[]): TitledSearchFields {
  return { ...searchFields([titled.title, titled.description, ...contents]), ...titleFields(titled) };
}

function titleFields({ title, description }: Titled): Omit<TitledSearchFields, keyof SearchFields> {
  const texts = [title, description];
  return { titleKeys: buildSearchKeys(texts), titleText: buildSearchText(texts), searchVersion };
}

/** Conditions on title and description alone; empty when the search asks for nothing. */
export interface TitleCondition {
  titleKeys?: { $all: string[] };
  $and?: { titleText: { $regex: string } }[];
}

/**
 * What a document must have to be found by title and description. No index serves it: hold it against the
 * candidates that `searchCondition` gives for the same search, which are all of these and more.
 *
 * @param search as typed; undefined or blank asks for nothing
 */
export function titleCondition(search: string | undefined): TitleCondition {
  const { keys, patterns } = parseSearchQuery(search ?? '');
  return {
    ...(keys.length > 0 ? { titleKeys: { $all: keys } } : {}),
    ...(patterns.length > 0 ? { $and: patterns.map(($regex) => ({ titleText: { $regex } })) } : {}),
  };
}

/** A stored document as `backfillTitleKeys` needs it. */
interface TitledDocument extends Titled {
  readonly _id: number;
  readonly version: number;
  readonly titleKeys: string[];
  readonly titleText: string;
  readonly searchVersion: number | null;
}

/**
 * Gives documents that were stored before there were `titleKeys` theirs; until then nobody finds one by its title
 * who may not read its contents. One that is changed meanwhile is read again. Begun again, it goes on.
 *
 * @param collection its name; it has `searchVersionIndex`
 */
export async function backfillTitleKeys(connection: Connection, collection: string): Promise<void> {
  const documents = connection.collection<TitledDocument>(collection);
  for (;;) {
    const outdated = await documents
      .find({ searchVersion: null }, { projection: { title: 1, description: 1, version: 1 } })
      .hint(searchVersionIndex)
      .limit(backfillBatchSize)
      .toArray();
    if (outdated.length === 0) return;
    await documents.bulkWrite(
      outdated.map(({ _id, version, title, description }) => ({
        updateOne: {
          filter: { _id, version, searchVersion: null },
          update: { $set: titleFields({ title, description }) },
        },
      })),
    );
  }
}
