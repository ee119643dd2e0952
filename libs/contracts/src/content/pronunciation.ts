import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import {
  boundedCountFields,
  idParams,
  idsParam,
  integerParam,
  isoDate,
  requiredText,
  searchFilter,
} from '../core/fields.ts';

const session = { service: 'content', access: 'session' } as const;

/** Maximum number of words of one `pronunciationsFind`. */
export const maxLookedUpWords = 50;
/** Maximum length of an English or Khmer text, or a pronunciation, that is remembered; longer ones are no words. */
export const maxWordLength = 100;
/** Maximum number of vocabulary rows of one lesson that are remembered, the first ones. */
export const maxRememberedRows = 2_000;
/** Maximum number of spellings in an answer for one word, the most used ones. */
export const maxListedSpellings = 10;
/** Maximum number of lessons that are named for one spelling. */
export const maxNamedLessons = 5;

const lookedUpText = z.string('A word must be a text').max(maxWordLength, 'A word is too long').default('');

/** A pronunciation that lessons have for a Khmer word. */
export const usedPronunciationSchema = z.object({
  /** Without its square brackets. */
  phonemic: z.string(),
  khmer: z.string(),
  /** In how many lessons; 0 for one that is composed of the word's parts. */
  lessons: z.number().int(),
});
export type UsedPronunciation = z.infer<typeof usedPronunciationSchema>;

/**
 * The pronunciations that lessons have for words, drafts included. A pronunciation is that of the Khmer, so the Khmer decides where
 * it is given; otherwise those of all translations of the English are found, the most used first. If no lesson has the Khmer, a
 * pronunciation is composed of those of its words, if all are known. Without Khmer, the English is also found without its article
 * and in the singular. It changes nothing: `POST`, because of its length.
 *
 * @example
 * POST /api/pronunciations
 * { "words": [{ "english": "Water" }] }
 * { "words": [{ "spellings": [{ "phonemic": "tik", "khmer": "ទឹក", "lessons": 2 }] }] }
 */
export const pronunciationsFind = endpoint({
  ...session,
  id: 'pronunciations.find',
  method: 'POST',
  path: '/api/pronunciations',
  summary: 'Pronunciations of words in lessons',
  body: z.object({
    /** A lesson whose own words do not count. */
    exceptLesson: z.number('Invalid id').int('Invalid id').positive('Invalid id').optional(),
    words: z
      .array(z.object({ english: lookedUpText, khmer: lookedUpText }), 'Words are required')
      .max(maxLookedUpWords, `At most ${maxLookedUpWords} words can be looked up at once`),
  }),
  response: z.object({
    /** One for each word, in their order. */
    words: z.array(z.object({ spellings: z.array(usedPronunciationSchema) })),
  }),
});

/** A Khmer word of which lessons have several pronunciations. */
export const pronunciationConflictSchema = z.object({
  /** Identifies the word: its normalised Khmer. */
  id: z.string(),
  khmer: z.string(),
  /** Some of the English words that it translates. */
  english: z.array(z.string()),
  /** How many lessons have the word. A lesson can have several spellings. */
  lessons: z.number().int(),
  /** The most used first. */
  spellings: z.array(
    z.object({
      phonemic: z.string(),
      /** The number of lessons, of which some are named, the newest first. */
      lessons: z.number().int(),
      examples: z.array(z.object({ id: z.number().int(), title: z.string() })),
    }),
  ),
});
export type PronunciationConflict = z.infer<typeof pronunciationConflictSchema>;

const conflictLimit = 'limit must be between 1 and 50';
const conflictOffset = 'offset must be between 0 and 10000';

/**
 * Words that lessons spell in several ways, by their Khmer: those in most lessons first. Spellings that differ only in case, spaces,
 * brackets, punctuation at the end, invisible characters or kinds of apostrophes and hyphens are one. `search` is the beginning of
 * the Khmer or of an English word.
 */
export const pronunciationConflictsList = endpoint({
  ...session,
  id: 'pronunciationConflicts.list',
  method: 'GET',
  path: '/api/pronunciation-conflicts',
  summary: 'Words with several pronunciations',
  query: z.object({
    search: searchFilter,
    limit: integerParam(
      z.number(conflictLimit).int(conflictLimit).min(1, conflictLimit).max(50, conflictLimit),
    ).default(15),
    offset: integerParam(
      z.number(conflictOffset).int(conflictOffset).min(0, conflictOffset).max(10_000, conflictOffset),
    ).default(0),
  }),
  response: z.object({ conflicts: z.array(pronunciationConflictSchema), ...boundedCountFields }),
});

/** Maximum number of lessons of one `pronunciationConflictsByLessons`. */
export const maxCheckedLessons = 100;

/** How many words with several pronunciations some lessons have; a lesson without such a word is left out. */
export const pronunciationConflictsByLessons = endpoint({
  ...session,
  id: 'pronunciationConflicts.byLessons',
  method: 'GET',
  path: '/api/pronunciation-conflicts/by-lessons',
  summary: 'Words with several pronunciations, counted by lesson',
  query: z.object({ ids: idsParam(maxCheckedLessons, 'lessons') }),
  response: z.object({
    lessons: z.array(z.object({ lessonId: z.number().int(), conflicts: z.number().int() })),
  }),
});

/** The replacement of all other pronunciations of a word by one. */
export const pronunciationReplacementSchema = z.object({
  id: z.number().int(),
  khmer: z.string(),
  phonemic: z.string(),
  isDone: z.boolean(),
  /** How many lessons had another spelling when it began. */
  lessons: z.number().int(),
  /** How many of them have been changed, with a new version each. */
  changed: z.number().int(),
  /** Lessons that could not be changed; at most 100. */
  failedLessons: z.array(z.object({ lessonId: z.number().int(), message: z.string() })),
  createdAt: isoDate,
});
export type PronunciationReplacement = z.infer<typeof pronunciationReplacementSchema>;

/**
 * Replaces all other pronunciations of a Khmer word by one, in every lesson and its working copy. It is done in the background, lesson
 * by lesson: each gets a new version, an audit record and an event, keeps its status, and can be restored from its history. 404
 * when no lesson has another spelling, 409 while the word is already being changed.
 */
export const pronunciationReplacementsCreate = endpoint({
  ...session,
  id: 'pronunciationReplacements.create',
  method: 'POST',
  path: '/api/pronunciation-replacements',
  permission: 'publish',
  summary: 'Use one pronunciation of a word everywhere',
  body: z.object({
    khmer: requiredText('Khmer is required', maxWordLength),
    phonemic: requiredText('Pronunciation is required', maxWordLength),
  }),
  response: pronunciationReplacementSchema,
  status: 201,
});

/** How far a replacement is. It can be read for 30 days. */
export const pronunciationReplacementsGet = endpoint({
  ...session,
  id: 'pronunciationReplacements.get',
  method: 'GET',
  path: '/api/pronunciation-replacements/:id',
  summary: 'One replacement of pronunciations',
  params: idParams,
  response: pronunciationReplacementSchema,
});
