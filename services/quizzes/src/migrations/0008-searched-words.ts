import { type Migration, recomputeFields } from '@khmer-learning/service-kit';
import { quizSearchFields } from '../quizzes/quiz-search-fields.ts';
import { searchWords } from './0006-search-words.ts';

/** Quizzes in memory at the same time, each of up to 3 MB with its keys. */
const batchSize = 10;

/** Quizzes get the words by which searches are ranked, without keys of punctuation; words of sentences come into the dictionary. */
export const searchedWords: Migration = {
  name: '0008-searched-words',
  async up(connection, config) {
    await recomputeFields<Parameters<typeof quizSearchFields>[0]>(connection, 'quizzes', {
      reads: ['title', 'description', 'questions'],
      compute: quizSearchFields,
      batchSize,
    });
    await searchWords.up(connection, config);
  },
};
