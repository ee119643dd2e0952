import { isDeepStrictEqual } from 'node:util';
import type { EventDefinition, StateOf } from '@khmer-learning/contracts';
import {
  dictionaryWords,
  nearKeys,
  rankNearWords,
  replaceWords,
  runGaps,
  runParts,
  searchedWords,
} from '@khmer-learning/khmer-text';
import {
  addCommitHook,
  type EntityChange,
  isDuplicateKey,
  searchCondition,
} from '@khmer-learning/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';

/** A word of the items of a service. It stays when its last item is deleted: a search tries what it finds. */
interface WordRow {
  _id: string;
  /** The keys by which it is found from words near it (`nearKeys`). */
  keys: string[];
}

/** A kind of item with words that a search can mistype. */
export interface WordedKind {
  readonly event: EventDefinition;
  /** The texts of a state in its events by which items are found. */
  readonly textsOf: (state: never) => readonly string[];
}

/** Declares the texts of a kind. */
export const wordedKind = <D extends EventDefinition>(
  event: D,
  textsOf: (state: StateOf<D>) => readonly string[],
): WordedKind => ({ event, textsOf });

/** Words of which a process remembers that they are stored. */
const maxRemembered = 20_000;
/** Most words of one kind of typing error that are compared with what was typed. */
const maxCandidates = 1_000;
/** Words that one search may have corrected, and words that are tried for each. */
const maxCorrected = 2;
const maxTried = 3;
/** Parts of a run of Khmer that are tried. */
const maxGaps = 8;

const rememberedByConnection = new WeakMap<Connection, Set<string>>();

function wordsOf(connection: Connection): Model<WordRow> {
  return (
    connection.models.search_words ?? connection.model<WordRow>('search_words', wordSchema, 'search_words')
  );
}

const wordSchema = new Schema<WordRow>({ _id: String, keys: [String] }, { versionKey: false });
wordSchema.index({ keys: 1 });

/** Registers the model of the dictionary, and has each save store the new words of an item. */
export function registerDictionary(connection: Connection, kinds: readonly WordedKind[]): void {
  wordsOf(connection);
  addCommitHook(connection, {
    store: (_connection, changes) =>
      storeWords(
        connection,
        changes.flatMap((change) => newTexts(change, kinds)),
      ),
  });
}

/** The texts that a change adds to an item; none if it changes other fields. */
function newTexts(
  { definition, before, after }: EntityChange,
  kinds: readonly WordedKind[],
): readonly string[] {
  const kind = kinds.find(({ event }) => event.entity === definition.entity);
  if (!kind || !after) return [];
  const texts = kind.textsOf(after as never);
  const former = before ? kind.textsOf(before as never) : [];
  if (isDeepStrictEqual(texts, former)) return [];
  const known = new Set(former);
  return texts.filter((text) => !known.has(text));
}

/**
 * Stores words that are not stored yet. Not in the transaction that needs them: two would wait for each other at every new word,
 * and a word too many does no harm.
 */
export async function storeWords(connection: Connection, texts: readonly string[]): Promise<void> {
  if (texts.length === 0) return;
  const remembered = rememberedByConnection.get(connection) ?? new Set();
  rememberedByConnection.set(connection, remembered);
  const unknown = [...dictionaryWords(texts)].filter((word) => !remembered.has(word));
  if (unknown.length === 0) return;
  const rows = wordsOf(connection);
  const stored = await rows.find({ _id: { $in: unknown } }, { _id: 1 }).lean<Pick<WordRow, '_id'>[]>();
  const known = new Set(stored.map(({ _id }) => _id));
  const missing = unknown.filter((word) => !known.has(word));
  if (missing.length > 0)
    await rows
      .insertMany(
        missing.map((_id) => ({ _id, keys: nearKeys(_id) })),
        { ordered: false, lean: true },
      )
      .catch((error: unknown) => {
        // Another save has stored some of them meanwhile. Those that it has not are stored: the order does not matter.
        if (!isDuplicateKey(error)) throw error;
      });
  if (remembered.size + unknown.length > maxRemembered) remembered.clear();
  for (const word of unknown.slice(0, maxRemembered)) remembered.add(word);
}

/**
 * Replaces the words of a search that nothing has by the nearest words that something has.
 *
 * @param search as typed
 * @param hasHits whether the caller finds something by a word, whatever else the list is filtered by
 * @returns the search that was meant; null when all words are found, or none is near enough
 */
