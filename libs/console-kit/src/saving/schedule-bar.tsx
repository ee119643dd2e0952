import { useApi, useApiMutation } from '@khmer-learning/console-sdk';
import type { Schedule, ScheduleAction } from '@khmer-learning/contracts';
import {
  Button,
  Callout,
  ClockIcon,
  Inline,
  Stack,
  schoolTimeZoneName,
  translateServerMessage,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { useMessages } from '../messages/messages.ts';
import { useRights } from '../rights/use-rights.ts';
import { isPublished } from '../versions/published-status.ts';
import { describeSchedule } from './publish-status.tsx';
import type { PublishableItem } from './publishable-kind.ts';
import { ScheduleDialog } from './schedule-dialog.tsx';
import type { Publishing } from './use-publishing.ts';

interface ScheduleBarProps<Item extends PublishableItem, Contents extends object> {
  publishing: Publishing<Item, Contents>;
  item: Item;
  onScheduled: () => void;
  disabled: boolean;
}

/** The schedule of the form's item, with the buttons to set, change and cancel it for who may publish. */
export function ScheduleBar<Item extends PublishableItem, Contents extends object>({
  publishing,
  item,
  onScheduled,
  disabled,
}: ScheduleBarProps<Item, Contents>) {
  const t = useMessages();
  const { mayPublish } = useRights();
  const { kind, item: opened, isDirty, isSaving, withUnsavedContents } = publishing;
  const [dialog, setDialog] = useState<{ action: ScheduleAction; contents: Contents | null } | null>(null);
  const { schedule } = item;
  const canUnpublish = isPublished(item);
  const canPublish = !canUnpublish || isDirty || (opened?.workingCopyVersion ?? 0) > 0;
  const open = (action: ScheduleAction) => withUnsavedContents((contents) => setDialog({ action, contents }));
  const isDisabled = isSaving || disabled;
  return (
    <>
      {schedule ? (
        <Callout tone={schedule.failure === null ? 'info' : 'danger'} title={describeSchedule(schedule)}>
          <Stack gap={2}>
            <span>
              {schedule.failure === null
                ? t(hintOf(schedule), { timeZone: schoolTimeZoneName() })
                : translateServerMessage(schedule.failure)}
            </span>
            {mayPublish ? (
              <Inline>
                <Button size="small" disabled={isDisabled} onClick={() => open(schedule.action)}>
                  {t('scheduleBar.change')}
                </Button>
                <CancelScheduleButton
                  publishing={publishing}
                  id={item.id}
                  onCancelled={onScheduled}
                  disabled={isDisabled}
                />
              </Inline>
            ) : null}
          </Stack>
        </Callout>
      ) : mayPublish ? (
        <Inline>
          {canPublish ? (
            <Button
              size="small"
              icon={<ClockIcon aria-hidden="true" />}
              disabled={isDisabled}
              onClick={() => open('publish')}
            >
              {t('scheduleBar.publishLater')}
            </Button>
          ) : null}
          {canUnpublish ? (
            <Button
              size="small"
              icon={<ClockIcon aria-hidden="true" />}
              disabled={isDisabled}
              onClick={() => open('unpublish')}
            >
              {t('scheduleBar.unpublishLater')}
            </Button>
          ) : null}
        </Inline>
      ) : null}
      {dialog === null ? null : (
        <ScheduleDialog
          kind={kind}
          id={item.id}
          action={dialog.action}
          present={schedule?.action === dialog.action ? schedule : null}
          saves={dialog.contents === null ? null : canUnpublish ? 'working copy' : 'draft'}
          save={async () => (await publishing.saveWithoutPublishing(dialog.contents)).version}
          onScheduled={onScheduled}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}

function hintOf({ action, isPinned }: Schedule) {
  if (action === 'unpublish') return 'scheduleBar.timeZone';
  return isPinned ? 'scheduleBar.pinnedHint' : 'scheduleBar.publishHint';
}

interface CancelScheduleButtonProps<Item extends PublishableItem, Contents extends object> {
  publishing: Publishing<Item, Contents>;
  id: number;
  onCancelled: () => void;
  disabled: boolean;
}

function CancelScheduleButton<Item extends PublishableItem, Contents extends object>({
  publishing: { kind, autoSave },
  id,
  onCancelled,
  disabled,
}: CancelScheduleButtonProps<Item, Contents>) {
  const t = useMessages();
  const api = useApi();
  const { mutate, isPending } = useApiMutation({
    call: (itemId: number) => api.call(kind.endpoints.schedule.cancel, { params: { id: itemId } }),
    successMessage: t('scheduleBar.cancelled'),
    failureMessage: t('scheduleBar.cancelFailed'),
    changes: [kind.entity],
    onSuccess: () => {
      autoSave.save();
      onCancelled();
    },
  });
  return (
    <Button size="small" variant="ghost" loading={isPending} disabled={disabled} onClick={() => mutate(id)}>
      {t('scheduleBar.cancel')}
    </Button>
  );
}
