import { Text } from '@khmer-learning/ui-kit';

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short' });

/** The day something was changed, with the time of day in its title. `at` is ISO 8601 UTC. */
export function UpdatedTime({ at }: { at: string }) {
  const date = new Date(at);
  return (
    <Text as="span" size="small" muted style={{ whiteSpace: 'nowrap' }}>
      <time dateTime={at} title={moment.format(date)}>
        {day.format(date)}
      </time>
    </Text>
  );
}
