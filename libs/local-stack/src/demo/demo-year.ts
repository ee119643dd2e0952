import { formatOrder, formatPairs, type lessonBody, type quizBody } from '@khmer-learning/contracts';
import type { z } from 'zod';
import { type DemoPurchase, demoLessons, demoMainLessons } from './demo-data.ts';

const dayMs = 24 * 60 * 60_000;
const hourMs = 60 * 60_000;
/** Days of the demo school; progress that is older than a year would be ignored. */
export const yearDays = 360;

/** A moment, in milliseconds since 1970. */
type Moment = number;

interface Planned {
  readonly at: Moment;
  readonly title: string;
}

export interface PlannedLesson
  extends Planned,
    Pick<z.input<typeof lessonBody>, 'description' | 'level' | 'status' | 'sections'> {
  readonly course: string;
  readonly lessonType: string;
}

export interface PlannedQuiz
  extends Planned,
    Pick<z.input<typeof quizBody>, 'description' | 'status' | 'questions'> {
  readonly lesson: string;
}

/** Answers of a learner to a quiz; those to its questions are in their order. */
export interface PlannedSubmission {
  readonly at: Moment;
  readonly quiz: string;
  readonly answers: readonly string[];
}

/** A word of a lesson, in English. */
interface PlannedCard {
  readonly lesson: string;
  readonly word: string;
}

export interface PlannedLearner {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly at: Moment;
  readonly lessons: readonly {
    readonly at: Moment;
    readonly lesson: string;
    readonly type: 'lesson-opened' | 'lesson-finished';
  }[];
  readonly submissions: readonly PlannedSubmission[];
  /** Looks at words as cards. */
  readonly reviews: readonly { readonly at: Moment; readonly card: PlannedCard; readonly grade: number }[];
  readonly purchase?: {
    readonly at: Moment;
    readonly course: string;
    readonly outcome: DemoPurchase['outcome'];
    /** In cents. */
    readonly refund?: number;
  };
}

type Question = z.input<typeof quizBody>['questions'][number];

interface Word {
  readonly english: string;
  readonly khmer: string;
  readonly line: string;
}

/** Courses beside those of the small school: title, description, price in cents or 0, day of the start, lessons they repeat. */
const courses: readonly [string, string, number, number, readonly string[]][] = [
  ['Second Week', 'The first words once more.', 0, 12, ['Greetings', 'Colours', 'Days of the week']],
  ['At Home', 'Family, food and drink.', 0, 30, ['Family', 'Food and drink', 'Colours']],
  ['Numbers and Prices', 'Count and pay.', 499, 55, ['Numbers from one to ten', 'At the market']],
  ['On the Road', 'Find the way and get there.', 799, 85, ['Asking the way', 'Getting around']],
  ['Eating Out', 'Order, ask and thank.', 599, 120, ['Food and drink', 'Polite requests', 'Greetings']],
  ['Polite Khmer', 'Words that open doors.', 0, 160, ['Polite requests', 'Greetings', 'Family']],
  ['School Days', 'In and around the classroom.', 499, 200, ['At school', 'Days of the week', 'Colours']],
  ['At the Clinic', 'Say what hurts.', 999, 250, ['At the doctor', 'Polite requests', 'Family']],
  ['Office Talk', 'Meetings, managers and pay.', 1299, 290, ['At the office', 'At school', 'Greetings']],
];
const lessonsPerCourse = 10;
const styles = ['practice', 'review', 'mixed words'] as const;
const levels = ['Beginner', 'Beginner', 'Intermediate', 'Advanced'] as const;
const learnerCount = 300;
const maxActiveDays = 50;
const cardsPerLesson = 2;
const reviewsPerDay = 3;
/** One learner of so many has an app with cards: its reviews are most of what a first start stores. */
const learnersPerCards = 5;

const givenNames =
  'Sokha Dara Bopha Chantrea Kosal Maly Narith Pisey Rachana Samnang Sophea Thida Vanna Veasna Kunthea Makara Nimol Phalla Ratha Sreyneang'.split(
    ' ',
  );