export async function correctSearch(
  connection: Connection,
  search: string,
  hasHits: (word: string) => Promise<boolean>,
): Promise<string | null> {
  const replacements = new Map<string, string>();
  for (const word of searchedWords(search)) {
    if (await hasHits(word)) continue;
    if (replacements.size === maxCorrected) return null;
    const near =
      (await findNearWord(connection, word, hasHits)) ?? (await findNearRun(connection, word, hasHits));
    if (near === undefined) return null;
    replacements.set(word, near);
  }
  return replacements.size > 0 ? replaceWords(search, replacements) : null;
}

/**
 * Answers a search, or the search that was meant if it finds nothing.
 *
 * @param of.exact searches for what was typed alone
 * @param find the list of a search
 * @param hasHits as in `correctSearch`
 */
export async function searchOrCorrect<Found extends { readonly total: number }>(
  connection: Connection,
  { search, exact }: { readonly search: string | undefined; readonly exact?: 'true' | undefined },
  find: (search: string | undefined) => Promise<Found>,
  hasHits: (word: string) => Promise<boolean>,
): Promise<Found & { readonly searchedFor?: string }> {
  const found = await find(search);
  if (search === undefined || exact || found.total > 0) return found;
  const searchedFor = await correctSearch(connection, search, hasHits);
  if (searchedFor === null) return found;
  const meant = await find(searchedFor);
  return meant.total > 0 ? { ...meant, searchedFor } : found;
}

/** Whether an item has a word, by its search keys. Of a long run of Khmer, it looks at a bounded number of items. */
export async function hasWord<T>(model: Model<T>, word: string): Promise<boolean> {
  const { searchKeys, ...others } = searchCondition(word);
  const [key] = searchKeys?.$all ?? [];
  if (key === undefined) return false;
  const rest = searchKeys && searchKeys.$all.length > 1 ? [{ $match: { searchKeys, ...others } }] : [];
  const stages = [
    { $match: { searchKeys: key } },
    { $limit: maxCandidates },
    ...rest,
    { $limit: 1 },
    { $project: { _id: 1 } },
  ];
  return (await model.aggregate(stages)).length > 0;
}

async function findNearWord(
  connection: Connection,
  typed: string,
  hasHits: (word: string) => Promise<boolean>,
): Promise<string | undefined> {
  const found = await wordsOf(connection)
    .find({ keys: { $in: nearKeys(typed) } }, { _id: 1 })
    .limit(maxCandidates)
    .lean<Pick<WordRow, '_id'>[]>();
  const near = rankNearWords(typed, new Set(found.map(({ _id }) => _id)));
  for (const word of near.slice(0, maxTried)) if (await hasHits(word)) return word;
  return undefined;
}

/** A run of Khmer of which one word is replaced, or the words of it if nothing has that run; undefined if none is near enough. */
async function findNearRun(
  connection: Connection,
  run: string,
  hasHits: (word: string) => Promise<boolean>,
): Promise<string | undefined> {
  const parts = runParts(run);
  if (parts.length < 2) return undefined;
  const rows = wordsOf(connection);
  const known = await rows.find({ _id: { $in: parts } }, { _id: 1 }).lean<Pick<WordRow, '_id'>[]>();
  const gaps = runGaps(run, new Set(known.map(({ _id }) => _id))).slice(0, maxGaps);
  const keys = gaps.flatMap(({ typed }) => nearKeys(typed));
  const found = await rows
    .find({ keys: { $in: keys } }, { _id: 1 })
    .limit(maxCandidates)
    .lean<Pick<WordRow, '_id'>[]>();
  const words = found.map(({ _id }) => _id);
  const meant = gaps.flatMap(({ before, typed, after }) =>
    rankNearWords(typed, words).map((word) => [before, word, after].filter((part) => part !== '')),
  );
  for (const separator of ['', ' '])
    for (const one of meant.slice(0, maxTried)) {
      const search = one.join(separator);
      if (await hasHits(search)) return search;
    }
  return undefined;
}

/** Stores the words of items that were saved before there was a dictionary, for a migration. @param collections with their texts */
export async function storeWordsOf(
  connection: Connection,
  collections: Readonly<Record<string, (row: never) => readonly string[]>>,
): Promise<void> {
  for (const [collection, textsOf] of Object.entries(collections)) {
    let texts: string[] = [];
    for await (const row of connection
      .collection(collection)
      .find({}, { projection: { searchKeys: 0, titleKeys: 0 } })) {
      texts.push(...textsOf(row as never));
      if (texts.length < 1_000) continue;
      await storeWords(connection, texts);
      texts = [];
    }
    await storeWords(connection, texts);
  }
}
