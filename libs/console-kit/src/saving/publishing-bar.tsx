import { useApi, useApiMutation, userMessageOf } from '@khmer-learning/console-sdk';
import type { HiddenBy } from '@khmer-learning/contracts';
import {
  Button,
  Callout,
  ConfirmDialog,
  formatSchoolMinute,
  Inline,
  langProps,
  Stack,
  Text,
  TextLink,
} from '@khmer-learning/ui-kit';
import { useRef, useState } from 'react';
import { useMessages } from '../messages/messages.ts';
import { useLazyDialog } from '../versions/use-lazy-dialog.ts';
import { addressOfDraft, hiddenMessages } from './hidden-by.ts';
import { NewerVersionNotice } from './newer-version-notice.tsx';
import type { OpenedItem, PublishableItem } from './publishable-kind.ts';
import type { CompareItems } from './publishing-questions.tsx';
import { ReviewBar } from './review-bar.tsx';
import { ScheduleBar } from './schedule-bar.tsx';
import type { Publishing } from './use-publishing.ts';

export interface PublishingBarProps<Item extends PublishableItem, Contents extends object> {
  publishing: Publishing<Item, Contents>;
  compare: CompareItems<Item>;
  onReload: () => void;
  disabled?: boolean;
}

/**
 * Says above the fields what learners see and what is to come: another's save, what hides the item, its review, working copy and
 * schedule. Empty for a new item.
 */
export function PublishingBar<Item extends PublishableItem, Contents extends object>(
  props: PublishingBarProps<Item, Contents>,
) {
  const t = useMessages();
  const { publishing, onReload, disabled = false } = props;
  const { item } = publishing;
  if (item === null) return null;
  const { review } = item.stored;
  return (
    <Stack gap={3} role="group" aria-label={t('publishingBar.label')}>
      <NewerVersionNotice publishing={publishing} item={item} onReload={onReload} />
      {item.stored.hiddenBy === undefined ? null : (
        <HiddenBar itemType={publishing.kind.itemType} hiddenBy={item.stored.hiddenBy} />
      )}
      {review ? (
        <ReviewBar
          publishing={publishing}
          id={item.id}
          review={review}
          onReload={onReload}
          disabled={disabled}
        />
      ) : null}
      {item.workingCopyVersion === 0 ? null : <WorkingCopyBar {...props} item={item} />}
      <ScheduleBar publishing={publishing} item={item.stored} onScheduled={onReload} disabled={disabled} />
    </Stack>
  );
}

/** Says that learners cannot see the published item, and where that is changed. */
function HiddenBar({ itemType, hiddenBy }: { itemType: string; hiddenBy: HiddenBy }) {
  const t = useMessages();
  const { notice, open } = hiddenMessages[hiddenBy.entity];
  return (
    <Callout tone="warning">
      <Inline gap={2}>
        <span>{t(notice, { itemType })}</span>
        <TextLink href={addressOfDraft(hiddenBy)}>{t(open)}</TextLink>
      </Inline>
    </Callout>
  );
}

function WorkingCopyBar<Item extends PublishableItem, Contents extends object>({
  publishing,
  item,
  compare,
  onReload,
}: PublishingBarProps<Item, Contents> & { item: OpenedItem<Item> }) {
  const t = useMessages();
  const { kind, isSaving, isDirty } = publishing;
  const { itemType } = kind;
  const comparison = useLazyDialog(
    async () =>
      (await import(/* webpackChunkName: "comparison-dialog" */ '../comparing/comparison-dialog.tsx'))
        .ComparisonDialog,
  );
  const [isDiscarding, setDiscarding] = useState(false);
  const discard = useDiscardWorkingCopy(publishing, item, onReload);
  const { savedAt, savedBy } = item.stored.workingCopy ?? {};
  return (
    <Callout title={t('workingCopyBar.title')}>
      <Stack gap={2}>
        <span>
          {item.stored.hiddenBy === undefined ? t('workingCopyBar.learnersSee', { itemType }) : null}
          {savedAt === undefined ? null : ' '}
          {savedAt === undefined
            ? null
            : savedBy
              ? t.rich(
                  'workingCopyBar.savedBy',
                  { name: (name) => <span {...langProps(savedBy.name)}>{name}</span> },
                  { at: formatSchoolMinute(new Date(savedAt)), by: savedBy.name },
                )
              : t('workingCopyBar.saved', { at: formatSchoolMinute(new Date(savedAt)) })}
        </span>
        <Inline>
          <Button size="small" loading={comparison.isOpening} onClick={comparison.open}>
            {t('workingCopyBar.compare')}
          </Button>
          <Button size="small" variant="ghost" disabled={isSaving} onClick={() => setDiscarding(true)}>
            {t('workingCopyBar.discard')}
          </Button>
        </Inline>
      </Stack>
      {comparison.Dialog === null ? null : (
        <comparison.Dialog
          title={t('workingCopyBar.comparison')}
          description={t('workingCopyBar.comparisonDescription', { itemType })}
          names={{ theirs: t('workingCopyBar.published'), yours: t('workingCopyBar.workingCopy') }}
          sameText={t('workingCopyBar.same')}
          compare={async () => compare(item.stored, item.edited)}
          onClose={comparison.close}
        >
          {isDirty ? <Text muted>{t('workingCopyBar.unsavedNotCompared')}</Text> : null}
        </comparison.Dialog>
      )}
      <ConfirmDialog
        open={isDiscarding}
        onOpenChange={setDiscarding}
        title={t('workingCopyBar.discardQuestion')}
        description={t('workingCopyBar.discardDescription', { itemType })}
        cancelLabel={t('workingCopyBar.keep')}
        confirmLabel={t('workingCopyBar.discard')}
        confirmingLabel={t('workingCopyBar.discarding')}
        dangerous
        onConfirm={discard}
        describeError={(error) => userMessageOf(error, t('workingCopyBar.discardFailed'))}
      />
    </Callout>
  );
}

/** Discards the working copy and reopens the form. The toast offers to bring it back. */
function useDiscardWorkingCopy<Item extends PublishableItem, Contents extends object>(
  { kind, autoSave }: Publishing<Item, Contents>,
  { id, workingCopyVersion }: OpenedItem<Item>,
  onReload: () => void,
): () => Promise<unknown> {
  const t = useMessages();
  const api = useApi();
  const endpoints = kind.endpoints.workingCopy;
  const discarded = useRef<{ baseVersion: number; contents: Contents } | null>(null);
  const restoring = useApiMutation({
    call: async () => {
      if (discarded.current === null) return;
      const { baseVersion, contents } = discarded.current;
      await api.call(endpoints.save, { params: { id }, body: { baseVersion, contents } }, { version: 0 });
    },
    successMessage: t('workingCopyBar.restored'),
    failureMessage: t('workingCopyBar.restoreFailed'),
    changes: [kind.entity],
    onSuccess: onReload,
  });
  const { mutateAsync } = useApiMutation({
    call: async () => {
      discarded.current = await api.call(endpoints.get, { params: { id } });
      await api.call(endpoints.discard, { params: { id } }, { version: workingCopyVersion });
    },
    successMessage: t('workingCopyBar.discarded'),
    failureMessage: '',
    changes: [kind.entity],
    onUndo: () => restoring.mutate(undefined),
    onSuccess: () => {
      autoSave.clear();
      onReload();
    },
    // The dialog shows the failure.
    onError: () => true,
  });
  return () => mutateAsync(undefined);
}
