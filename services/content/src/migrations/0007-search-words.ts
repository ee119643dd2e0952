import { storeWordsOf } from '@khmer-learning/item-kit';
import type { Migration } from '@khmer-learning/service-kit';
import { lessonTexts, titledTexts } from '../lessons/writes/lesson.kind.ts';

/** The words of all items come into the dictionary by which a search finds what is mistyped. */
export const searchWords: Migration = {
  name: '0007-search-words',
  up: (connection) =>
    storeWordsOf(connection, {
      lessons: lessonTexts,
      main_lessons: titledTexts,
      lesson_types: ({ title }: { readonly title: string }) => [title],
    }),
};
