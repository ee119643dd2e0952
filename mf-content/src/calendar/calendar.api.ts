import { queryKeys, useApi, useApiMutation } from '@khmer-learning/console-sdk';
import {
  type ContentRelease,
  contentReleases,
  lessons,
  mainLessons,
  quizzes,
  releasedEntities,
  type ScheduledItem,
} from '@khmer-learning/contracts';
import { formatSchoolMinute, fromSchoolClockTime, toSchoolClockTime } from '@khmer-learning/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { message } from '../messages/messages.ts';
import { addDays, type Day } from './month-days.ts';

const scheduledKinds = {
  'main-lesson': {
    view: 'main_lessons',
    schedule: mainLessons.schedule,
    label: 'itemType.mainLessonCapital',
  },
  lesson: { view: 'lessons', schedule: lessons.schedule, label: 'itemType.lessonCapital' },
  quiz: { view: 'quizzes', schedule: quizzes.schedule, label: 'calendar.quiz' },
} as const;
type Kind = keyof typeof scheduledKinds;
const kinds = Object.keys(scheduledKinds) as Kind[];

const scheduleKeys = queryKeys('schedules', kinds);

interface OnDay extends Pick<ScheduledItem, 'id' | 'title' | 'at' | 'action' | 'failure'> {
  /** In the school's time zone. */
  readonly day: Day;
  readonly time: string;
}

export interface ReleaseEntry extends OnDay {
  readonly kind: 'content-release';
  readonly label: 'calendar.release';
  readonly release: ContentRelease;
}

export type CalendarEntry =
  | (OnDay & { readonly kind: Kind } & Pick<(typeof scheduledKinds)[Kind], 'view' | 'label'>)
  | ReleaseEntry;

function toReleaseEntry(release: ContentRelease): ReleaseEntry[] {
  const { id, at, items, failure } = release;
  if (at === null) return [];
  const counts = releasedEntities.flatMap((entity) => {
    const count = items.filter((item) => item.entity === entity).length;
    return count === 0 ? [] : message('calendar.countOfKind', { kind: entity, count });
  });
  return [
    {
      ...{ kind: 'content-release', label: 'calendar.release', action: 'publish', id, at, release },
      ...toSchoolClockTime(new Date(at)),
      title: message('calendar.releaseOf', { counts: counts.join(', ') }),
      failure: failure?.message ?? null,
    },
  ];
}

const startOf = (day: Day) => fromSchoolClockTime({ day, time: '00:00' })?.toISOString() ?? '';

/** What is scheduled from a day to another, both included, in the order of time. */
export function useCalendarEntries(first: Day, last: Day) {
  const api = useApi();
  const query = { from: startOf(first), until: startOf(addDays(last, 1)) };
  return useQuery({
    queryKey: scheduleKeys.list(query),
    queryFn: async ({ signal }) => {
      const ofReleases = api.call(contentReleases.list, { query }, { signal });
      const lists = await Promise.all([
        ofReleases.then(({ data, isComplete }) => ({ entries: data.flatMap(toReleaseEntry), isComplete })),
        ...kinds.map(async (kind) => {
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
      ]);
      return {
        entries: lists
          .flatMap(({ entries }): CalendarEntry[] => entries)
          .sort((one, other) => one.at.localeCompare(other.at)),
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
    call: async ({ entry: { kind, id, time }, day }: { entry: CalendarEntry; day: Day }) => {
      const request = {
        params: { id },
        body: { at: fromSchoolClockTime({ day, time })?.toISOString() ?? '' },
      };
      return kind === 'content-release'
        ? api.call(contentReleases.move, request)
        : api.call(scheduledKinds[kind].schedule.move, request);
    },
    successMessage: ({ at }, { entry }) =>
      message('calendar.moved', { title: entry.title, at: formatSchoolMinute(new Date(at ?? '')) }),
    failureMessage: message('calendar.moveFailed'),
    changes: kinds,
    dedupeKey: ({ entry }) => `${entry.kind} ${entry.id}`,
  });
}

export function useCancelRelease(onCancelled: () => void) {
  const api = useApi();
  return useApiMutation({
    call: ({ id }: ContentRelease) => api.call(contentReleases.cancel, { params: { id } }),
    successMessage: message('calendar.releaseCancelled'),
    failureMessage: message('calendar.releaseNotCancelled'),
    changes: kinds,
    onSuccess: onCancelled,
  });
}
