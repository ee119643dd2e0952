import { useSyncExternalStore } from 'react';
import { useLanguage } from '../i18n/language.ts';
import { message } from '../messages/messages.ts';
import { formatSchoolMinute, formatSchoolTime } from './school-time.ts';
import { Text } from './text.tsx';

const formats = {
  relative: (at: Date) => formatRelativeTime(at, new Date()),
  minute: formatSchoolMinute,
  day: (at: Date) => formatSchoolTime(at, { dateStyle: 'medium' }),
} as const;

export interface DateTextProps {
  /** ISO 8601 UTC. */
  at: string;
  /** `relative`: `3 hours ago`, after 7 days as `day`; it stays current. `minute`: `May 4, 2026, 06:00`. `day`: `May 4, 2026`. */
  format?: keyof typeof formats;
}

/** A moment in the school's time zone. Its title, which screen readers announce too, has the exact time. */
export function DateText({ at, format = 'relative' }: DateTextProps) {
  useLanguage();
  const moment = new Date(at);
  // The snapshot is the text: a tick renders only the times whose text changes.
  const text = useSyncExternalStore(subscribeToClock, () => formats[format](moment));
  return (
    <Text as="span" size="small" muted style={{ whiteSpace: 'nowrap' }}>
      <time dateTime={at} title={formatSchoolTime(moment, { dateStyle: 'full', timeStyle: 'long' })}>
        {text}
      </time>
    </Text>
  );
}

const units = [
  ['relativeTime.minutes', 60],
  ['relativeTime.hours', 3_600],
  ['relativeTime.days', 86_400],
] as const;
/** Older times are shown as a date. */
const maxRelativeSeconds = 7 * 86_400;

/** `3 hours ago`; the date in the school's time zone when it is more than 7 days ago. A time to come is `just now`. */
function formatRelativeTime(at: Date, now: Date): string {
  const secondsAgo = Math.round((now.getTime() - at.getTime()) / 1_000);
  if (secondsAgo > maxRelativeSeconds) return formatSchoolTime(at, { dateStyle: 'medium' });
  const unit = units.findLast(([, size]) => secondsAgo >= size);
  return unit
    ? message(unit[0], { count: Math.floor(secondsAgo / unit[1]) })
    : message('relativeTime.justNow');
}

const refreshMs = 30_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Calls `listener` every 30 seconds, so that relative times stay current. All share one timer. @returns unsubscribes */
function subscribeToClock(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, refreshMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
