import { formatSchoolTime, Text } from '@khmer-learning/ui-kit';

const relativeTimeFormat = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const units = [
  ['minute', 60],
  ['hour', 3_600],
  ['day', 86_400],
] as const;
/** Older times are shown as a date. */
const maxRelativeSeconds = 7 * 86_400;

/** `3 hours ago`; date and time when it is more than 7 days ago. */
function formatRelativeTime(at: Date, now: Date): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1_000);
  if (-seconds > maxRelativeSeconds) return formatSchoolTime(at, { dateStyle: 'medium', timeStyle: 'short' });
  const unit = units.findLast(([, size]) => -seconds >= size);
  return unit ? relativeTimeFormat.format(Math.ceil(seconds / unit[1]), unit[0]) : 'just now';
}

/** A relative time, with the exact time in the school's time zone as its title. `at` is ISO 8601 UTC. */
export function RelativeTime({ at }: { at: string }) {
  const moment = new Date(at);
  return (
    <Text as="span" size="small" muted>
      <time dateTime={at} title={formatSchoolTime(moment, { dateStyle: 'full', timeStyle: 'long' })}>
        {formatRelativeTime(moment, new Date())}
      </time>
    </Text>
  );
}
