import type { ChangedEntity } from '@khmer-learning/console-sdk';
import { useApi, useApiMutation, userMessageOf } from '@khmer-learning/console-sdk';
import type { Schedule, ScheduleAction, ScheduleEndpoints } from '@khmer-learning/contracts';
import {
  Button,
  Callout,
  Dialog,
  FieldGrid,
  FormField,
  formatSchoolMinute,
  fromSchoolClockTime,
  type SchoolClockTime,
  Stack,
  schoolTimeZoneName,
  Text,
  TextInput,
  toSchoolClockTime,
} from '@khmer-learning/ui-kit';
import { type FormEvent, useId, useState } from 'react';
import { isStaleVersionError } from './stale-version-dialog.tsx';

interface ScheduleDialogProps {
  kind: {
    itemType: string;
    changes: readonly ChangedEntity[];
    consequence: string;
    schedule: ScheduleEndpoints;
  };
  id: number;
  action: ScheduleAction;
  /** The schedule that is changed; null for a new one. */
  present: Schedule | null;
  /** As what unsaved changes of the form are saved first; null without any. */
  saves: 'draft' | 'working copy' | null;
  /** Saves these. @returns the version to schedule */
  save: () => Promise<number>;
  onScheduled: () => void;
  onClose: () => void;
}

const texts = {
  publish: { title: 'Publish later', verb: 'publishes' },
  unpublish: { title: 'Unpublish later', verb: 'unpublishes' },
} as const;

const dayMs = 86_400_000;

/** Six in the morning of the school's next day, before lessons begin. */
const suggestedTime = (): SchoolClockTime => ({
  day: toSchoolClockTime(new Date(Date.now() + dayMs)).day,
  time: '06:00',
});

/** The error of a chosen time; undefined when it can be scheduled. */
function timeError(at: Date | undefined): string | undefined {
  if (at === undefined) return 'Choose a date and a time';
  const now = new Date();
  return at > now ? undefined : `This is in the past: at the school it is ${formatSchoolMinute(now)}`;
}

/** Asks when an item is published or unpublished, in the school's time zone. */
export function ScheduleDialog({
  kind,
  id,
  action,
  present,
  saves,
  save,
  onScheduled,
  onClose,
}: ScheduleDialogProps) {
  const api = useApi();
  const formId = useId();
  const [chosen, setChosen] = useState(() =>
    present === null ? suggestedTime() : toSchoolClockTime(new Date(present.at)),
  );
  const [error, setError] = useState<string | undefined>(undefined);
  const { itemType } = kind;
  const { title, verb } = texts[action];
  const {
    mutate,
    isPending,
    error: failure,
  } = useApiMutation({
    call: async (at: string) =>
      api.call(kind.schedule.set, { params: { id }, body: { action, at, version: await save() } }),
    successMessage: ({ at }) => `The ${itemType} ${verb} ${formatSchoolMinute(new Date(at))}`,
    failureMessage: '',
    changes: kind.changes,
    onSuccess: () => {
      onClose();
      onScheduled();
    },
    // The dialog shows the failure.
    onError: () => true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React passes the event on to the form around the dialog.
    event.stopPropagation();
    const at = fromSchoolClockTime(chosen);
    const problem = timeError(at);
    setError(problem);
    if (at !== undefined && problem === undefined) mutate(at.toISOString());
  };
  const change = (next: Partial<SchoolClockTime>) => {
    setChosen({ ...chosen, ...next });
    setError(undefined);
  };
  const describeFailure = (reason: Error) =>
    isStaleVersionError(reason)
      ? `Someone else saved this ${itemType} in the meantime. Close this and save it to see what differs.`
      : userMessageOf(reason, 'It could not be scheduled.');

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isPending && onClose()}
      size="small"
      title={title}
      description={
        action === 'publish'
          ? `Learners see this ${itemType} from then on.`
          : `From then on ${kind.consequence}`
      }
      footer={
        <>
          <Button disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            loading={isPending}
            loadingLabel="Scheduling..."
          >
            Schedule
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} inert={isPending}>
        <Stack gap={3}>
          <FieldGrid>
            <FormField label="Date" required error={error}>
              <TextInput
                type="date"
                value={chosen.day}
                onChange={({ target }) => change({ day: target.value })}
              />
            </FormField>
            <FormField label="Time" required>
              <TextInput
                type="time"
                value={chosen.time}
                onChange={({ target }) => change({ time: target.value })}
              />
            </FormField>
          </FieldGrid>
          <Text size="small" muted>{`Time zone of the school: ${schoolTimeZoneName()}`}</Text>
          {saves === null ? null : <Text size="small">{`Your changes are saved as a ${saves} first.`}</Text>}
          {failure === null ? null : (
            <Callout tone="danger" announce title="This could not be scheduled">
              {describeFailure(failure)}
            </Callout>
          )}
        </Stack>
      </form>
    </Dialog>
  );
}
