import { countWords, type Section } from '@khmer-learning/contracts';
import { type Migration, recomputeFields } from '@khmer-learning/service-kit';

/** Lessons in memory at the same time, each of up to 1 MB. */
const batchSize = 10;

/** Lessons get the counts of their words, which lists show without reading the sections. */
export const wordCounts: Migration = {
  name: '0008-word-counts',
  up: (connection) =>
    recomputeFields<{ sections: Section[] }>(connection, 'lessons', {
      reads: ['sections'],
      compute: ({ sections }) => countWords(sections),
      batchSize,
    }),
};
