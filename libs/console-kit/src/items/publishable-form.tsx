import { useApi } from '@khmer-learning/console-sdk';
import type { CommentedSection } from '@khmer-learning/contracts';
import { formatSchoolTime, Stack, Text } from '@khmer-learning/ui-kit';
import type { ReactNode } from 'react';
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { ItemAuditLog } from '../audit-log/item-audit-log.tsx';
import { CommentsButton } from '../comments/comment-mark.tsx';
import { CommentsProvider, CommentsSlot } from '../comments/comments-context.tsx';
import { AutoSaveStatus, RestoreDraftPrompt, useAutoSave } from '../drafts/auto-save.tsx';
import { FormPanels } from '../extensions/form-panels.tsx';
import { useMessages } from '../messages/messages.ts';
import { ItemPresence } from '../presence/item-presence.tsx';
import { PublishButtons } from '../saving/publish-buttons.tsx';
import type { OpenedItem, PublishableItem, PublishableKind } from '../saving/publishable-kind.ts';
import { PublishingBar } from '../saving/publishing-bar.tsx';
import { PublishingQuestions } from '../saving/publishing-questions.tsx';
import { type PublishingOptions, usePublishing } from '../saving/use-publishing.ts';
import { useUndoHistory } from '../undo/undo-history.tsx';
import { HistoryButton } from '../versions/history-button.tsx';
import { labelOfStatus } from '../versions/published-status.ts';
import { EditDialog, type ItemFormProps } from './item-editor.tsx';
import { compareItems, type ItemFields, type ItemMapping, shapeOf } from './item-fields.tsx';
import { ItemHead } from './item-head.tsx';

interface TitledItem extends PublishableItem {
  title: string;
  updatedAt: string;
}

export interface PublishableFormProps<
  Item extends TitledItem,
  Contents extends object,
  Values extends FieldValues,
  Parts extends object,
> extends Pick<ItemFormProps<OpenedItem<Item>>, 'item' | 'onClose' | 'onReload' | 'onItemChange'>,
    Pick<PublishingOptions<Item, Contents, Values>, 'beforeSave'> {
  kind: PublishableKind<Item, Contents>;
  form: UseFormReturn<Values, unknown, Contents>;
  /** Of the form's values: drafts in the browser that do not match it are not offered. */
  schema: z.ZodType<Values>;
  /** The schema of the form's resolver. */
  contentsSchema: z.ZodType<Contents>;
  fields: ItemFields<Parts, Item>;
  mapping: ItemMapping<Item, Values, Parts>;
  title: string;
  /** The publish button's label for a new item or a draft: `Publish Lesson`. Default: `Publish`. */
  publishLabel?: string;
  size: 'large' | 'full';
  /** The sections of an item to which comments can be anchored; none by default. */
  commentedSections?: (item: Item) => readonly CommentedSection[];
  /** Something is uploading: the form cannot be saved, and closing it asks. */
  busy?: boolean;
  /** Called with what another user saved, when the form is compared with it. */
  onConflict?: (theirs: Item) => void;
  /** Before the button `History`. */
  header?: ReactNode;
  /** Before the buttons that save. */
  footer?: ReactNode;
  /** The form's own questions. */
  questions?: ReactNode;
  /** Wraps the form. */
  wrap?: (form: ReactNode) => ReactNode;
  children: ReactNode;
}

/** The form of an item that is a draft or published, with presence, drafts, history, publishing, panels and activity. */
export function PublishableForm<
  Item extends TitledItem,
  Contents extends object,
  Values extends FieldValues,
  Parts extends object,
