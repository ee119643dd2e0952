import { formatSchoolTime } from './school-time.ts';
import { Text } from './text.tsx';

/** A date in the school's time zone, with the time in its title: `May 4, 2026`. `at` is ISO 8601 UTC. */
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
