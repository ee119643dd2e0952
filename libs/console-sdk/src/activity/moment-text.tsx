import { schoolTime, Text } from '@khmer-learning/ui-kit';

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const steps = [
  ['minute', 60],
  ['hour', 3_600],
  ['day', 86_400],
] as const;
/** Longer ago than this, a date says more. */
const relativeForSeconds = 7 * 86_400;

/** `3 hours ago`; the date and time of day when that is long ago. */
function momentWords(at: Date, now: Date): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1_000);
  if (-seconds > relativeForSeconds) return schoolTime(at, { dateStyle: 'medium', timeStyle: 'short' });
  const step = steps.findLast(([, size]) => -seconds >= size);
  return step ? relative.format(Math.ceil(seconds / step[1]), step[0]) : 'just now';
}

/** A moment by the school's clock, with the exact one in its title. `at` is ISO 8601 UTC. */
export function MomentText({ at }: { at: string }) {
  const moment = new Date(at);
  return (
    <Text as="span" size="small" muted>
      <time dateTime={at} title={schoolTime(moment, { dateStyle: 'full', timeStyle: 'long' })}>
        {momentWords(moment, new Date())}
      </time>
    </Text>
  );
}
