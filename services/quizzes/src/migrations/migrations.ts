import type { Migration } from '@khmer-learning/service-kit';
import { titleKeys } from './0001-title-keys.ts';
import { titleSortKeys } from './0002-title-sort-keys.ts';
import { foldedKeys } from './0003-folded-keys.ts';
import { lessonTitleKeys } from './0004-lesson-title-keys.ts';
import { itemMarks } from './0005-item-marks.ts';
import { searchWords } from './0006-search-words.ts';
import { questionKeys } from './0007-question-keys.ts';
import { searchedWords } from './0008-searched-words.ts';
import { quizResults } from './0009-quiz-results.ts';

export const migrations: readonly Migration[] = [
  titleKeys,
  titleSortKeys,
  foldedKeys,
  lessonTitleKeys,
  itemMarks,
  searchWords,
  questionKeys,
  searchedWords,
  quizResults,
];
