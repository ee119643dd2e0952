import {
  FieldGrid,
  FormField,
  formatSchoolMinute,
  type SchoolClockTime,
  schoolTimeZoneName,
  Text,
  TextInput,
  toSchoolClockTime,
} from '@khmer-learning/ui-kit';
import { message, useMessages } from '../messages/messages.ts';

const dayMs = 86_400_000;

/** Six in the morning of the school's next day, before lessons begin. */
export const suggestedTime = (): SchoolClockTime => ({
  day: toSchoolClockTime(new Date(Date.now() + dayMs)).day,
  time: '06:00',
});

/** The error of a chosen time; undefined when it can be scheduled. */
export function timeError(at: Date | undefined): string | undefined {
  if (at === undefined) return message('scheduleDialog.chooseTime');
  const now = new Date();
  return at > now ? undefined : message('scheduleDialog.past', { now: formatSchoolMinute(now) });
}

interface ScheduleTimeFieldsProps {
  value: SchoolClockTime;
  error: string | undefined;
  onChange: (value: SchoolClockTime) => void;
}

/** The fields of a time, in the school's time zone. */
export function ScheduleTimeFields({ value, error, onChange }: ScheduleTimeFieldsProps) {
  const t = useMessages();
  return (
    <>
      <FieldGrid>
        <FormField label={t('scheduleDialog.date')} required error={error}>
          <TextInput
            type="date"
            value={value.day}
            onChange={({ target }) => onChange({ ...value, day: target.value })}
          />
        </FormField>
        <FormField label={t('scheduleDialog.time')} required>
          <TextInput
            type="time"
            value={value.time}
            onChange={({ target }) => onChange({ ...value, time: target.value })}
          />
        </FormField>
      </FieldGrid>
      <Text size="small" muted>
        {t('scheduleDialog.timeZone', { timeZone: schoolTimeZoneName() })}
      </Text>
    </>
  );
}
