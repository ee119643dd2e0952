import { type Analytics, type AnalyticsTotals, analyticsLimits } from '@khmer-learning/contracts';
import { dayOf } from '@khmer-learning/service-kit';
import { Temporal } from 'temporal-polyfill';
import type { DashboardDeps } from '../dashboard/dashboard.service.ts';
import { mondayOf, counterNames as names } from '../projection/contributions.ts';
import { prefixRange, readCounters, readHardest, readTitles } from '../projection/projection.queries.ts';

/** Days without a period in the query. */
const defaultDays = 30;
const scoreGroups = 10;

type CounterValue = (name: string) => number;

/** Computes the figures of a period, from counters whose number depends on its days, and on the lessons and main lessons. */
export async function readAnalytics(
  { models, generations, timeZone, now = () => new Date() }: DashboardDeps,
  query: { readonly from?: string | undefined; readonly to?: string | undefined },
): Promise<Analytics> {
  const { generation } = generations.current();
  const last = Temporal.PlainDate.from(query.to ?? dayOf(now(), timeZone));
  const first = query.from ? Temporal.PlainDate.from(query.from) : last.subtract({ days: defaultDays - 1 });
  const days = daysBetween(first, last);
  const daysBefore = daysBetween(first.subtract({ days: days.length }), first.subtract({ days: 1 }));
  const mondays = [...new Set(days.map(mondayOf))];
  const months = [...new Set(days.map((day) => day.slice(0, 7)))];
  const [from, to] = [first.toString(), last.toString()];
  const counters = await readCounters(models, generation, [
    prefixRange(names.learningPrefix(daysBefore[0] ?? from), names.learningPrefix(to)),
    prefixRange(names.weekPrefix(mondays[0] ?? from), names.weekPrefix(to)),
    prefixRange(names.scorePrefix(from), names.scorePrefix(to)),
    prefixRange(names.salesPrefix(months[0] ?? ''), names.salesPrefix(months.at(-1) ?? '')),
    prefixRange(names.lessonPrefix),
    prefixRange(names.coursePrefix),
    ...[names.learners, names.purchases, names.words, names.recordedWords].map((name) => prefixRange(name)),
  ]);
  const amountOf: CounterValue = (name) => counters.get(name) ?? 0;
  const lessons = toLessons(counters);
  const [content, questions, words] = await Promise.all([
    toContent({ models, generation }, lessons, amountOf),
    readHardest(models.questions, generation, analyticsLimits.listed),
    readHardest(models.words, generation, analyticsLimits.listed),
  ]);
  const learners = amountOf(names.learners);
  return {
    hasLearners: learners > 0,
    from,
    to,
    days: days.map((day) => ({
      day,
      activeLearners: amountOf(names.activeLearners(day)),
      ...totalsOf([day], amountOf),
    })),
    weeks: mondays.map((monday) => ({ monday, activeLearners: amountOf(names.weekLearners(monday)) })),
    totals: totalsOf(days, amountOf),
    totalsBefore: totalsOf(daysBefore, amountOf),
    scores: Array.from({ length: scoreGroups }, (_, group) =>
      days.reduce((sum, day) => sum + amountOf(names.score(day, group)), 0),
    ),
    months: months.map((month) => ({
      month,
      purchases: amountOf(names.sales(month, 'purchases')),
      revenue: amountOf(names.sales(month, 'revenue')),
      refunded: amountOf(names.sales(month, 'refunded')),
    })),
    ...content,
    questions: questions.map(({ quizId, questionId, question, tries, right, instead }) => ({
      ...{ quizId, questionId, question },
      ...{ tries, right, instead },
    })),
    words: words.map(({ word, questions: count, tries, right, instead }) => ({
      ...{ word, questions: count },
      ...{ tries, right, instead },
    })),
    learners,
    purchasesPer100: learners === 0 ? null : percent(amountOf(names.purchases), learners),
    wordCount: amountOf(names.words),
    recordedWords: amountOf(names.recordedWords),
  };
}

function daysBetween(first: Temporal.PlainDate, last: Temporal.PlainDate): string[] {
  const { days } = last.since(first, { largestUnit: 'day' });
  return Array.from({ length: days + 1 }, (_, index) => first.add({ days: index }).toString());
}

const percent = (part: number, whole: number) => Math.round((part / whole) * 1_000) / 10;

function totalsOf(days: readonly string[], amountOf: CounterValue): AnalyticsTotals {
  const sumOf = (name: (day: string) => string) => days.reduce((sum, day) => sum + amountOf(name(day)), 0);
  return {
    newLearners: sumOf(names.newLearners),
    lessonsOpened: sumOf(names.lessonsOpened),
    lessonsFinished: sumOf(names.lessonsFinished),
    answers: sumOf(names.answers),
    tries: sumOf(names.tries),
    passed: sumOf(names.passed),
  };
}

interface LessonLearners {
  readonly id: number;
  readonly opened: number;
  readonly finished: number;
}

/** The learners who have opened and finished each lesson. */
function toLessons(counters: ReadonlyMap<string, number>): LessonLearners[] {
  const opened = names.lessonOpened(0).slice(names.lessonPrefix.length + 1);
  return [...counters].flatMap(([name, count]) => {
    if (count === 0 || !name.startsWith(names.lessonPrefix) || !name.endsWith(opened)) return [];
    const id = Number.parseInt(name.slice(names.lessonPrefix.length), 10);
    return { id, opened: count, finished: counters.get(names.lessonFinished(id)) ?? 0 };
  });
}

/** Main lessons with the most learners, and the lessons where most learners have stopped. */
async function toContent(
  projection: Parameters<typeof readTitles>[0],
  lessons: readonly LessonLearners[],
  amountOf: CounterValue,
): Promise<Pick<Analytics, 'courses' | 'stops'>> {
  const cards = await readTitles(
    projection,
    'lesson',
    lessons.map(({ id }) => id),
  );
  const present = lessons.filter(({ id }) => cards.has(id));
  const byCourse = new Map<number, LessonLearners[]>();
  for (const lesson of present) {
    const id = cards.get(lesson.id)?.parent?.id ?? 0;
    byCourse.set(id, [...(byCourse.get(id) ?? []), lesson]);
  }
  const courses = await readTitles(projection, 'main-lesson');
  const figures = [...courses].map(([id, { title, isFree = false }]) => {
    const own = byCourse.get(id) ?? [];
    const opened = own.reduce((sum, lesson) => sum + lesson.opened, 0);
    const finished = own.reduce((sum, lesson) => sum + lesson.finished, 0);
    return {
      ...{ id, title, isFree },
      learners: Math.max(0, ...own.map((lesson) => lesson.opened)),
      finishedShare: opened === 0 ? null : percent(finished, opened),
      purchases: amountOf(names.course(id, 'purchases')),
      revenue: amountOf(names.course(id, 'revenue')),
      refunded: amountOf(names.course(id, 'refunded')),
    };
  });
  return {
    courses: figures
      .sort((one, other) => other.learners - one.learners || one.id - other.id)
      .slice(0, analyticsLimits.courses),
    stops: present
      .filter(({ opened, finished }) => opened >= analyticsLimits.minTries && finished < opened)
      .sort((one, other) => other.opened - other.finished - (one.opened - one.finished) || one.id - other.id)
      .slice(0, analyticsLimits.listed)
      .map(({ id, opened, finished }) => ({
        ...{ id, opened, finished },
        title: cards.get(id)?.title ?? '',
      })),
  };
}