>({
  kind,
  item,
  form,
  schema,
  contentsSchema,
  fields,
  mapping,
  title,
  publishLabel,
  size,
  commentedSections = () => [],
  busy = false,
  onClose,
  onReload,
  onItemChange,
  beforeSave,
  onConflict,
  header,
  footer,
  questions,
  wrap = (fieldsOfForm) => fieldsOfForm,
  children,
}: PublishableFormProps<Item, Contents, Values, Parts>) {
  const t = useMessages();
  const api = useApi();
  const { entity, itemType, statusLabel = labelOfStatus } = kind;
  const { versions } = kind.endpoints;
  const { isDirty } = form.formState;
  const undoHistory = useUndoHistory(form);
  const autoSave = useAutoSave({ form, dirty: isDirty, schema, name: entity, item });
  const publishing = usePublishing({
    kind,
    item,
    form,
    contentsSchema,
    autoSave,
    onSaved: onClose,
    onItemChange,
    beforeSave,
  });
  const compare = async (theirs: Item, yours: Item) => [
    {
      label: t('publishingQuestions.status'),
      theirs: statusLabel(theirs.status),
      yours: statusLabel(yours.status),
    },
    ...(await compareItems(fields, (one) => mapping.toParts(mapping.toValues(one)), theirs, yours)),
  ];
  const { edited } = item ?? {};

  const dialog = (
    <EditDialog
      title={title}
      {...(item === null ? {} : { description: headOf(item) })}
      size={size}
      dirty={isDirty || busy}
      keepsChanges={!autoSave.hasFailed && !busy}
      saving={publishing.isSaving}
      onClose={onClose}
      onSave={publishing.saveAndContinue}
      undoHistory={undoHistory}
      headerEnd={
        <>
          {edited === undefined ? null : <ItemPresence entity={entity} id={edited.id} />}
          <AutoSaveStatus autoSave={autoSave} />
          {publishing.autosavedAt === null || isDirty ? null : (
            <Text as="span" size="small" muted role="status" style={{ whiteSpace: 'nowrap' }}>
              {t('autoSave.savedAsCopy', {
                at: formatSchoolTime(publishing.autosavedAt, { timeStyle: 'short' }),
              })}
            </Text>
          )}
          {header}
          <CommentsButton />
          {edited === undefined ? null : (
            <HistoryButton
              itemType={itemType}
              id={edited.id}
              endpoints={versions}
              fetchItem={(id) => kind.fetch(api, id)}
              compare={compare}
              unsavedHint={isDirty ? t('publishableForm.unsavedKept') : null}
              changes={[entity]}
              onRestored={() => {
                autoSave.save();
                onReload();
              }}
              disabled={publishing.isSaving}
            />
          )}
        </>
      }
      footer={
        <>
          {footer}
          <PublishButtons
            publishing={publishing}
            label={publishLabel ?? t('publishableForm.publish')}
            disabled={busy}
          />
        </>
      }
    >
      <FormProvider {...form}>
        {wrap(
          <form
            noValidate
            onSubmit={(event) => event.preventDefault()}
            onBlur={() => {
              autoSave.save();
              publishing.autosave();
            }}
          >
            <Stack gap={size === 'full' ? 5 : 4}>
              <PublishingBar publishing={publishing} compare={compare} onReload={onReload} disabled={busy} />
              <RestoreDraftPrompt autoSave={autoSave} />
              {children}
            </Stack>
          </form>,
        )}
      </FormProvider>
      {edited === undefined ? null : (
        <>
          <CommentsSlot />
          <FormPanels entity={entity} item={{ id: edited.id, name: edited.title }} />
          <ItemAuditLog entity={entity} entityId={edited.id} />
        </>
      )}
      <PublishingQuestions
        publishing={publishing}
        merging={{ ...mapping, shape: shapeOf(fields) }}
        compare={(theirs, yours) => {
          onConflict?.(theirs);
          return compare(theirs, yours);
        }}
        onReload={onReload}
      />
      {questions}
    </EditDialog>
  );
  return (
    <CommentsProvider
      entity={entity}
      id={edited?.id ?? null}
      endpoints={kind.endpoints.comments}
      revision={`${item?.version}.${item?.workingCopyVersion}`}
      sections={edited === undefined ? [] : commentedSections(edited)}
      isFull={size === 'full'}
    >
      {dialog}
    </CommentsProvider>
  );
}

const headOf = ({ stored, edited }: OpenedItem<TitledItem>) => (
  <ItemHead title={edited.title} savedAt={stored.updatedAt} status={stored} />
);
