import { useSyncExternalStore } from 'react';
import { useLanguage } from '../i18n/language.ts';
import { formatRelativeTime, subscribeToClock } from './relative-time.ts';
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
  /**
   * `relative`: `3 hours ago`, and `May 4, 2026` after 7 days; it stays current. `minute`: `May 4, 2026, 06:00`, for
   * payments. `day`: `May 4, 2026`, for days that people plan by.
   */
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
