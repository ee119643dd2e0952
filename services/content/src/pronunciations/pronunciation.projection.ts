import {
  type EventOf,
  type lessonEvent,
  maxRememberedRows,
  maxWordLength,
  type Section,
} from '@khmer-learning/contracts';
import {
  buildSearchKeys,
  parseVocabulary,
  pronunciationKey,
  type VocabularyEntry,
  wordKey,
} from '@khmer-learning/khmer-text';
import type { ClientSession, Connection } from 'mongoose';
import {
  type CountedText,
  type PronouncedWord,
  pronunciationsOf,
  type WordUse,
  wordUseIndexes,
  wordUsesOf,
} from './pronunciation.model.ts';

/** Most spellings, and most English words, that are counted for one Khmer word. */
const maxCountedTexts = 100;
/** Bytes of a key: three of them must fit into a key of an index, which MongoDB 4.0 limits to 1,024 bytes. */
const maxKeyBytes = 300;

interface KeyedRow {
  readonly row: VocabularyEntry;
  readonly wordId: string;
  readonly spelling: string;
  readonly english: string;
}

/** What of a word was in a lesson before or after its event, with the texts of the keys. */
interface Share {
  readonly use: WordUse;
  readonly khmer: string;
  readonly texts: ReadonlyMap<string, string>;
}

const hasKhmer = /\p{Script=Khmer}/u;

/**
 * The keys of a row; null for one that is not remembered: its Khmer has no Khmer letters, the pronunciation has none at all, or a part
 * is too long for a word.
 */
export function keyRow(row: VocabularyEntry): KeyedRow | null {
  const { english, phonemic, khmer } = row;
  if ([english, phonemic, khmer].some((text) => text.length > maxWordLength)) return null;
  const keys = { wordId: wordKey(khmer), spelling: pronunciationKey(phonemic), english: wordKey(english) };
  if (!hasKhmer.test(khmer) || !/\p{L}/u.test(keys.spelling)) return null;
  return Object.values(keys).some((key) => Buffer.byteLength(key) > maxKeyBytes) ? null : { row, ...keys };
}

/** Whether the content of a section is vocabulary: formatted text is not. */
export const isVocabulary = ({ html }: Pick<Section, 'html'>): boolean => !html;

function sharesIn(lessonId: number, sections: readonly Section[]): Share[] {
  const byWord = new Map<string, { use: WordUse; khmer: string; texts: Map<string, string> }>();
  const rows = sections.filter(isVocabulary).flatMap(({ content }) => parseVocabulary(content).rows);
  for (const row of rows.slice(0, maxRememberedRows)) {
    const keyed = keyRow(row);
    if (!keyed) continue;
    const { wordId, spelling, english } = keyed;
    const use = { _id: `${lessonId}\n${wordId}`, lessonId, wordId, spellings: [], english: [] };
    const share = byWord.get(wordId) ?? { use, khmer: row.khmer.trim(), texts: new Map<string, string>() };
    byWord.set(wordId, share);
    addKey(share, 'spellings', spelling, row.phonemic);
    addKey(share, 'english', english, row.english);
  }
  return [...byWord.values()];
}

function addKey(
  { use, texts }: { use: WordUse; texts: Map<string, string> },
  field: 'spellings' | 'english',
  key: string,
  text: string,
): void {
  if (use[field].includes(key)) return;
  use[field].push(key);
  texts.set(`${field}\n${key}`, text.trim().replace(/\s+/g, ' '));
}

const isSameUse = (one: WordUse, other: WordUse): boolean =>
  (['spellings', 'english'] as const).every(
    (field) =>
      one[field].length === other[field].length && one[field].every((key) => other[field].includes(key)),
  );

/**
 * Brings the memory of pronunciations up to date with lessons, in the transaction of a consumer: takes out what the lessons had and
 * adds what they have. Concurrent transactions on the same word exclude each other, because each replaces its document.
 *
 * @param events at most one for each lesson
 */
