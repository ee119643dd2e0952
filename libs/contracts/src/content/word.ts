import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { integerParam, searchFilter } from '../core/fields.ts';

/** Maximum `limit` of `wordsList`. */
export const maxFoundWords = 20;

const wordLimit = `limit must be between 1 and ${maxFoundWords}`;

/** A row of a lesson's vocabulary. */
export const foundWordSchema = z.object({
  lessonId: z.number().int(),
  lessonTitle: z.string(),
  sectionTitle: z.string(),
  english: z.string(),
  /** Without its square brackets. */
  phonemic: z.string(),
  khmer: z.string(),
  /** The field that the search matches: the text to find in the lesson's form. */
  find: z.string(),
});
export type FoundWord = z.infer<typeof foundWordSchema>;

/**
 * The rows of vocabulary that match a search, drafts included, without the lessons around them. Rows with a field that is exactly
 * the search come first, then those of the newest lessons. Not every lesson is read: the newest ones that match the search, up to a
 * number of rows and bytes. A blank search finds nothing.
 *
 * @example
 * GET /api/words?search=ទឹក&limit=2
 * { "words": [{ "lessonId": 12, "lessonTitle": "At the market", "sectionTitle": "Drinks", "english": "water",
 *   "phonemic": "tɨk", "khmer": "ទឹក", "find": "ទឹក" }] }
 */
export const wordsList = endpoint({
  id: 'words.list',
  service: 'content',
  method: 'GET',
  path: '/api/words',
  access: 'session',
  summary: 'Words of the vocabulary in lessons',
  query: z.object({
    search: searchFilter,
    limit: integerParam(
      z.number('limit must be a number').int(wordLimit).min(1, wordLimit).max(maxFoundWords, wordLimit),
    ).default(10),
  }),
  response: z.object({
    words: z.array(foundWordSchema),
    /** There are other matches, or lessons that were not read: a longer search finds them. */
    hasMore: z.literal(true).optional(),
  }),
});
