import {
  contentReviewEvent,
  countWords,
  type EntityEvent,
  type EventDefinition,
  grantedMethod,
  type HiddenBy,
  hasStaleQuestionRecording,
  hasStaleSectionRecording,
  learnerProgressEvent,
  lessonEvent,
  lessonTypeEvent,
  mainLessonEvent,
  paymentStatusGroupOf,
  purchaseEvent,
  quizEvent,
  quizResultsEvent,
  quizReviewEvent,
  type StateOf,
  userEvent,
} from '@khmer-learning/contracts';
import { dayOf, isEventOf } from '@khmer-learning/service-kit';
import { Temporal } from 'temporal-polyfill';

/** The amounts that one entity adds to the dashboard's counters, by counter name. */
export type CounterContribution = Readonly<Record<string, number>>;

/** The fields of an entity that the Recent Content and Content Distribution cards show. */
export interface ContentCard {
  readonly title: string;
  readonly status: string;
  readonly updatedAt: string;
  /** What hides it from learners while it is a draft. Absent from what earlier releases projected. */
  readonly parent?: HiddenBy;
  /** Of a main lesson. Absent from what earlier releases projected. */
  readonly isFree?: boolean;
}

/** The part of an entity's state that the projection stores. */
interface ProjectedEntity {
  readonly counts: CounterContribution;
  readonly card: ContentCard | null;
}

/** Maps an event of one kind of entity to the projection; null for any other event, and for a deletion. */
type EntityProjection = (event: EntityEvent, timeZone: string) => ProjectedEntity | null;

/** @param read gets the state as the consumer has validated it */
function defineProjection<D extends EventDefinition>(
  definition: D,
  read: (state: StateOf<D>, timeZone: string) => ProjectedEntity,
): EntityProjection {
  return (event, timeZone) =>
    isEventOf(definition, event) && event.state !== null ? read(event.state, timeZone) : null;
}

/** The names of all counters, shared by the writing and the reading side. */
export const counterNames = {
  /** Not a figure: a random number that every transaction of a shard replaces, so that readers notice the change. */
  revision: 'revision',
  total: (kind: string) => `${kind}.total`,
  month: (kind: string, month: string) => `${kind}.month.${month}`,
  free: 'main-lesson.free',
  premium: 'main-lesson.premium',
  priceCents: 'main-lesson.priceCents',
  lessonTypePrefix: 'lesson.type.',
  lessonType: (id: number) => `lesson.type.${id}`,
  activeUsers: 'user.active',
  activeUsersMonth: (month: string) => `user.activeMonth.${month}`,
  purchaseCents: 'purchase.cents',
  purchaseCentsMonth: (month: string) => `purchase.centsMonth.${month}`,
  drafts: (kind: string) => `${kind}.draft`,
  staleRecordings: (kind: string) => `${kind}.staleRecordings`,
  requestedReviews: (kind: string) => `${kind}.review`,
  failedPayments: 'purchase.failed',
  pendingRefunds: 'purchase.pendingRefund',
  dayPrefix: (day: string) => `day.${day}.`,
  /** What a counter has from one day. */
  day: (day: string, counter: string) => `day.${day}.${counter}`,
  learningPrefix: (day: string) => `learning.${day}.`,
  activeLearners: (day: string) => `learning.${day}.learners`,
  lessonsFinished: (day: string) => `learning.${day}.lessons`,
  answers: (day: string) => `learning.${day}.answers`,
  lessonsOpened: (day: string) => `learning.${day}.opened`,
  newLearners: (day: string) => `learning.${day}.new`,
  tries: (day: string) => `learning.${day}.tries`,
  passed: (day: string) => `learning.${day}.passed`,
  learners: 'learner.total',
  weekPrefix: (monday: string) => `week.${monday}.`,
  weekLearners: (monday: string) => `week.${monday}.learners`,
  scorePrefix: (day: string) => `score.${day}.`,
  score: (day: string, group: number) => `score.${day}.${group}`,
  lessonPrefix: 'lesson-learners.',
  lessonOpened: (id: number) => `lesson-learners.${id}.opened`,
  lessonFinished: (id: number) => `lesson-learners.${id}.finished`,
  coursePrefix: 'course.',
  course: (id: number, figure: 'purchases' | 'revenue' | 'refunded') => `course.${id}.${figure}`,
  salesPrefix: (month: string) => `sales.${month}.`,
  sales: (month: string, figure: 'purchases' | 'revenue' | 'refunded') => `sales.${month}.${figure}`,
  purchases: 'purchase.completed',
  words: 'lesson.words',
  recordedWords: 'lesson.recordedWords',
} as const;

