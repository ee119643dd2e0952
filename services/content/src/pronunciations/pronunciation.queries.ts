import {
  type BodyOf,
  maxExactTotal,
  maxListedSpellings,
  maxNamedLessons,
  type PronunciationConflict,
  type pronunciationConflictsByLessons,
  type pronunciationConflictsList,
  type pronunciationsFind,
  type QueryOf,
  type ResponseOf,
  type UsedPronunciation,
} from '@khmer-learning/contracts';
import {
  composePronunciation,
  fitPunctuation,
  parseSearchQuery,
  partKeys,
  uninflectedKeys,
  wordKey,
} from '@khmer-learning/khmer-text';
import type { Connection } from 'mongoose';
import { readLessonTitles } from '../lessons/reads/lesson.queries.ts';
import {
  type CountedText,
  type PronouncedWord,
  pronunciationIndexes,
  pronunciationsOf,
  type WordUse,
  wordUseIndexes,
  wordUsesOf,
} from './pronunciation.model.ts';

type LookedUpWord = BodyOf<typeof pronunciationsFind>['words'][number];
type FoundWord = Pick<PronouncedWord, '_id' | 'khmer' | 'spellings' | 'english' | 'lessons'>;

const foundFields = { khmer: 1, spellings: 1, english: 1, lessons: 1 } as const;
/** Most Khmer words that are read for the English words of one request. */
const maxTranslations = 500;
/** Most English words that are named for one word. */
const maxNamedEnglish = 5;

const mostUsed = (one: { lessons: number }, other: { lessons: number }) => other.lessons - one.lessons;

/** Finds the pronunciations of words, in at most five queries. */
export async function findPronunciations(
  connection: Connection,
  { words, exceptLesson }: BodyOf<typeof pronunciationsFind>,
): Promise<ResponseOf<typeof pronunciationsFind>> {
  const khmerKeys = words.map(({ khmer }) => wordKey(khmer)).filter((key) => key !== '');
  const englishKeys = words.filter(({ khmer }) => wordKey(khmer) === '').flatMap(englishKeysOf);
  const [byKhmer, translations] = await Promise.all([
    readWords(connection, khmerKeys),
    englishKeys.length === 0
      ? []
      : pronunciationsOf(connection)
          .find({ 'english.key': { $in: [...new Set(englishKeys)] } }, foundFields)
          .hint(pronunciationIndexes.english)
          .limit(maxTranslations)
          .lean<FoundWord[]>(),
  ]);
  const without = await createExclusion(connection, exceptLesson, [...byKhmer.values(), ...translations]);
  const knownSpellings = ({ english, khmer }: LookedUpWord) => {
    const known = byKhmer.get(wordKey(khmer));
    return known ? spellingsOf(without(known), english || khmer) : [];
  };
  const unknown = words.filter((word) => knownSpellings(word).length === 0);
  const parts = await readWords(
    connection,
    unknown.flatMap(({ khmer }) => partKeys(khmer)),
  );
  const withoutParts = await createExclusion(connection, exceptLesson, [...parts.values()]);
  const spellingOfPart = new Map(
    [...parts.values()].flatMap((part) => {
      const [first] = [...withoutParts(part).spellings].sort(mostUsed);
      return first ? [[part._id, first.text] as const] : [];
    }),
  );
  return {
    words: words.map((word): { spellings: UsedPronunciation[] } => {
      const found = knownSpellings(word);
      if (found.length > 0) return { spellings: found };
      if (wordKey(word.khmer) === '')
        return { spellings: spellingsOfEnglish(word, translations.map(without)) };
      const phonemic = composePronunciation(word.khmer, spellingOfPart);
      return { spellings: phonemic === null ? [] : [{ phonemic, khmer: word.khmer.trim(), lessons: 0 }] };
    }),
  };
}

/** Counts the words with several pronunciations that lessons have, by one command. */
export async function countConflictsByLesson(
  connection: Connection,
  lessonIds: readonly number[],
): Promise<ResponseOf<typeof pronunciationConflictsByLessons>> {
  const words = pronunciationsOf(connection).collection.collectionName;
  const counted = await wordUsesOf(connection)
    .aggregate<{ _id: number; conflicts: number }>([
      { $match: { lessonId: { $in: lessonIds } } },
      // A word that several of the lessons have is looked up once.
      { $group: { _id: '$wordId', lessonIds: { $push: '$lessonId' } } },
      { $lookup: { from: words, localField: '_id', foreignField: '_id', as: 'words' } },
      { $match: { 'words.hasConflict': true } },
      { $unwind: '$lessonIds' },
      { $group: { _id: '$lessonIds', conflicts: { $sum: 1 } } },
    ])
    .hint(wordUseIndexes.lesson);
  return { lessons: counted.map(({ _id, conflicts }) => ({ lessonId: _id, conflicts })) };
}

