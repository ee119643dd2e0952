import { recomputeDeletedItems } from '@khmer-learning/item-kit';
import { isDuplicateKey, type Migration, recomputeFields, searchFields } from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { lessonTextFields } from '../lessons/writes/lesson.kind.ts';
import { mainLessonSearchFields } from '../main-lessons/main-lesson.queries.ts';
import { normaliseTitle } from '../parents/parents.ts';
import { withConflict } from '../pronunciations/pronunciation.projection.ts';

/** Lessons in memory at the same time, each of up to 3 MB with its keys. */
const lessonBatchSize = 10;

/**
 * Lessons, main lessons, lesson types and deleted items get the keys of `foldText`, by which they are found, told apart and
 * sorted, and words with several pronunciations those by which they are searched. The keys of words change by the events of
 * lessons, which a new consumer reads.
 */
export const foldedKeys: Migration = {
  name: '0005-folded-keys',
  async up(connection) {
    await updateLessonTypes(connection);
    await recomputeFields<Parameters<typeof mainLessonSearchFields>[0]>(connection, 'main_lessons', {
      reads: ['title', 'description'],
      compute: mainLessonSearchFields,
    });
    await recomputeFields<Parameters<typeof lessonTextFields>[0]>(connection, 'lessons', {
      reads: ['title', 'description', 'sections'],
      compute: lessonTextFields,
      batchSize: lessonBatchSize,
    });
    await recomputeFields<Parameters<typeof withConflict>[0]>(connection, 'pronunciations', {
      reads: ['khmer', 'english', 'spellings'],
      compute: (word) => ({ searchKeys: withConflict(word).searchKeys }),
      guard: 'lessons',
    });
    await recomputeDeletedItems(connection);
  },
};

/** A lesson type whose title is now the same as another one's keeps the key that it had, so that both can still be used. */
async function updateLessonTypes(connection: Connection): Promise<void> {
  const lessonTypes = connection.collection<{ _id: number; title: string; version: number }>('lesson_types');
  const rows = lessonTypes.find({}, { projection: { title: 1, version: 1 } }).sort({ _id: 1 });
  for await (const { _id, title, version } of rows) {
    const keys = searchFields([title]);
    await lessonTypes.updateOne({ _id, version }, { $set: keys });
    await lessonTypes
      .updateOne({ _id, version }, { $set: { titleKey: normaliseTitle(title) } })
      .catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
      });
  }
}
