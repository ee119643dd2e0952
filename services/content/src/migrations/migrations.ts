import type { Migration } from '@khmer-learning/service-kit';
import { positions } from './0001-positions.ts';
import { titleKeys } from './0002-title-keys.ts';
import { mainLessonTitleKeys } from './0003-main-lesson-title-keys.ts';
import { titleSortKeys } from './0004-title-sort-keys.ts';
import { foldedKeys } from './0005-folded-keys.ts';
import { itemMarks } from './0006-item-marks.ts';
import { searchWords } from './0007-search-words.ts';
import { wordCounts } from './0008-word-counts.ts';
import { lessonMarks } from './0009-lesson-marks.ts';
import { searchedWords } from './0010-searched-words.ts';

export const migrations: readonly Migration[] = [
  positions,
  titleKeys,
  mainLessonTitleKeys,
  titleSortKeys,
  foldedKeys,
  itemMarks,
  searchWords,
  wordCounts,
  lessonMarks,
  searchedWords,
];
