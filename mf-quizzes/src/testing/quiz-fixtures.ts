import { fakeApi, paginate } from '@khmer-learning/console-sdk/testing';
import type { Lesson, Quiz, quizzes, ResponseOf } from '@khmer-learning/contracts';

const times = { createdAt: '2026-05-01T03:00:00.000Z', updatedAt: '2026-05-04T03:42:00.000Z' };

export const riverLesson: Lesson = {
  ...times,
  id: 7,
  mainLessonId: 1,
  lessonTypeId: 1,
  lessonType: { id: 1, title: 'Vocabulary', icon: '📖', iconMode: 'raw', iconUrl: null },
  title: 'The river',
  description: 'Words for the water',
  level: 'Beginner',
  image: 'vocabulary',
  status: 'published',
  position: 7,
  version: 4,
  sections: [
    { title: 'A short talk', content: 'A: Hello!', html: null, ops: null },
    {
      title: 'Key words',
      content: 'River [tun-lee] : ទន្លេ\nBoat [tuuk] : ទូក\nFish [trey] : ត្រី',
      html: null,
      ops: null,
    },
    { title: 'More words', content: 'Rain [pliang] : ភ្លៀង', html: null, ops: null },
  ],
};

const weather: Lesson = {
  ...riverLesson,
  id: 8,
  title: 'The weather',
  sections: [{ title: 'Key words', content: 'Wind [kyal] : ខ្យល់', html: null, ops: null }],
};

const talk: Lesson = {
  ...riverLesson,
  id: 9,
  title: 'Small talk',
  sections: [{ title: 'Dialogue', content: 'A: Hello!', html: null, ops: null }],
};

export const riverQuiz: Quiz = {
  ...times,
  id: 3,
  lessonId: 7,
  lessonTitle: 'The river',
  title: 'River words',
  description: 'Do you know ទន្លេ?',
  status: 'active',
  isPractice: false,
  questions: [
    { id: 1, question: 'What does “ទន្លេ” mean?', options: ['River', 'Boat', 'Fish'], correctAnswer: 'River' },
    { id: 2, question: 'What does “ទូក” mean?', options: ['River', 'Boat'], correctAnswer: 'Boat' },
  ],
  analytics: { completions: 5, completionRate: 59.6, averageScore: 72.5 },
  version: 4,
};

const freshQuiz: Quiz = {
  ...riverQuiz,
  id: 2,
  title: 'Weather words',
  questions: riverQuiz.questions.slice(0, 1),
  analytics: { completions: 0, completionRate: null, averageScore: null },
};

const draftQuiz: Quiz = { ...freshQuiz, id: 1, title: 'Half done', status: 'draft' };

export function buildQuizzes(count: number): Quiz[] {
  return Array.from({ length: count }, (_, index) => ({
    ...riverQuiz,
    id: count - index,
    title: `Quiz ${count - index}`,
  }));
}

/** Statistics of the questions of `riverQuiz`, of which the second has no tries. */
const riverStatistics: ResponseOf<typeof quizzes.questionStatistics> = {
  learners: 40,
  questions: [
    {
      questionId: 1,
      kind: 'choice',
      almost: 0,
      question: 'What does “ទន្លេ” mean?',
      tries: 40,
      rightShare: 62.5,
      options: [
        { option: 'River', isCorrect: true, picks: 25 },
        { option: 'Boat', isCorrect: false, picks: 4 },
        { option: 'Fish', isCorrect: false, picks: 10 },
      ],
      otherPicks: 1,
    },
    {
      questionId: 2,
      kind: 'choice',
      almost: 0,
      question: 'What does “ទូក” mean?',
      tries: 0,
      rightShare: null,
      options: [
        { option: 'River', isCorrect: false, picks: 0 },
        { option: 'Boat', isCorrect: true, picks: 0 },
      ],
      otherPicks: 0,
    },
  ],
};

/** A fake API with three lessons and three quizzes. Tests override routes as needed. */
export function fakeQuizApi() {
  const lessons = [talk, weather, riverLesson];
  const api = fakeApi({
    'GET /api/quizzes': ({ query }) => ({
      body: paginate([riverQuiz, freshQuiz, draftQuiz], query).map((quiz) => ({ ...quiz, mainLessonId: 1 })),
    }),
    'GET /api/main-lessons': () => ({
      body: { mainLessons: [{ id: 1, title: 'Around the farm' }], total: 1 },
    }),
    'GET /api/quizzes/3/question-statistics': () => ({ body: riverStatistics }),
    'GET /api/quizzes/3/shared-questions': () => ({ body: { questions: [] } }),
    'GET /api/quizzes/3': () => ({ body: riverQuiz }),
    'GET /api/lessons': ({ query }) => {
      const search = (query.get('search') ?? '').toLowerCase();
      const found = lessons.filter(({ title }) => title.toLowerCase().includes(search));
      return { body: { lessons: paginate(found, query), total: found.length } };
    },
  });
  for (const lesson of lessons) api.route(`GET /api/lessons/${lesson.id}`, () => ({ body: lesson }));
  for (const route of ['POST /api/quizzes', 'PATCH /api/quizzes/3']) {
    api.route(route, ({ body }) => ({ body: { ...riverQuiz, ...(body as object) } }));
  }
  return api;
}