const familyNames = 'Chea Heng Keo Kim Lim Long Mao Nhem Ouk Pich Prak Sam Seng Sok Tep'.split(' ');

/** Random numbers from 0 to 1 that are the same every time (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const rotate = <T>(list: readonly T[], by: number): T[] => {
  const start = by % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
};

const wordsOf = new Map(
  demoLessons.map(({ title, sections }) => [
    title,
    (sections[0]?.content ?? '').split('\n').flatMap((line): Word[] => {
      const [, english, khmer] = /^(.+) \[.+\] : (.+)$/.exec(line) ?? [];
      return english && khmer ? [{ english, khmer, line }] : [];
    }),
  ]),
);

/** How hard a word is, from 0 to 0.5: always the same. */
function difficultyOf(text: string): number {
  let sum = 7;
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_009;
  return (sum / 1_009) ** 2 * 0.5;
}

/** Lessons of a course, each with words of one or two lessons of the small school. */
function planLessons(
  course: string,
  sources: readonly string[],
  {
    count,
    startDay,
    now,
    numbers,
  }: {
    readonly count: number;
    readonly startDay: number;
    readonly now: Moment;
    /** How many lessons repeat each one. */
    readonly numbers: Map<string, number>;
  },
): (PlannedLesson & { readonly words: readonly Word[] })[] {
  const stepDays = Math.max(1, Math.min(9, Math.floor((yearDays - startDay - 2) / count)));
  return Array.from({ length: count }, (_, place) => {
    const source = sources[place % sources.length] ?? '';
    const style = styles[place % styles.length] ?? 'practice';
    const other = sources[(place + 1) % sources.length] ?? '';
    const number = (numbers.get(source) ?? 0) + 1;
    numbers.set(source, number);
    const own = rotate(wordsOf.get(source) ?? [], 2 * number);
    const mixed = style === 'mixed words' && other !== source ? rotate(wordsOf.get(other) ?? [], number) : [];
    const words = [...own.slice(0, mixed.length > 0 ? 4 : 6), ...mixed.slice(0, 3)];
    return {
      at: now - (yearDays - startDay - place * stepDays) * dayMs + (place % 8) * hourMs,
      title: `${source}: ${style} ${number}`,
      description: mixed.length > 0 ? `Words of “${source}” and “${other}”.` : `Words of “${source}”.`,
      course,
      lessonType: demoLessons.find(({ title }) => title === source)?.lessonType ?? 'Vocabulary',
      level: levels[(place + startDay) % levels.length] ?? 'Beginner',
      status: place === count - 1 && startDay > 100 ? ('draft' as const) : ('published' as const),
      sections: [{ title: 'Key words', content: words.map(({ line }) => line).join('\n') }],
      words,
    };
  });
}

/** A quiz about the words of a lesson: two choices, two typed answers, pairs, and an order where words have one. */
function planQuiz(lesson: PlannedLesson & { readonly words: readonly Word[] }, place: number): PlannedQuiz {
  const { words } = lesson;
  const at = (index: number) => words[index % words.length] ?? { english: '', khmer: '', line: '' };
  const options = (index: number, side: 'english' | 'khmer') => {
    const right = at(index)[side];
    const others = rotate(words, index + 1).map((word) => word[side]);
    return rotate([right, ...others.filter((text) => text !== right).slice(0, 3)], place);
  };
  const inOrder = ['Numbers from one to ten', 'Days of the week'].find((source) =>
    lesson.title.startsWith(source),
  );
  const questions: Question[] = [
    {
      question: `How do you say “${at(0).english}”?`,
      options: options(0, 'khmer'),
      correctAnswer: at(0).khmer,
    },
    {
      question: `What does ${at(1).khmer} mean?`,
      options: options(1, 'english'),
      correctAnswer: at(1).english,
    },
    { kind: 'typed', question: `Write ${at(2).khmer} in English.`, correctAnswer: at(2).english },
    {
      question: `How do you say “${at(3).english}”?`,
      options: options(3, 'khmer'),
      correctAnswer: at(3).khmer,
    },
    {
      kind: 'matching',
      question: 'Match the words.',
      pairs: words.slice(0, 4).map(({ english, khmer }) => ({ left: english, right: khmer })),
    },
    ...(inOrder
      ? [
          {
            kind: 'ordering' as const,
            question: 'Put them in order.',
            parts: (wordsOf.get(inOrder) ?? []).slice(0, 5).map(({ khmer }) => khmer),
          },
        ]
      : []),
  ];
  return {
    at: lesson.at + 2 * hourMs,
    title: lesson.title,
    description: `Do you know the words of “${lesson.title}”?`,
    lesson: lesson.title,
    status: lesson.status === 'draft' || place % 17 === 16 ? 'draft' : 'active',
    questions,
  };
}