function englishKeysOf({ english }: LookedUpWord): string[] {
  const key = wordKey(english);
  return key === '' ? [] : [key, ...uninflectedKeys(key)];
}

/** The pronunciations of the translations of an English word, as it is typed or else uninflected. */
function spellingsOfEnglish(word: LookedUpWord, translations: readonly FoundWord[]): UsedPronunciation[] {
  for (const key of englishKeysOf(word)) {
    const spellings = translations
      .filter(({ english }) => english.some((other) => other.key === key))
      .flatMap((translation) => spellingsOf(translation, word.english))
      .sort(mostUsed);
    if (spellings.length > 0) return spellings.slice(0, maxListedSpellings);
  }
  return [];
}

function spellingsOf({ khmer, spellings }: FoundWord, word: string): UsedPronunciation[] {
  return [...spellings]
    .sort(mostUsed)
    .slice(0, maxListedSpellings)
    .map(({ text, lessons }) => ({
      phonemic: fitPunctuation(text, word),
      khmer: fitPunctuation(khmer, word),
      lessons,
    }));
}

async function readWords(connection: Connection, keys: readonly string[]): Promise<Map<string, FoundWord>> {
  if (keys.length === 0) return new Map();
  const found = await pronunciationsOf(connection)
    .find({ _id: { $in: [...new Set(keys)] } }, foundFields)
    .lean<FoundWord[]>();
  return new Map(found.map((word) => [word._id, word]));
}

/** Creates a function that takes one lesson's share out of words. */
async function createExclusion(
  connection: Connection,
  lessonId: number | undefined,
  words: readonly FoundWord[],
): Promise<(word: FoundWord) => FoundWord> {
  if (lessonId === undefined || words.length === 0) return (word) => word;
  const uses = await wordUsesOf(connection)
    .find({ _id: { $in: words.map(({ _id }) => `${lessonId}\n${_id}`) } })
    .lean<WordUse[]>();
  const useOf = new Map(uses.map((use) => [use.wordId, use]));
  const reduce = (counted: readonly CountedText[], keys: readonly string[]) =>
    counted
      .map((text) => (keys.includes(text.key) ? { ...text, lessons: text.lessons - 1 } : text))
      .filter(({ lessons }) => lessons > 0);
  return (word) => {
    const use = useOf.get(word._id);
    if (!use) return word;
    const { spellings, english } = word;
    return { ...word, spellings: reduce(spellings, use.spellings), english: reduce(english, use.english) };
  };
}

/** Lists words with several spellings, those in most lessons first. */
export async function listPronunciationConflicts(
  connection: Connection,
  { search, limit, offset }: QueryOf<typeof pronunciationConflictsList>,
): Promise<ResponseOf<typeof pronunciationConflictsList>> {
  const keys = search === undefined ? [] : parseSearchQuery(search).keys;
  const where = keys.length === 0 ? { hasConflict: true } : { searchKeys: { $all: keys } };
  const hint = keys.length === 0 ? pronunciationIndexes.conflicts : pronunciationIndexes.words;
  const words = pronunciationsOf(connection);
  const [found, counted] = await Promise.all([
    words
      .find(where, foundFields)
      .sort({ lessons: -1, _id: 1 })
      .hint(hint)
      .skip(offset)
      .limit(limit)
      .lean<FoundWord[]>(),
    words.countDocuments(where, { hint, limit: maxExactTotal + 1 }),
  ]);
  const total = Math.min(counted, maxExactTotal);
  const conflicts = await Promise.all(found.map((word) => toConflict(connection, word)));
  return { conflicts, total, ...(counted > maxExactTotal ? { isMinimum: true as const } : {}) };
}

async function toConflict(connection: Connection, word: FoundWord): Promise<PronunciationConflict> {
  const spellings = [...word.spellings].sort(mostUsed).slice(0, maxListedSpellings);
  const uses = await Promise.all(
    spellings.map(({ key }) =>
      wordUsesOf(connection)
        .find({ wordId: word._id, spellings: key }, { lessonId: 1 })
        .sort({ lessonId: -1 })
        .hint(wordUseIndexes.spelling)
        .limit(maxNamedLessons)
        .lean<Pick<WordUse, 'lessonId'>[]>(),
    ),
  );
  const ids = [...new Set(uses.flat().map(({ lessonId }) => lessonId))];
  const titles = await readLessonTitles(connection, ids);
  return {
    id: word._id,
    khmer: word.khmer,
    lessons: word.lessons,
    english: [...word.english]
      .sort(mostUsed)
      .slice(0, maxNamedEnglish)
      .map(({ text }) => text),
    spellings: spellings.map(({ text, lessons: used }, at) => ({
      phonemic: text,
      lessons: used,
      examples: (uses[at] ?? []).flatMap(({ lessonId: id }) => {
        const title = titles.get(id);
        return title === undefined ? [] : [{ id, title }];
      }),
    })),
  };
}
