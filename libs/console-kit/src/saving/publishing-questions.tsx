import { useApi } from '@khmer-learning/console-sdk';
import { ConfirmDialog, Text } from '@khmer-learning/ui-kit';
import { useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { ComparedField } from '../comparing/field-differences.tsx';
import {
  type MergingVersions,
  prepareMerge,
  StaleVersionDialog,
} from '../comparing/stale-version-dialog.tsx';
import type { MergeShape } from '../comparing/three-way-merge.ts';
import { message, useMessages } from '../messages/messages.ts';
import { useOfferUndo, useSetFormValues } from '../undo/undo-history.tsx';
import { isPublished, labelOfStatus } from '../versions/published-status.ts';
import {
  type BaseVersions,
  fetchOpenedItem,
  type OpenedItem,
  type PublishableItem,
} from './publishable-kind.ts';
import { ReviewDialog } from './review-dialog.tsx';
import { type Publishing, statusAfter } from './use-publishing.ts';

/** Compares two versions of an item. */
export type CompareItems<Item> = (
  theirs: Item,
  yours: Item,
) => readonly ComparedField[] | Promise<readonly ComparedField[]>;

/** How the values of a form are merged with what another user saved. */
export interface FormMerging<Item, Values> {
  readonly shape: MergeShape;
  /** The form's values for an item. */
  readonly toValues: (item: Item) => Values;
  /** The values as `shape` describes them. */
  readonly toParts: (values: Values) => unknown;
  readonly fromParts: (parts: never) => Values;
}

export interface PublishingQuestionsProps<
  Item extends PublishableItem,
  Contents extends object,
  Values extends FieldValues,
> {
  publishing: Publishing<Item, Contents>;
  compare: CompareItems<Item>;
  merging: FormMerging<Item, Values>;
  onReload: () => void;
}

/** The questions of a form with `usePublishing`. Render it in the form's dialog; it is empty while nothing is asked. */
export function PublishingQuestions<
  Item extends PublishableItem,
  Contents extends object,
  Values extends FieldValues,
>({ publishing, compare, merging, onReload }: PublishingQuestionsProps<Item, Contents, Values>) {
  const { kind, item, stale } = publishing;
  return (
    <>
      <UnpublishDialog kind={kind} question={publishing.unpublishing} />
      {publishing.asking === null ? null : (
        <RequestDialog kind={kind} question={publishing.asking} onReload={onReload} />
      )}
      {stale === null || item === null ? null : (
        <StaleRequestDialog
          publishing={publishing}
          stale={stale}
          id={item.id}
          compare={compare}
          merging={merging}
          onReload={onReload}
        />
      )}
    </>
  );
}

/** Asks who may publish to look at what is not published yet. */
function RequestDialog<Item extends PublishableItem, Contents extends object>({
  kind,
  question,
  onReload,
}: Pick<Publishing<Item, Contents>, 'kind'> & {
  question: NonNullable<Publishing<Item, Contents>['asking']>;
  onReload: () => void;
}) {
  const t = useMessages();
  const api = useApi();
  // A second try saves nothing again.
  const saved = useRef<Awaited<ReturnType<typeof question.save>> | null>(null);
  return (
    <ReviewDialog
      kind={kind}
      title={t('publishButtons.askForReview')}
      description={t('reviewDialog.description', { itemType: kind.itemType })}
      label={t('reviewDialog.message')}
      action={t('publishButtons.askForReview')}
      done={t('reviewDialog.sent')}
      send={async (text) => {
        saved.current ??= await question.save();
        const { id, version } = saved.current;
        return api.call(kind.endpoints.review.request, { params: { id }, body: { version, message: text } });
      }}
      onSent={() => saved.current && question.finish(saved.current, onReload)}
      onClose={question.cancel}
    >
      {question.savesAs === null
        ? undefined
        : t(question.savesAs === 'draft' ? 'scheduleDialog.savesDraft' : 'scheduleDialog.savesWorkingCopy')}
    </ReviewDialog>
  );
}

interface StaleRequestDialogProps<
  Item extends PublishableItem,
  Contents extends object,
  Values extends FieldValues,
> extends PublishingQuestionsProps<Item, Contents, Values> {
  id: number;
  stale: NonNullable<Publishing<Item, Contents>['stale']>;
}

/** Compares with the other user's working copy if that is newer, and otherwise with the item itself. */
function StaleRequestDialog<
  Item extends PublishableItem,
  Contents extends object,
  Values extends FieldValues,
>({
  publishing: { kind, autoSave },
  stale: { request, base, baseItem, values, merge, keepEditing, overwrite },
  id,
  compare,
  merging,
  onReload,
}: StaleRequestDialogProps<Item, Contents, Values>) {
  const t = useMessages();
  const api = useApi();
  const setFormValues = useSetFormValues();
  const offerUndo = useOfferUndo();
  const seen = useRef<OpenedItem<Item> | null>(null);
  const isWorkingCopySeen = ({ workingCopyVersion }: OpenedItem<Item>) =>
    workingCopyVersion !== base.workingCopyVersion;
  // The item was unpublished meanwhile, so it has no working copy.
  const isDraftNow = ({ stored }: OpenedItem<Item>) => request.as === 'working copy' && !isPublished(stored);
  const seenVersions = (opened: OpenedItem<Item>): BaseVersions => ({
    version: isWorkingCopySeen(opened) && !isDraftNow(opened) ? base.version : opened.stored.version,
    workingCopyVersion: opened.workingCopyVersion,
  });
  const overwriteSeen = () => {
    const opened = seen.current;
    if (opened === null) overwrite(request, null);
    else overwrite(isDraftNow(opened) ? { ...request, as: 'draft' } : request, seenVersions(opened));
  };
  /** The version that both started from; undefined when it is not known. */
  const findBase = async (opened: OpenedItem<Item>): Promise<Item | undefined> => {
    if (baseItem !== null) return isWorkingCopySeen(opened) ? baseItem.edited : baseItem.stored;
    const { version, workingCopyVersion } = base;
    const params = { id, version: workingCopyVersion || version };
    const query = { track: workingCopyVersion > 0 ? 'working-copy' : 'item' } as const;
    return api.call(kind.endpoints.versions.get, { params, query }).catch(() => undefined);
  };
  const prepareMerging = async (
    opened: OpenedItem<Item>,
    theirs: Item,
  ): Promise<MergingVersions | undefined> => {
    if (isDraftNow(opened)) return undefined;
    const { shape, toValues, toParts } = merging;
    const baseVersion = await findBase(opened);
    const partsOf = (item: Item) => toParts(toValues(item));
    const [before, now] = [
      baseVersion && labelOfStatus(baseVersion.status),
      labelOfStatus(opened.stored.status),
    ];
    return prepareMerge(
      shape,
      {
        base: baseVersion && partsOf(baseVersion),
        mine: toParts(values() as Values),
        theirs: partsOf(theirs),
      },
      before === undefined || before === now
        ? []
        : [{ label: message('publishingQuestions.status'), theirs: before, yours: now }],
    );
  };
  const takeMerged = (parts: unknown) => {
    const opened = seen.current;
    if (opened === null) return;
    // An unseen change of the item itself is still to be found.
    const stored = isWorkingCopySeen(opened) && baseItem !== null ? baseItem.stored : opened.stored;
    merge(merging.fromParts(parts as never), { ...opened, ...seenVersions(opened), stored }, setFormValues);
    offerUndo(message('publishingQuestions.merged', { itemType: kind.itemType }));
  };
  return (
    <StaleVersionDialog
      itemType={kind.itemType}
      reloadHint={t('publishingQuestions.reloadHint')}
      compare={async () => {
        const opened = await fetchOpenedItem(api, kind, id);
        const theirs = isWorkingCopySeen(opened) ? opened.edited : opened.stored;
        const yours = kind.withContents(opened.stored, request.contents, statusAfter(request));
        const [fields, merged] = await Promise.all([compare(theirs, yours), prepareMerging(opened, theirs)]);
        seen.current = opened;
        return { version: opened.stored.version, fields, ...(merged ? { merging: merged } : {}) };
      }}
      onMerge={takeMerged}
      onKeepEditing={keepEditing}
      onReload={() => {
        keepEditing();
        autoSave.save();
        onReload();
      }}
      onOverwrite={overwriteSeen}
    />
  );
}

interface UnpublishDialogProps {
  kind: { itemType: string; consequence: string };
  question: { confirm: () => void; saveWorkingCopy: () => void; cancel: () => void } | null;
}

/** Asks before a published item is saved as a draft, which unpublishes it. */
function UnpublishDialog({ kind: { itemType, consequence }, question }: UnpublishDialogProps) {
  const t = useMessages();
  return (
    <ConfirmDialog
      open={question !== null}
      onOpenChange={(next) => !next && question?.cancel()}
      title={t('unpublishDialog.title', { itemType })}
      description={t('unpublishDialog.description', { itemType, consequence })}
      cancelLabel={t('action.keepEditing')}
      alternative={{ label: t('unpublishDialog.unpublish'), onSelect: () => question?.confirm() }}
      confirmLabel={t('unpublishDialog.saveWorkingCopy')}
      onConfirm={() => question?.saveWorkingCopy()}
    >
      <Text>{t('unpublishDialog.hint', { itemType })}</Text>
    </ConfirmDialog>
  );
}
