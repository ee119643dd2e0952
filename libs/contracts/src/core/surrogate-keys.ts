/**
 * The surrogate keys of `/api/v1`: names of what an answer is made of. A service names them in the header
 * `Surrogate-Key` of its answer, and the owner of an entity names those that a change purges in the same header of its
 * event. The gateway drops exactly the answers that have one of them; it knows nothing else about them.
 *
 * Only what the public can see has a meaning here: a change of a draft purges nothing.
 */
export const surrogateKeys = {
  /** Any public field of this public lesson; purged together with `anyLesson`. */
  lesson: (id: number) => `lesson:${id}`,
  /** Any public field of any public lesson: for answers with too many lessons to name each. */
  anyLesson: 'lesson:*',
  /** Whether this lesson is public, and which main lesson it belongs to. */
  lessonAccess: (id: number) => `lesson:${id}:access`,
  /** Which lessons are public, and the main lesson, level and lesson type of each. */
  lessons: 'lessons',
  /** The texts of public lessons, in which a search looks. */
  lessonTexts: 'lessons:texts',
  /** Which lessons of this main lesson are public, their order, levels and lesson types. */
  lessonsOf: (mainLessonId: number) => `main-lesson:${mainLessonId}:lessons`,
  /** The order of the public lessons, and of the main lessons they belong to. */
  curriculum: 'curriculum',
  /** Any public field of this published main lesson; purged together with `anyMainLesson`. */
  mainLesson: (id: number) => `main-lesson:${id}`,
  anyMainLesson: 'main-lesson:*',
  /** Whether this main lesson is published, and whether it is free. */
  mainLessonAccess: (id: number) => `main-lesson:${id}:access`,
  /** Which main lessons are published, and their order. */
  mainLessons: 'main-lessons',
  /** Which published main lessons are free: a search covers the contents of their lessons. */
  freeMainLessons: 'main-lessons:free',
  /** Title and icon of this lesson type; purged together with `lessonTypes`. */
  lessonType: (id: number) => `lesson-type:${id}`,
  /** The titles of all lesson types, by which lists are filtered. */
  lessonTypes: 'lesson-types',
  /** Any public field of this active quiz; purged together with `anyQuiz`. */
  quiz: (id: number) => `quiz:${id}`,
  anyQuiz: 'quiz:*',
  /** Which quizzes are active, and the lesson of each. */
  quizzes: 'quizzes',
  /** The texts of active quizzes, in which a search looks. */
  quizTexts: 'quizzes:texts',
  /** Which quizzes of this lesson are active. */
  quizzesOf: (lessonId: number) => `lesson:${lessonId}:quizzes`,
  /** Which main lessons this learner owns. */
  purchasesOf: (learnerId: number) => `learner:${learnerId}:purchases`,
} as const;

/** The most rows that an answer names one by one: its header stays far below the 16 KiB that Node.js accepts. */
const maxNamedRows = 150;

/**
 * The keys of an answer's rows.
 *
 * @param any the key for all rows together, used when there are too many to name each
 */
export function keysOfRows(ids: Iterable<number>, key: (id: number) => string, any: string): string[] {
  const distinct = new Set(ids);
  return distinct.size > maxNamedRows ? [any] : [...distinct].map(key);
}

/** The value of a `Surrogate-Key` header; empty for no keys. */
export function formatSurrogateKeys(keys: Iterable<string>): string {
  return [...new Set(keys)].join(' ');
}

/** The keys in a `Surrogate-Key` header: none in an empty one, undefined without the header. */
export function parseSurrogateKeys(header: string | string[] | undefined): readonly string[] | undefined {
  if (typeof header !== 'string') return undefined;
  return header === '' ? [] : header.split(' ');
}
