// The kinds of items: whatever lists all of them reads this file.
import { lessons } from './content/lesson.ts';
import { lessonTypes } from './content/lesson-type.ts';
import { mainLessons } from './content/main-lesson.ts';
import { quizzes } from './quizzes/quiz.ts';

export * from './content/lesson.ts';
export * from './content/lesson-type.ts';
export * from './content/main-lesson.ts';
export * from './quizzes/quiz.ts';

/** The kinds of items, as their events and the audit log name them. */
export const itemEntities = [lessons, mainLessons, lessonTypes, quizzes].map(({ event }) => event.entity);
