import { type FoundWord, type ResponseOf, wordsList } from '@khmer-learning/contracts';
import {
  buildSearchKeys,
  buildSearchText,
  foldText,
  parseSearchQuery,
  parseVocabulary,
  type SearchQuery,
} from '@khmer-learning/khmer-text';
import { createEventLoopYielder, mountEndpoint, type ServiceContext } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { lessonsOf, type StoredLesson } from '../model/lesson.model.ts';
import { findLessonIds } from '../reads/lesson.queries.ts';

/** Maximum number of lessons whose sections one search reads. */
export const maxReadLessons = 25;
/** No further lesson is read once the sections of those before have as many characters. */
const maxReadCharacters = 1024 * 1024;
/** Lessons that are fetched at once: little is fetched in vain when the first ones have enough words. */
const fetchedLessons = 5;
/** How many rows are compared for each one in the answer, so that exact matches come first. */
const rowsPerFoundWord = 4;

/** A lesson with what a search for words needs of it. */
type LessonTexts = Pick<StoredLesson, '_id' | 'title'> & {
  readonly sections: readonly Pick<StoredLesson['sections'][number], 'title' | 'content'>[];
};

/** Mounts the console's search for words, `/api/words`. */
export function wordRoutes(app: FastifyInstance, store: ServiceContext): void {
  mountEndpoint(app, wordsList, async ({ query: { search, limit } }) =>
    search === undefined ? { words: [] } : findWords(store, search, limit),
  );
}

/**
 * Finds rows of vocabulary. The index of words names the lessons; only the newest `maxReadLessons` of them are read, without HTML,
 * and only until there are enough rows.
 *
 * @param search not blank
 */
async function findWords(
  store: ServiceContext,
  search: string,
  limit: number,
): Promise<ResponseOf<typeof wordsList>> {
  const query = parseSearchQuery(search);
  if (query.keys.length === 0) return { words: [] };
  const ids = await findLessonIds(store, search, maxReadLessons + 1);
  const yieldToOthers = createEventLoopYielder();
  const found: FoundWord[] = [];
  let characters = 0;
  let read = 0;
  const lessons = readLessonTexts(store, ids.slice(0, maxReadLessons));
  for await (const lesson of lessons) {
    for (const section of lesson.sections) {
      found.push(...wordsIn(lesson, section, query));
      characters += section.content.length;
      await yieldToOthers();
    }
    read += 1;
    if (found.length >= limit * rowsPerFoundWord || characters >= maxReadCharacters) break;
  }
  const exact = foldText(search.trim());
  const isExact = ({ english, phonemic, khmer }: FoundWord) =>
    [english, phonemic, khmer].some((text) => foldText(text) === exact);
  const words = [...found.filter(isExact), ...found.filter((word) => !isExact(word))].slice(0, limit);
  return { words, ...(read < ids.length || found.length > limit ? { hasMore: true as const } : {}) };
}

/** Reads lessons in the order of `ids`, a few at a time; one that was deleted meanwhile is left out. */
async function* readLessonTexts(store: ServiceContext, ids: readonly number[]): AsyncGenerator<LessonTexts> {
  for (let start = 0; start < ids.length; start += fetchedLessons) {
    const part = ids.slice(start, start + fetchedLessons);
    yield* await lessonsOf(store.connection)
      .find({ _id: { $in: part } }, { title: 1, 'sections.title': 1, 'sections.content': 1 })
      .sort({ _id: -1 })
      .hint({ _id: 1 })
      .lean<LessonTexts[]>();
  }
}

function wordsIn(
  lesson: LessonTexts,
  section: LessonTexts['sections'][number],
  query: SearchQuery,
): FoundWord[] {
  // A row that matches has all keys somewhere in its line, so most lines need not be parsed.
  const normalised = foldText(section.content).split('\n');
  const lines = section.content.split('\n');
  const candidates = lines.filter((_line, at) => query.keys.every((key) => normalised[at]?.includes(key)));
  return parseVocabulary(candidates.join('\n')).rows.flatMap(({ english, phonemic, khmer }) => {
    if (!matches(query, [english, phonemic, khmer])) return [];
    const find = [english, khmer, phonemic].find((text) => matches(query, [text])) ?? english;
    return {
      lessonId: lesson._id,
      lessonTitle: lesson.title,
      sectionTitle: section.title,
      english,
      phonemic,
      khmer,
      find,
    };
  });
}

/** Whether some texts match a search as if they were a document with search fields. */
function matches({ keys, verify }: SearchQuery, texts: readonly string[]): boolean {
  const found = new Set(buildSearchKeys(texts));
  return keys.every((key) => found.has(key)) && (verify === null || verify(buildSearchText(texts)));
}
