import { parseVocabulary } from '@khmer-learning/khmer-text';
import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import {
  enumFilter,
  halfCharacterMessage,
  hasWholeCharacters,
  idFilter,
  idParams,
  listTotalFields,
  messageResponse,
  pagingFields,
  requiredText,
  searchFilter,
  sortParam,
  textFilter,
  typeError,
} from '../core/fields.ts';
import { choiceField, inputOf, storedOf, textField } from '../core/fields-of-items.ts';
import { maxBodyBytes } from '../core/http.ts';
import { itemContract, publishableItemFields, publishingContract } from '../core/item-contract.ts';
import { hasStaleRecording, recordingFinder, recordingLimits, recordingsField } from '../core/recordings.ts';
import { pendingStatuses } from '../core/schedules.ts';
import { searchMatchesEndpoint } from '../core/suggest-search.ts';

const service = 'content';
const session = { service, access: 'session' } as const;

export const lessonLevels = ['Beginner', 'Intermediate', 'Advanced'] as const;
export type LessonLevel = (typeof lessonLevels)[number];
export const contentStatuses = ['published', 'draft'] as const;
export type ContentStatus = (typeof contentStatuses)[number];

/** Size limits in bytes of JSON; a larger request fails with 413. */
export const lessonLimits = { sectionBytes: 256 * 1024, lessonBytes: 900 * 1024, sections: 200 } as const;

/** The validation messages: clients and tests rely on their words. */
export const lessonMessages = {
  mainLesson: 'Main lesson is required',
  lessonType: 'Lesson type is required',
  title: 'Title is required',
  description: 'Description is required',
  sections: 'At least one section is required',
  sectionTitle: 'Section title is required',
  sectionContent: 'Section content is required',
  tooLarge: 'This lesson is too large',
  sectionTooLarge: 'This section is too large',
  tooManyWords: 'This lesson has too many different words. Divide it into several lessons',
} as const;

/** One rich-text operation of the editor. */
export const richTextOperationSchema = z.object({
  insert: z.string().optional(),
  attributes: z
    .object({
      bold: z.boolean().optional(),
      italic: z.boolean().optional(),
      underline: z.boolean().optional(),
    })
    .optional(),
});
type RichTextOperation = z.infer<typeof richTextOperationSchema>;

/** Moves the second half of a character to the operation that has the first one: an editor may split a text anywhere. */
function joinCharacters(ops: RichTextOperation[]): RichTextOperation[] {
  const joined: RichTextOperation[] = [];
  for (const op of ops) {
    const last = joined.at(-1);
    const { insert = '' } = op;
    if (last?.insert && /[\uD800-\uDBFF]$/.test(last.insert) && /^[\uDC00-\uDFFF]/.test(insert)) {
      joined[joined.length - 1] = { ...last, insert: last.insert + insert.charAt(0) };
      if (insert.length > 1) joined.push({ ...op, insert: insert.slice(1) });
    } else joined.push(op);
  }
  return joined;
}

const wholeText = z.string().refine(hasWholeCharacters, halfCharacterMessage);

/** A section of a lesson. `content` is plain text or vocabulary lines; free text also has `html` and `ops`. */
const sectionSchema = z.object({
  title: requiredText(lessonMessages.sectionTitle),
  // The service enforces the size limit, in bytes: see `lessonLimits`.
  content: requiredText(lessonMessages.sectionContent, maxBodyBytes),
  html: wholeText.nullable().default(null),
  ops: z
    .array(richTextOperationSchema)
    .overwrite(joinCharacters)
    .refine((ops) => ops.every(({ insert = '' }) => hasWholeCharacters(insert)), halfCharacterMessage)
    .nullable()
    .default(null),
  recordings: recordingsField(recordingLimits.perSection),
});
export type Section = z.infer<typeof sectionSchema>;

/** Whether a section has a recording of a word that is not in its vocabulary. */
export function hasStaleSectionRecording(
  sections: readonly Pick<Section, 'content' | 'recordings'>[],
): boolean {
  return sections.some(({ content, recordings }) =>
    hasStaleRecording(recordings, (language) =>
      parseVocabulary(content).rows.map(({ english, khmer }) => (language === 'en' ? english : khmer)),
    ),
  );
}

