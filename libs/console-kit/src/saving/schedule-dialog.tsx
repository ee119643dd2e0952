import type { ChangedEntity } from '@khmer-learning/console-sdk';
import { useApi, useApiMutation, userMessageOf } from '@khmer-learning/console-sdk';
import type { Schedule, ScheduleAction, ScheduleEndpoints } from '@khmer-learning/contracts';
import {
  Callout,
  Checkbox,
  formatSchoolMinute,
  fromSchoolClockTime,
  Text,
  toSchoolClockTime,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { isStaleVersionError } from '../comparing/stale-version-dialog.tsx';
import { FormDialog } from '../layout/form-dialog.tsx';
import { useMessages } from '../messages/messages.ts';
import { ScheduleTimeFields, suggestedTime, timeError } from './schedule-time.tsx';

interface ScheduleDialogProps {
  kind: {
    itemType: string;
    entity: ChangedEntity;
    consequence: string;
    endpoints: { schedule: ScheduleEndpoints };
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

const actionMessages = {
  publish: { title: 'scheduleDialog.publishTitle', done: 'scheduleDialog.publishes' },
  unpublish: { title: 'scheduleDialog.unpublishTitle', done: 'scheduleDialog.unpublishes' },
} as const;

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
  const t = useMessages();
  const api = useApi();
  const [chosen, setChosen] = useState(() =>
    present === null ? suggestedTime() : toSchoolClockTime(new Date(present.at)),
  );
  const [isPinned, setPinned] = useState(present?.isPinned ?? false);
  const [error, setError] = useState<string | undefined>(undefined);
  const { itemType } = kind;
  const { title, done } = actionMessages[action];
  const {
    mutate,
    isPending,
    error: failure,
  } = useApiMutation({
    call: async (at: string) =>
      api.call(kind.endpoints.schedule.set, {
        params: { id },
        body: { action, at, version: await save(), isPinned: action === 'publish' && isPinned },
      }),
    successMessage: ({ at }) => t(done, { itemType, at: formatSchoolMinute(new Date(at)) }),
    failureMessage: '',
    changes: [kind.entity],
    onSuccess: () => {
      onClose();
      onScheduled();
    },
    // The dialog shows the failure.
    onError: () => true,
  });
  const submit = () => {
    const at = fromSchoolClockTime(chosen);
    const problem = timeError(at);
    setError(problem);
    if (at !== undefined && problem === undefined) mutate(at.toISOString());
  };
  const describeFailure = (reason: Error) =>
    isStaleVersionError(reason)
      ? t('scheduleDialog.stale', { itemType })
      : userMessageOf(reason, t('scheduleDialog.failed'));

  return (
    <FormDialog
      title={t(title)}
      description={
        action === 'publish'
          ? t('scheduleDialog.publishDescription', { itemType })
          : t('scheduleDialog.unpublishDescription', { consequence: kind.consequence })
      }
      action={t('scheduleDialog.schedule')}
      loadingLabel={t('scheduleDialog.scheduling')}
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <ScheduleTimeFields
        value={chosen}
        error={error}
        onChange={(next) => {
          setChosen(next);
          setError(undefined);
        }}
      />
      {action === 'publish' ? (
        <Checkbox checked={isPinned} onChange={({ target }) => setPinned(target.checked)}>
          {t('scheduleDialog.pin')}
        </Checkbox>
      ) : null}
      {saves === null ? null : (
        <Text size="small">
          {t(saves === 'draft' ? 'scheduleDialog.savesDraft' : 'scheduleDialog.savesWorkingCopy')}
        </Text>
      )}
      {failure === null ? null : (
        <Callout tone="danger" announce title={t('scheduleDialog.failedTitle')}>
          {describeFailure(failure)}
        </Callout>
      )}
    </FormDialog>
  );
}
