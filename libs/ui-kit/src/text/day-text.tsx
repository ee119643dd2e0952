import { Text } from './text.tsx';

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short' });

/** The day of a moment, with the time of day in its title: `May 4, 2026`. `at` is ISO 8601 UTC. */
export function DayText({ at }: { at: string }) {
  const date = new Date(at);
  return (
    <Text as="span" size="small" muted style={{ whiteSpace: 'nowrap' }}>
      <time dateTime={at} title={moment.format(date)}>
        {day.format(date)}
      </time>
    </Text>
  );
}