/** The day of a moment in an event, as `YYYY-MM-DD`. */
const dayIn = (at: string, timeZone: string) => dayOf(new Date(at), timeZone);
const monthOfDay = (day: string) => day.slice(0, 7);

export function mondayOf(day: string): string {
  const date = Temporal.PlainDate.from(day);
  return date.subtract({ days: date.dayOfWeek - 1 }).toString();
}

const withoutZeros = (counts: CounterContribution): CounterContribution =>
  Object.fromEntries(Object.entries(counts).filter(([, amount]) => amount !== 0));

/** The counts, each also for a day. */
function withDay(day: string, counts: CounterContribution): CounterContribution {
  const ofDay = Object.entries(counts).map(
    ([name, amount]) => [counterNames.day(day, name), amount] as const,
  );
  return { ...counts, ...Object.fromEntries(ofDay) };
}

/** @param counts further counts of an entity that its day of creation has, too */
const createdCounts = (kind: string, day: string, counts: CounterContribution = {}) => ({
  ...withDay(day, { [counterNames.total(kind)]: 1, ...counts }),
  [counterNames.month(kind, monthOfDay(day))]: 1,
});

/** A draft, by the day when it was last edited: time alone makes it old. */
const draftCounts = (kind: string, { status, updatedAt }: Content, timeZone: string): CounterContribution =>
  status === 'draft' ? withDay(dayIn(updatedAt, timeZone), { [counterNames.drafts(kind)]: 1 }) : {};

type Content = StateOf<typeof lessonEvent> | StateOf<typeof mainLessonEvent> | StateOf<typeof quizEvent>;

const toContentCard = (state: Content, parent?: HiddenBy): ContentCard => ({
  title: state.title,
  status: state.status,
  updatedAt: state.updatedAt,
  ...(parent === undefined ? {} : { parent }),
});

/** The revenue of a purchase in cents: 0 before it is completed, refunds subtracted. */
function earnedCents(state: StateOf<typeof purchaseEvent>): number {
  const group = paymentStatusGroupOf(state.paymentStatus);
  return group === 'completed' || group === 'refund' ? state.purchaseAmount - state.refundedAmount : 0;
}

/** What a purchase adds to the sales of its month and main lesson; a refund counts there, too, granted access does not. */
function salesCounts(state: StateOf<typeof purchaseEvent>, month: string): CounterContribution {
  const group = paymentStatusGroupOf(state.paymentStatus);
  if ((group !== 'completed' && group !== 'refund') || state.paymentMethod === grantedMethod) return {};
  const { mainLessonId, refundedAmount } = state;
  const figures = { purchases: 1, revenue: earnedCents(state), refunded: refundedAmount } as const;
  return withoutZeros({
    [counterNames.purchases]: 1,
    ...Object.fromEntries(
      (['purchases', 'revenue', 'refunded'] as const).flatMap((figure) => [
        [counterNames.sales(month, figure), figures[figure]],
        ...(mainLessonId === null ? [] : [[counterNames.course(mainLessonId, figure), figures[figure]]]),
      ]),
    ),
  });
}

/** The words of a lesson, and those that have a recording. */
function wordCounts(sections: StateOf<typeof lessonEvent>['sections']): CounterContribution {
  const { words, recordedWords } = countWords(sections);
  return withoutZeros({ [counterNames.words]: words, [counterNames.recordedWords]: recordedWords });
}

/** A review counts for the kind of its item while it waits for a reviewer. */
const reviewCounts = ({ state, item }: StateOf<typeof contentReviewEvent>): ProjectedEntity => ({
  counts: state === 'requested' ? { [counterNames.requestedReviews(item.entity)]: 1 } : {},
  card: null,
});
const ofContentReview = defineProjection(contentReviewEvent, reviewCounts);
const ofQuizReview = defineProjection(quizReviewEvent, reviewCounts);

/** What to store of the entity of an event; null when it is deleted. */
export function projectEvent(event: EntityEvent, timeZone: string): ProjectedEntity | null {
  return entityProjections[event.entity]?.(event, timeZone) ?? null;
}

