import type { Migration } from '@khmer-learning/service-kit';
import { recomputeQuizSearch } from './0003-folded-keys.ts';
import { searchWords } from './0006-search-words.ts';

/** Quizzes get the words by which searches are ranked, without keys of punctuation; words of sentences come into the dictionary. */
export const searchedWords: Migration = {
  name: '0008-searched-words',
  async up(connection, config) {
    await recomputeQuizSearch(connection);
    await searchWords.up(connection, config);
  },
};
