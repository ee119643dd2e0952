import { queryKeys, useApi, useApiMutation } from '@khmer-learning/console-sdk';
import { lessons, mainLessons, quizzes, type ScheduledItem } from '@khmer-learning/contracts';
import { formatSchoolMinute, fromSchoolClockTime, toSchoolClockTime } from '@khmer-learning/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { message } from '../messages/messages.ts';
import { addDays, type Day } from './month-days.ts';

/** The kinds of items that are scheduled, with the views of their forms. */
const scheduledKinds = {
  'main-lesson': { view: 'main_lessons', schedule: mainLessons.schedule, label: 'calendar.mainLesson' },
  lesson: { view: 'lessons', schedule: lessons.schedule, label: 'calendar.lesson' },
  quiz: { view: 'quizzes', schedule: quizzes.schedule, label: 'calendar.quiz' },
} as const;
type Kind = keyof typeof scheduledKinds;
const kinds = Object.keys(scheduledKinds) as Kind[];

const scheduleKeys = queryKeys('schedules', kinds);

/** What happens to an item on a day. */
export interface CalendarEntry extends ScheduledItem {
  readonly kind: Kind;
  readonly view: (typeof scheduledKinds)[Kind]['view'];
  readonly label: (typeof scheduledKinds)[Kind]['label'];
  /** In the school's time zone. */
  readonly day: Day;
  readonly time: string;
}

const startOf = (day: Day) => fromSchoolClockTime({ day, time: '00:00' })?.toISOString() ?? '';

/** What is scheduled from a day to another, both included, in the order of time. */
export function useCalendarEntries(first: Day, last: Day) {
  const api = useApi();
  const query = { from: startOf(first), until: startOf(addDays(last, 1)) };
  return useQuery({
    queryKey: scheduleKeys.list(query),
    queryFn: async ({ signal }) => {
      const lists = await Promise.all(
        kinds.map(async (kind) => {
          const { view, label, schedule } = scheduledKinds[kind];
          const { data, isComplete } = await api.call(schedule.list, { query }, { signal });
          const entries = data.map(
            (item): CalendarEntry => ({
              ...item,
              ...toSchoolClockTime(new Date(item.at)),
              kind,
              view,
              label,
            }),
          );
          return { entries, isComplete };
        }),
      );
      return {
        entries: lists.flatMap(({ entries }) => entries).sort((one, other) => one.at.localeCompare(other.at)),
        isComplete: lists.every(({ isComplete }) => isComplete),
      };
    },
    placeholderData: keepPreviousData,
  });
}

/** Moves what is scheduled to another day, at the same time of day. */
export function useMoveEntry() {
  const api = useApi();
  return useApiMutation({
    call: ({ entry: { kind, id, time }, day }: { entry: CalendarEntry; day: Day }) =>
      api.call(scheduledKinds[kind].schedule.move, {
        params: { id },
        body: { at: fromSchoolClockTime({ day, time })?.toISOString() ?? '' },
      }),
    successMessage: ({ at }, { entry }) =>
      message('calendar.moved', { title: entry.title, at: formatSchoolMinute(new Date(at)) }),
    failureMessage: message('calendar.moveFailed'),
    changes: kinds,
    dedupeKey: ({ entry }) => `${entry.kind} ${entry.id}`,
  });
}
