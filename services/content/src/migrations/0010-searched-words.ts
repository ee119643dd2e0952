import type { Migration } from '@khmer-learning/service-kit';
import { searchWords } from './0007-search-words.ts';
import { lessonMarks } from './0009-lesson-marks.ts';

/** Lessons get the words by which searches are ranked, without keys of punctuation; words of sentences come into the dictionary. */
export const searchedWords: Migration = {
  name: '0010-searched-words',
  async up(connection, config) {
    await lessonMarks.up(connection, config);
    await searchWords.up(connection, config);
  },
};