export async function rememberPronunciations(
  connection: Connection,
  events: readonly EventOf<typeof lessonEvent>[],
  session: ClientSession,
): Promise<void> {
  const uses = wordUsesOf(connection);
  const ids = events.map(({ entityId }) => Number(entityId));
  const stored = await uses
    .find({ lessonId: { $in: ids } }, null, { session })
    .hint(wordUseIndexes.lesson)
    .lean<WordUse[]>();
  const shares = events.flatMap(({ entityId, state }) =>
    state ? sharesIn(Number(entityId), state.sections) : [],
  );
  const before = new Map(stored.map((use) => [use._id, use]));
  const after = new Map(shares.map(({ use }) => [use._id, use]));
  const removed = stored.filter((use) => {
    const now = after.get(use._id);
    return !now || !isSameUse(use, now);
  });
  const added = shares.filter(({ use }) => {
    const then = before.get(use._id);
    return !then || !isSameUse(then, use);
  });
  if (removed.length + added.length === 0) return;
  const gone = removed.filter(({ _id }) => !after.has(_id)).map(({ _id }) => _id);
  if (gone.length > 0) await uses.deleteMany({ _id: { $in: gone } }, { session });
  if (added.length > 0)
    // Inserting costs MongoDB half of an upsert, and a new lesson has a use for each of its words.
    await connection.collection<WordUse>(uses.collection.name).bulkWrite(
      added.map(({ use }) =>
        before.has(use._id)
          ? { replaceOne: { filter: { _id: use._id }, replacement: use } }
          : { insertOne: { document: use } },
      ),
      { session, ordered: false },
    );
  await updateWords(connection, removed, added, session);
}

async function updateWords(
  connection: Connection,
  removed: readonly WordUse[],
  added: readonly Share[],
  session: ClientSession,
): Promise<void> {
  const words = pronunciationsOf(connection);
  const wordIds = [
    ...new Set([...removed.map(({ wordId }) => wordId), ...added.map(({ use }) => use.wordId)]),
  ];
  const stored = await words.find({ _id: { $in: wordIds } }, null, { session }).lean<PronouncedWord[]>();
  const changed = new Map(stored.map((word) => [word._id, word]));
  for (const use of removed) {
    const word = changed.get(use.wordId);
    if (!word) continue;
    word.lessons -= 1;
    for (const field of ['spellings', 'english'] as const)
      for (const key of use[field]) count(word[field], key, -1);
  }
  for (const { use, khmer, texts } of added) {
    const empty = { khmer, spellings: [], english: [], hasConflict: false, lessons: 0, searchKeys: [] };
    const word: PronouncedWord = changed.get(use.wordId) ?? { _id: use.wordId, ...empty };
    changed.set(use.wordId, word);
    word.lessons += 1;
    for (const field of ['spellings', 'english'] as const)
      for (const key of use[field]) count(word[field], key, 1, texts.get(`${field}\n${key}`));
  }
  // By the driver: Mongoose takes as long to build the documents as all else that an event costs, and reads wait meanwhile.
  await connection.collection<PronouncedWord>(words.collection.name).bulkWrite(
    wordIds.map((_id) => {
      const word = changed.get(_id);
      if (!word || word.lessons <= 0) return { deleteOne: { filter: { _id } } };
      return { replaceOne: { filter: { _id }, replacement: withConflict(word), upsert: true } };
    }),
    { session, ordered: false },
  );
}

/** Counts a lesson that has, or no longer has, a text. @param text for the first lesson */
function count(counted: CountedText[], key: string, by: 1 | -1, text = key): void {
  const at = counted.findIndex((other) => other.key === key);
  const found = counted[at];
  if (!found) {
    if (by > 0 && counted.length < maxCountedTexts) counted.push({ key, text, lessons: 1 });
    return;
  }
  found.lessons += by;
  if (found.lessons <= 0) counted.splice(at, 1);
}

/** The word with what follows from its counted texts. */
export function withConflict(word: PronouncedWord): PronouncedWord {
  const hasConflict = word.spellings.length > 1;
  const texts = [word.khmer, ...[...word.english, ...word.spellings].map(({ text }) => text)];
  return { ...word, hasConflict, searchKeys: hasConflict ? buildSearchKeys(texts) : [] };
}