/** How many words learners find in sections, and of how many of them they can hear a recording, in either language. */
export function countWords(sections: readonly Pick<Section, 'content' | 'recordings'>[]): {
  words: number;
  recordedWords: number;
} {
  let words = 0;
  let recordedWords = 0;
  for (const { content, recordings } of sections) {
    const find = recordingFinder(recordings);
    for (const { english, khmer } of parseVocabulary(content).rows) {
      words += 1;
      if (find('en', english) !== null || find('km', khmer) !== null) recordedWords += 1;
    }
  }
  return { words, recordedWords };
}

const requiredId = (message: string) => z.number({ error: message }).int(message).min(1, message);

const sectionResponse = z.object({
  title: z.string(),
  content: z.string(),
  html: z.string().nullable(),
  ops: z.array(richTextOperationSchema).nullable(),
  recordings: recordingsField(recordingLimits.perSection),
});

/** The fields of a lesson that people edit. */
export const lessonFields = {
  mainLessonId: {
    name: 'Main lesson',
    input: requiredId(lessonMessages.mainLesson),
    stored: z.number().int(),
  },
  lessonTypeId: {
    name: 'Lesson type',
    input: requiredId(lessonMessages.lessonType),
    stored: z.number().int(),
  },
  title: textField('Title', requiredText(lessonMessages.title)),
  description: textField('Description', requiredText(lessonMessages.description, 5000)),
  level: choiceField('Level', lessonLevels),
  image: textField(
    'Image',
    z
      .string({ error: 'Image must be text' })
      .max(500, 'Must be at most 500 characters')
      .refine(hasWholeCharacters, halfCharacterMessage)
      .optional(),
  ),
  sections: {
    name: 'Sections',
    input: z
      .array(sectionSchema, { error: typeError(lessonMessages.sections, 'Sections must be a list') })
      .min(1, lessonMessages.sections)
      .max(lessonLimits.sections, `At most ${lessonLimits.sections} sections are allowed`),
    stored: z.array(sectionResponse),
  },
  status: choiceField('Status', contentStatuses),
};

const input = inputOf(lessonFields);
export const lessonBody = input.extend({ status: input.shape.status.default('draft') });
export const lessonPatch = input.partial();
const lessonContents = lessonBody.omit({ status: true });

/** The lesson type as embedded in a lesson. */
export const lessonTypeRefSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  icon: z.string(),
  iconMode: z.enum(['raw', 'file']),
  iconUrl: z.string().nullable(),
});

/** What hides something published from learners, because it is a draft itself. */
export const hiddenBySchema = z.object({
  entity: z.enum(['lesson', 'main-lesson']),
  id: z.number().int(),
});
export type HiddenBy = z.infer<typeof hiddenBySchema>;

const { mainLessonId, lessonTypeId, sections, ...stored } = storedOf(lessonFields);

/** What lists of lessons can be filtered by. */
export const lessonRecordings = ['complete', 'missing', 'stale'] as const;
export const lessonQuizzes = ['none', 'draft', 'active'] as const;

/** A lesson without its sections, for dropdowns and details. */
export const lessonSummarySchema = z.object({
  id: z.number().int(),
  mainLessonId,
  lessonTypeId,
  lessonType: lessonTypeRefSchema,
  ...stored,
  /** Present when it is published and its main lesson is a draft. */
  hiddenBy: hiddenBySchema.optional(),
  /** Sort key within the main lesson: ascending, ties by id. Only `lessons.move` changes it. */
  position: z.number(),
  /**
   * How many words its vocabulary has, and of how many of them there is a recording. Only in `mainLessons.lessons` with `counts`,
   * and in a page of `lessons.list` without sections.
   */
  words: z.number().int().optional(),
  recordedWords: z.number().int().optional(),
  /** As the filter `quiz`. Only in a page of `lessons.list` without sections. */
  quiz: z.enum(lessonQuizzes).optional(),
  ...publishableItemFields,
});
export type LessonSummary = z.infer<typeof lessonSummarySchema>;

export const lessonSchema = lessonSummarySchema.extend({ sections });
export type Lesson = z.infer<typeof lessonSchema>;

