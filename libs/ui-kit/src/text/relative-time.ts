import { message } from '../messages/messages.ts';
import { formatSchoolTime } from './school-time.ts';

const units = [
  ['relativeTime.minutes', 60],
  ['relativeTime.hours', 3_600],
  ['relativeTime.days', 86_400],
] as const;
/** Older times are shown as a date. */
const maxRelativeSeconds = 7 * 86_400;

/** `3 hours ago`; the date in the school's time zone when it is more than 7 days ago. A time to come is `just now`. */
export function formatRelativeTime(at: Date, now: Date): string {
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

/**
 * Calls `listener` every 30 seconds, so that relative times on the page stay current. All share one timer.
 * @returns a function that unsubscribes
 */
export function subscribeToClock(listener: () => void): () => void {
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
