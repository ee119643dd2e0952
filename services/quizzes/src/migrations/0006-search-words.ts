import { storeWordsOf } from '@khmer-learning/item-kit';
import type { Migration } from '@khmer-learning/service-kit';
import { quizTexts } from '../quizzes/quiz-search-fields.ts';

/** The words of all quizzes come into the dictionary by which a search finds what is mistyped. */
export const searchWords: Migration = {
  name: '0006-search-words',
  up: (connection) => storeWordsOf(connection, { quizzes: quizTexts }),
};
