import {
  type BodyOf,
  lessonEvent,
  type PronunciationReplacement,
  type pronunciationReplacementsCreate,
  type Section,
} from '@khmer-learning/contracts';
import { requireRights } from '@khmer-learning/item-kit';
import {
  parseVocabulary,
  pronunciationKey,
  respell,
  serialiseVocabulary,
  wordKey,
} from '@khmer-learning/khmer-text';
import {
  ApiError,
  commit,
  conflict,
  type JobDefinition,
  nextId,
  notFound,
  type RequestContext,
  type ServiceContext,
  type Transaction,
} from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import type { LessonItems } from '../lessons/lesson.items.ts';
import { type WordUse, wordUseIndexes, wordUsesOf } from './pronunciation.model.ts';
import { isVocabulary, keyRow } from './pronunciation.projection.ts';
import { pronunciationReplacementsOf, type StoredReplacement } from './pronunciation-replacement.model.ts';

const maxListedFailed = 100;

/** The lessons that have another spelling of a word. */
const otherSpelling = ({ wordId, phonemic }: Pick<StoredReplacement, 'wordId' | 'phonemic'>) => ({
  wordId,
  spellings: { $elemMatch: { $ne: pronunciationKey(phonemic) } },
});

/**
 * Begins the replacement of all other pronunciations of a word.
 *
 * @param wakeJob wakes `pronunciationReplacementJob`
 * @throws ApiError 403 for who is limited to some main lessons, 404 when no lesson has another one, 409 while the word is being changed
 */
export async function createPronunciationReplacement(
  { connection }: ServiceContext,
  { khmer, phonemic }: BodyOf<typeof pronunciationReplacementsCreate>,
  { actor, requestId, rights }: RequestContext,
  wakeJob: () => void,
): Promise<PronunciationReplacement> {
  // The job writes on behalf of the system.
  requireRights(rights, { isPublished: true, mainLessonId: null });
  const replacements = pronunciationReplacementsOf(connection);
  const word = { wordId: wordKey(khmer), phonemic: phonemic.trim().replace(/^\[(.*)\]$/s, '$1') };
  if (!/\p{L}/u.test(pronunciationKey(phonemic)))
    throw new ApiError(400, 'Pronunciation is required', {
      issues: [{ path: 'phonemic', message: 'Pronunciation is required' }],
    });
  if (await replacements.exists({ wordId: word.wordId, isDone: false }))
    throw conflict('The pronunciations of this word are already being changed');
  const lessons = await wordUsesOf(connection).countDocuments(otherSpelling(word)).hint(wordUseIndexes.word);
  if (lessons === 0) throw new ApiError(404, 'No lesson has another pronunciation of this word');
  const row: StoredReplacement = {
    ...word,
    _id: await nextId(connection, 'pronunciation-replacement'),
    khmer,
    isDone: false,
    lessons,
    changed: 0,
    failedLessons: [],
    afterLesson: 0,
    actor,
    requestId,
    createdAt: new Date(),
  };
  await replacements.create(row);
  wakeJob();
  return toReplacement(row);
}

/** @throws ApiError 404 */
export async function readPronunciationReplacement(
  connection: Connection,
  id: number,
): Promise<PronunciationReplacement> {
  const row = await pronunciationReplacementsOf(connection).findById(id).lean<StoredReplacement>();
  if (!row) throw notFound('Replacement');
  return toReplacement(row);
}

/** Replaces pronunciations lesson by lesson, each in one transaction with the job's progress. */
export function pronunciationReplacementJob(
  store: ServiceContext,
  lessons: LessonItems,
): JobDefinition<StoredReplacement> {
  const { connection } = store;
  return {
    name: 'replacement of pronunciations',
    collection: 'pronunciation_replacements',
    dueFilter: () => ({ isDone: false }),
    async run(lease, { runBatches }) {
      const { actor, requestId } = lease.row;
      let row = lease.row;
      await runBatches(async () => {
        const use = await wordUsesOf(connection)
          .findOne({ ...otherSpelling(row), lessonId: { $gt: row.afterLesson } }, { lessonId: 1 })
          .sort({ lessonId: 1 })
          .hint(wordUseIndexes.word)
          .lean<Pick<WordUse, 'lessonId'>>();
        if (!use) {
          row = await lease.update({ $set: { isDone: true } });
          return true;
        }
        const { lessonId } = use;
        try {
          row = await commit(store, { actor, requestId }, async (tx) => {
            const isChanged = await replaceInLesson(lessons, tx, lessonId, row);
            const progress = { afterLesson: lessonId, changed: row.changed + (isChanged ? 1 : 0) };
            return lease.update({ $set: progress }, {}, tx.session);
          });
        } catch (error) {
          // The lesson is at fault, not the database: the others can be changed.
          if (!(error instanceof ApiError) || error.status >= 500) throw error;
          const failure = { lessonId, message: error.message };
          const failedLessons = [...row.failedLessons, failure].slice(0, maxListedFailed);
          row = await lease.update({ $set: { afterLesson: lessonId, failedLessons } });
        }
        return false;
      });
    },
  };
}

/** Replaces the pronunciations in a lesson and its working copy. @returns whether the lesson has changed */
async function replaceInLesson(
  { workingCopies, writes }: LessonItems,
  tx: Transaction,
  id: number,
  word: StoredReplacement,
): Promise<boolean> {
  const item = await workingCopies.readItem(id, tx.session);
  if (!item) return false;
  const { sections = [] } = item.contents;
  const replaced = replaceInSections(sections, word);
  if (!replaced) return false;
  const { version, title } = (await writes.update(tx, id, { sections: replaced })).next.row;
  tx.audit(lessonEvent, { action: 'updated', id, title, fields: ['sections'] });
  const copy = await workingCopies.readInTransaction(tx, id);
  if (copy) {
    const { contents, savedAt, savedBy } = copy;
    const ownSections = replaceInSections(contents.sections, word) ?? contents.sections;
    await workingCopies.replaceInTransaction(tx, id, {
      contents: { ...contents, sections: ownSections },
      // The working copy has this change of the lesson, so it is still based on what is published.
      baseVersion: copy.baseVersion === item.version ? version : copy.baseVersion,
      savedAt,
      savedBy,
    });
  }
  return true;
}

/** Replaces the other spellings of a word in sections of vocabulary; null if there is none. All other lines stay as typed. */
function replaceInSections(
  sections: readonly Section[],
  { wordId, phonemic }: Pick<StoredReplacement, 'wordId' | 'phonemic'>,
): Section[] | null {
  const spelling = pronunciationKey(phonemic);
  let isChanged = false;
  const replaced = sections.map((section) => {
    if (!isVocabulary(section)) return section;
    const vocabulary = parseVocabulary(section.content);
    const rows = vocabulary.rows.map((row) => {
      const keyed = keyRow(row);
      if (keyed?.wordId !== wordId || keyed.spelling === spelling) return row;
      return { ...row, phonemic: respell(row.phonemic, phonemic) };
    });
    if (rows.every((row, at) => row === vocabulary.rows[at])) return section;
    isChanged = true;
    return { ...section, content: serialiseVocabulary({ ...vocabulary, rows }) };
  });
  return isChanged ? replaced : null;
}

function toReplacement({ _id: id, createdAt, ...row }: StoredReplacement): PronunciationReplacement {
  const { khmer, phonemic, isDone, lessons, changed, failedLessons } = row;
  return { id, khmer, phonemic, isDone, lessons, changed, failedLessons, createdAt: createdAt.toISOString() };
}