/** Response to a delete that also deletes lessons. */
export const deletedWithLessonsResponse = messageResponse.extend({
  deleted: z.object({ lessons: z.number().int() }),
});

/** Added to a restored parent: the number of lessons that were deleted with it and come back, some of them soon after. */
export const restoredWithLessonsFields = { restored: z.object({ lessons: z.number().int() }) };

/** What lessons can be sorted by; drafts are first by `status`. */
export const lessonSorts = ['title', 'status', 'updatedAt'] as const;

/** The new position of an item: after the sibling `afterId`, or first when null. */
export const moveBody = z.object({
  afterId: z
    .number({ error: 'afterId must be an id or null' })
    .int('afterId must be an id or null')
    .positive('afterId must be an id or null')
    .nullable(),
});

const names = {
  service,
  entity: 'lesson',
  id: 'lessons',
  path: '/api/lessons',
  deletedPath: '/api/deleted-lessons',
  label: ['lesson', 'lessons'],
} as const;

export const lessons = {
  ...itemContract(names, {
    body: lessonBody,
    patch: lessonPatch,
    item: lessonSchema,
    restored: lessonSchema,
    deleted: messageResponse,
    // Events published before lessons had an order have no position.
    state: lessonSchema
      .omit({
        version: true,
        lessonType: true,
        hiddenBy: true,
        words: true,
        recordedWords: true,
        quiz: true,
        workingCopy: true,
        schedule: true,
        review: true,
      })
      .extend({ position: z.number().optional() }),
  }),
  searchMatches: searchMatchesEndpoint(names),
  ...publishingContract(names, { contents: lessonContents, stored: lessonContents, item: lessonSchema }),

  /**
   * Lessons, newest first without `sort`. Pages include sections, unless `sections=false`; without `limit` and `offset`, all
   * rows are returned without sections. `type` is the lower-case title of a lesson type; `mainLessonId` and `lessonTypeId` are
   * additional filters.
   */
  list: endpoint({
    ...session,
    id: 'lessons.list',
    method: 'GET',
    path: '/api/lessons',
    sharedByRole: true,
    summary: 'Lessons',
    query: z.object({
      level: enumFilter(lessonLevels),
      type: textFilter,
      status: enumFilter([...contentStatuses, ...pendingStatuses]),
      search: searchFilter,
      mainLessonId: idFilter,
      lessonTypeId: idFilter,
      /** Of the words: `complete` and `missing` only of lessons that have words. */
      recordings: enumFilter(lessonRecordings),
      /** `active` if one of the lesson's quizzes is, `draft` if it has only others. */
      quiz: enumFilter(lessonQuizzes),
      sort: sortParam(lessonSorts),
      /** `false` leaves them out of a page, too: those of 15 lessons can be megabytes. */
      sections: enumFilter(['true', 'false']),
      ...pagingFields,
    }),
    response: z.object({
      lessons: z.array(lessonSummarySchema.extend({ sections: sections.optional() })),
      ...listTotalFields,
    }),
  }),

  get: endpoint({
    ...session,
    id: 'lessons.get',
    method: 'GET',
    path: '/api/lessons/:id',
    sharedByRole: true,
    summary: 'One lesson',
    params: idParams,
    response: lessonSchema,
  }),

  /** Copies a lesson into a draft titled `<title> (copy)`, placed directly after it in the same main lesson. */
  duplicate: endpoint({
    ...session,
    id: 'lessons.duplicate',
    method: 'POST',
    path: '/api/lessons/:id/duplicate',
    summary: 'Duplicate a lesson',
    params: idParams,
    response: lessonSchema,
    status: 201,
  }),

  /** Moves a lesson within its main lesson. 400 when `afterId` is the lesson itself or belongs to another main lesson. */
  move: endpoint({
    ...session,
    id: 'lessons.move',
    method: 'PATCH',
    path: '/api/lessons/:id/position',
    summary: 'Move a lesson within its main lesson',
    params: idParams,
    body: moveBody,
    response: lessonSummarySchema,
  }),
};

export const lessonEvent = lessons.event;
export const lessonWorkingCopyEvent = lessons.workingCopyEvent;
/** What a working copy of a lesson has. */
export type LessonContents = z.output<typeof lessonContents>;
