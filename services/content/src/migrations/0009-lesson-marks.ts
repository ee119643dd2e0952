import { type Migration, recomputeFields } from '@khmer-learning/service-kit';
import { lessonTextFields } from '../lessons/writes/lesson.kind.ts';

/** Lessons in memory at the same time, each of up to 1 MB. */
const batchSize = 10;

/** Lessons get the search keys by which lists are filtered by recordings and quizzes. */
export const lessonMarks: Migration = {
  name: '0009-lesson-marks',
  up: (connection) =>
    recomputeFields<Parameters<typeof lessonTextFields>[0]>(connection, 'lessons', {
      reads: ['title', 'description', 'sections', 'quizStatus'],
      compute: lessonTextFields,
      batchSize,
    }),
};