/** A learner's answer: the harder the word, the more often it is a believable mistake. */
function answerOf(question: Question, skill: number, random: () => number): string {
  const { kind, options = [], correctAnswer = '', pairs = [], parts = [] } = question;
  const isRight = random() < skill * (1 - difficultyOf(correctAnswer || question.question));
  if (kind === 'matching') {
    const rights = pairs.map(({ right }) => right);
    if (!isRight) rights.push(...rights.splice(-2).reverse());
    return formatPairs(pairs.map(({ left }, place) => ({ left, right: rights[place] ?? '' })));
  }
  if (kind === 'ordering') return formatOrder(isRight ? parts : rotate(parts, 1));
  if (isRight) return correctAnswer;
  const wrong = options.filter((option) => option !== correctAnswer);
  if (wrong.length > 0) return wrong[Math.floor(random() ** 2 * wrong.length)] ?? correctAnswer;
  // A letter is missing.
  const place = 1 + Math.floor(random() * (correctAnswer.length - 1));
  return correctAnswer.slice(0, place) + correctAnswer.slice(place + 1);
}

/**
 * The year of the demo school besides what the small school has. It is the same every time, ending at `now`.
 */
export function planYear(now: Moment) {
  const random = createRandom(47);
  const numbers = new Map<string, number>();
  const planOf = (course: string, sources: readonly string[], startDay: number, count: number) =>
    planLessons(course, sources, { count, startDay, now, numbers });
  const lessons = [
    ...demoMainLessons.flatMap(({ title }, place) => {
      const own = demoLessons.filter((lesson) => lesson.mainLesson === title).map((lesson) => lesson.title);
      return planOf(title, own, 6 + place * 10, lessonsPerCourse - own.length);
    }),
    ...courses.flatMap(([title, , , startDay, sources]) =>
      planOf(title, sources, startDay, lessonsPerCourse),
    ),
  ].sort((one, other) => one.at - other.at);
  const quizzes = lessons.filter((_, place) => place % 2 === 0).map(planQuiz);
  const openTo = new Map(
    quizzes.filter(({ status }) => status === 'active').map((quiz) => [quiz.lesson, quiz]),
  );
  const published = lessons.filter(({ status }) => status === 'published');
  const isFree = new Map([
    ...demoMainLessons.map(({ title, free }) => [title, free] as const),
    ...courses.map(([title, , price]) => [title, price === 0] as const),
  ]);
  const freeLessons = published.filter(({ course }) => isFree.get(course));

  const planLearner = (place: number): PlannedLearner => {
    const joined = Math.floor(yearDays * random() ** 0.8);
    const staying = random();
    const days =
      staying < 0.4 ? 1 + random() * 12 : staying < 0.75 ? 15 + random() * 60 : 100 + random() * 300;
    const rhythm = staying < 0.4 ? 0.6 : staying < 0.75 ? 0.4 : 0.25;
    const skill = 0.75 + 0.25 * random();
    const pauseDay = joined + 20 + random() * 60;
    const activity: PlannedLearner['lessons'][number][] = [];
    const submissions: PlannedSubmission[] = [];
    const reviews: PlannedLearner['reviews'][number][] = [];
    const cards: PlannedCard[] = [];
    const hasCards = place % learnersPerCards === 0;
    const memory = createRandom(place);
    const review = (card: PlannedCard, at: Moment) => {
      const knows = memory() < skill * (1 - difficultyOf(card.word));
      reviews.push({ at, card, grade: knows ? 3 + Math.floor(memory() * 3) : 1 });
    };
    let purchase: PlannedLearner['purchase'];
    let path: typeof freeLessons = freeLessons;
    let next = 0;
    let activeDays = 0;
    for (let day = joined; day < Math.min(yearDays, joined + days) && activeDays < maxActiveDays; day += 1) {
      const isPause = staying >= 0.75 && day > pauseDay && day < pauseDay + 25;
      if (isPause || (day > joined && random() > rhythm)) continue;
      activeDays += 1;
      let at = now - (yearDays - day) * dayMs - random() * 10 * hourMs;
      if (!purchase && activeDays > 4 && random() < 0.06) {
        const offers = courses.filter(([, , price, startDay]) => price > 0 && startDay < day - 5);
        const offer = offers[Math.floor(random() * offers.length)];
        if (offer) {
          const [course, , price] = offer;
          const outcome = random() < 0.86 ? 'approve' : random() < 0.7 ? 'decline' : 'pending';
          const refund = outcome === 'approve' && random() < 0.1 ? (random() < 0.6 ? price : 200) : 0;
          purchase = { at, course, outcome, ...(refund > 0 ? { refund } : {}) };
          // A full refund takes the course back.
          if (outcome === 'approve' && refund !== price) {
            path = published.filter((lesson) => lesson.course === course);
            next = 0;
          }
        }
      }
      for (const card of rotate(cards, activeDays * reviewsPerDay).slice(0, reviewsPerDay)) review(card, at);
      for (let count = 1 + Math.floor(random() * 2); count > 0; count -= 1) {
        const available = path.filter((lesson) => lesson.at < at);
        const lesson = available[next % Math.max(1, available.length)];
        if (!lesson) break;
        activity.push({ at, lesson: lesson.title, type: 'lesson-opened' });
        at += (3 + random() * 12) * 60_000;
        if (random() < 0.25) {
          // Some come back to it, others leave it.
          if (random() < 0.5) next += 1;
          continue;
        }
        activity.push({ at, lesson: lesson.title, type: 'lesson-finished' });
        for (const { english } of hasCards ? lesson.words.slice(0, cardsPerLesson) : []) {
          const card = { lesson: lesson.title, word: english };
          if (cards.some(({ word }) => word === english)) continue;
          cards.push(card);
          review(card, at);
          review(card, at + 10 * 60_000);
        }
        next += 1;
        if (next >= available.length && path !== freeLessons) path = freeLessons;
        const quiz = openTo.get(lesson.title);
        if (quiz === undefined || random() < 0.5) continue;
        at += 4 * 60_000;
        const answers = quiz.questions.map((question) => answerOf(question, skill, random));
        if (random() < 0.08) answers.pop();
        submissions.push({ at, quiz: quiz.title, answers });
      }
    }
    const firstName = givenNames[place % givenNames.length] ?? '';
    const lastName = familyNames[Math.floor(place / givenNames.length) % familyNames.length] ?? '';
    return {
      firstName,
      lastName,
      email: `${firstName}.${lastName}@learner.local`.toLowerCase(),
      at: now - (yearDays - joined) * dayMs - 11 * hourMs,
      lessons: activity,
      submissions,
      reviews: reviews.filter(({ at }) => at < now),
      ...(purchase ? { purchase } : {}),
    };
  };
  const learners = Array.from({ length: learnerCount }, (_, place) => planLearner(place));
  return {
    courses: courses.map(([title, description, price, startDay]) => ({
      at: now - (yearDays - startDay) * dayMs,
      title,
      description,
      free: price === 0,
      ...(price === 0 ? {} : { price }),
    })),
    lessons,
    quizzes,
    learners: learners.sort((one, other) => one.at - other.at),
  };
}
