import {
  type EventDefinition,
  lessonEvent,
  lessonTypeEvent,
  mainLessonEvent,
  paymentStatusGroupOf,
  purchaseEvent,
  quizEvent,
  type StateOf,
  userEvent,
} from '@khmer-learning/contracts';
import type { z } from 'zod';
import { monthOf } from '../dashboard/growth.ts';

/** What one entity adds to the dashboard's counters: counter name to amount. */
export type Contribution = Readonly<Record<string, number>>;

/** What the Recent Content and Content Distribution cards need to know of one entity. */
export interface Card {
  readonly title: string;
  readonly status: string;
  readonly updatedAt: string;
}

/** What the projection keeps of an entity's state. */
interface Reading {
  readonly counts: Contribution;
  readonly card: Card | null;
}

/** How one kind of entity shows in the dashboard; a state that does not fit its schema throws. */
interface Projection {
  readonly read: (state: unknown, timeZone: string) => Reading;
}

function projection<S extends z.ZodType>(
  definition: EventDefinition<S>,
  read: (state: z.output<S>, timeZone: string) => Reading,
): Projection {
  return { read: (state, timeZone) => read(definition.state.parse(state), timeZone) };
}

/** Every counter is named here, so that what is counted and what is read cannot drift apart. */
export const counters = {
  total: (kind: string) => `${kind}.total`,
  month: (kind: string, month: string) => `${kind}.month.${month}`,
  free: 'main-lesson.free',
  premium: 'main-lesson.premium',
  priceCents: 'main-lesson.priceCents',
  /** Lessons of one type; the prefix finds them all. */
  lessonTypePrefix: 'lesson.type.',
  lessonType: (id: number) => `lesson.type.${id}`,
  activeUsers: 'user.active',
  activeUsersMonth: (month: string) => `user.activeMonth.${month}`,
  purchaseCents: 'purchase.cents',
  purchaseCentsMonth: (month: string) => `purchase.centsMonth.${month}`,
} as const;

const created = (kind: string, state: { createdAt: string }, timeZone: string) => ({
  [counters.total(kind)]: 1,
  [counters.month(kind, monthOf(new Date(state.createdAt), timeZone))]: 1,
});

type Content = StateOf<typeof lessonEvent> | StateOf<typeof mainLessonEvent> | StateOf<typeof quizEvent>;

const contentCard = (state: Content): Card => ({
  title: state.title,
  status: state.status,
  updatedAt: state.updatedAt,
});

/** What a payment has brought in: nothing before it is completed, and never what has gone back (decisions, Dashboard). */
function earnedCents(state: StateOf<typeof purchaseEvent>): number {
  const group = paymentStatusGroupOf(state.paymentStatus);
  return group === 'completed' || group === 'refund' ? state.purchaseAmount - state.refundedAmount : 0;
}

/** The kinds of entity the dashboard counts, by the name their events carry. */
export const projections: Readonly<Record<string, Projection>> = {
  'main-lesson': projection(mainLessonEvent, (state, timeZone) => ({
    counts: {
      ...created('main-lesson', state, timeZone),
      ...(state.free
        ? { [counters.free]: 1 }
        : { [counters.premium]: 1, [counters.priceCents]: state.price ?? 0 }),
    },
    card: contentCard(state),
  })),
  lesson: projection(lessonEvent, (state, timeZone) => ({
    counts: { ...created('lesson', state, timeZone), [counters.lessonType(state.lessonTypeId)]: 1 },
    card: contentCard(state),
  })),
  quiz: projection(quizEvent, (state, timeZone) => ({
    counts: created('quiz', state, timeZone),
    card: contentCard(state),
  })),
  'lesson-type': projection(lessonTypeEvent, (state) => ({
    counts: {},
    card: { title: state.title, status: '', updatedAt: state.updatedAt },
  })),
  user: projection(userEvent, (state, timeZone) => ({
    counts: {
      ...created('user', state, timeZone),
      ...(state.isActive
        ? {
            [counters.activeUsers]: 1,
            [counters.activeUsersMonth(monthOf(new Date(state.createdAt), timeZone))]: 1,
          }
        : {}),
    },
    card: null,
  })),
  purchase: projection(purchaseEvent, (state, timeZone) => {
    const cents = earnedCents(state);
    const month = monthOf(new Date(state.purchaseDate), timeZone);
    return {
      counts: { [counters.purchaseCents]: cents, [counters.purchaseCentsMonth(month)]: cents },
      card: null,
    };
  }),
};

/** What has to be added to the counters when an entity's contribution changes from one to the other. */
export function difference(before: Contribution, after: Contribution): Contribution {
  const result: Record<string, number> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const amount = (after[name] ?? 0) - (before[name] ?? 0);
    if (amount !== 0) result[name] = amount;
  }
  return result;
}
