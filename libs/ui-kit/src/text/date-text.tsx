import { formatSchoolTime } from './school-time.ts';
import { Text } from './text.tsx';

/** The school's day of a moment, with the time of day in its title: `May 4, 2026`. `at` is ISO 8601 UTC. */
export function DateText({ at }: { at: string }) {
  const date = new Date(at);
  return (
    <Text as="span" size="small" muted style={{ whiteSpace: 'nowrap' }}>
      <time dateTime={at} title={formatSchoolTime(date, { dateStyle: 'full', timeStyle: 'long' })}>
        {formatSchoolTime(date, { dateStyle: 'medium' })}
      </time>
    </Text>
  );
}
