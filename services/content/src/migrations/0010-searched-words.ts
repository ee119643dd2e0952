import { type Migration, recomputeFields } from '@khmer-learning/service-kit';
import { lessonTextFields } from '../lessons/writes/lesson.kind.ts';
import { searchWords } from './0007-search-words.ts';

/** Lessons in memory at the same time, each of up to 1 MB. */
const batchSize = 10;

/** Lessons get the words by which searches are ranked, without keys of punctuation; words of sentences come into the dictionary. */
export const searchedWords: Migration = {
  name: '0010-searched-words',
  async up(connection, config) {
    await recomputeFields<Parameters<typeof lessonTextFields>[0]>(connection, 'lessons', {
      reads: ['title', 'description', 'sections', 'quizStatus'],
      compute: lessonTextFields,
      batchSize,
    });
    await searchWords.up(connection, config);
  },
};