/** The projections by entity name, as in the events. */
const entityProjections: Readonly<Record<string, EntityProjection>> = {
  'main-lesson': defineProjection(mainLessonEvent, (state, timeZone) => ({
    counts: {
      ...createdCounts('main-lesson', dayIn(state.createdAt, timeZone), {
        [state.free ? counterNames.free : counterNames.premium]: 1,
      }),
      ...(state.free ? {} : { [counterNames.priceCents]: state.price ?? 0 }),
      ...draftCounts('main-lesson', state, timeZone),
    },
    card: { ...toContentCard(state), isFree: state.free },
  })),
  lesson: defineProjection(lessonEvent, (state, timeZone) => ({
    counts: {
      ...createdCounts('lesson', dayIn(state.createdAt, timeZone)),
      [counterNames.lessonType(state.lessonTypeId)]: 1,
      ...draftCounts('lesson', state, timeZone),
      ...(hasStaleSectionRecording(state.sections) ? { [counterNames.staleRecordings('lesson')]: 1 } : {}),
      ...wordCounts(state.sections),
    },
    card: toContentCard(state, { entity: 'main-lesson', id: state.mainLessonId }),
  })),
  quiz: defineProjection(quizEvent, (state, timeZone) => ({
    counts: {
      ...createdCounts('quiz', dayIn(state.createdAt, timeZone)),
      ...draftCounts('quiz', state, timeZone),
      ...(hasStaleQuestionRecording(state.questions) ? { [counterNames.staleRecordings('quiz')]: 1 } : {}),
    },
    card: toContentCard(
      state,
      state.lessonId === null ? undefined : { entity: 'lesson', id: state.lessonId },
    ),
  })),
  'lesson-type': defineProjection(lessonTypeEvent, (state) => ({
    counts: {},
    card: { title: state.title, status: '', updatedAt: state.updatedAt },
  })),
  review: (event, timeZone) => ofContentReview(event, timeZone) ?? ofQuizReview(event, timeZone),
  user: defineProjection(userEvent, ({ isActive, createdAt }, timeZone) => {
    const day = dayIn(createdAt, timeZone);
    return {
      counts: {
        ...createdCounts('user', day, isActive ? { [counterNames.activeUsers]: 1 } : {}),
        ...(isActive ? { [counterNames.activeUsersMonth(monthOfDay(day))]: 1 } : {}),
      },
      card: null,
    };
  }),
  'learner-progress': defineProjection(learnerProgressEvent, ({ days, firstDay, lessons = [] }) => ({
    counts: withoutZeros({
      [counterNames.learners]: 1,
      ...(firstDay ? { [counterNames.newLearners(firstDay)]: 1 } : {}),
      ...Object.fromEntries(days.map(({ day }) => [counterNames.weekLearners(mondayOf(day)), 1])),
      ...Object.fromEntries(
        days.flatMap(({ day, lessonsFinished, answers, lessonsOpened = 0 }) => [
          [counterNames.activeLearners(day), 1],
          [counterNames.lessonsFinished(day), lessonsFinished],
          [counterNames.answers(day), answers],
          [counterNames.lessonsOpened(day), lessonsOpened],
        ]),
      ),
      ...Object.fromEntries(
        lessons.flatMap(({ lessonId, isFinished }) => [
          [counterNames.lessonOpened(lessonId), 1],
          [counterNames.lessonFinished(lessonId), isFinished ? 1 : 0],
        ]),
      ),
    }),
    card: null,
  })),
  'quiz-results': defineProjection(quizResultsEvent, ({ days }) => ({
    counts: withoutZeros(
      Object.fromEntries(
        days.flatMap(({ day, tries, passed, scores }) => [
          [counterNames.tries(day), tries],
          [counterNames.passed(day), passed],
          ...scores.map((count, group) => [counterNames.score(day, group), count] as const),
        ]),
      ),
    ),
    card: null,
  })),
  purchase: defineProjection(purchaseEvent, (state, timeZone) => {
    const cents = earnedCents(state);
    const day = dayIn(state.purchaseDate, timeZone);
    const isFailed = paymentStatusGroupOf(state.paymentStatus) === 'failed';
    return {
      counts: {
        ...withDay(day, {
          [counterNames.purchaseCents]: cents,
          ...(isFailed ? { [counterNames.failedPayments]: 1 } : {}),
        }),
        [counterNames.purchaseCentsMonth(monthOfDay(day))]: cents,
        ...(state.pendingRefundAmount === undefined ? {} : { [counterNames.pendingRefunds]: 1 }),
        ...salesCounts(state, monthOfDay(day)),
      },
      card: null,
    };
  }),
};

/** The difference to add to the counters when an entity's contribution changes. Zero differences are left out. */
export function subtractContributions(
  before: CounterContribution,
  after: CounterContribution,
): CounterContribution {
  const result: Record<string, number> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const amount = (after[name] ?? 0) - (before[name] ?? 0);
    if (amount !== 0) result[name] = amount;
  }
  return result;
}
