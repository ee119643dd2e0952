import { useApi } from '@khmer-learning/console-sdk';
import { Stack } from '@khmer-learning/ui-kit';
import { type ReactNode, useId, useRef, useState } from 'react';
import {
  type FieldValues,
  FormProvider,
  type Path,
  type PathValue,
  type UseFormReturn,
} from 'react-hook-form';
import { ItemAuditLog } from '../audit-log/item-audit-log.tsx';
import { CommentsButton } from '../comments/comment-mark.tsx';
import { CommentsProvider, CommentsSlot } from '../comments/comments-context.tsx';
import { prepareMerge, StaleVersionDialog } from '../comparing/stale-version-dialog.tsx';
import { FormPanels } from '../extensions/form-panels.tsx';
import { useMessages } from '../messages/messages.ts';
import type { ItemKind } from '../saving/item-kind.ts';
import { SaveButton } from '../saving/publish-buttons.tsx';
import { useSave } from '../saving/use-save.tsx';
import { HistoryButton } from '../versions/history-button.tsx';
import { EditDialog, type ItemFormProps } from './item-editor.tsx';
import { compareItems, type ItemFields, type ItemMapping, shapeOf } from './item-fields.tsx';
import { ItemHead } from './item-head.tsx';

interface PlainItem {
  id: number;
  title: string;
  version: number;
  updatedAt: string;
}

export interface PlainFormProps<
  Item extends PlainItem,
  Body,
  Values extends FieldValues,
  Parts extends object,
> extends Pick<ItemFormProps<Item>, 'item' | 'onClose' | 'onReload'> {
  kind: ItemKind<Item>;
  form: UseFormReturn<Values, unknown, Body>;
  fields: ItemFields<Parts, Item>;
  mapping: ItemMapping<Item, Values, Parts, Partial<Values>>;
  title: string;
  /** Default: `Save Changes`. */
  saveLabel?: string;
  /** Something is uploading: the form cannot be saved, and closing it asks. */
  busy?: boolean;
  /** Called with every failure to save, to show errors that the server does not name a field for. */
  onSaveError?: (error: Error) => void;
  /** Beside the button that saves. */
  footer?: ReactNode;
  children: ReactNode;
}

/** The dialog with the form of an item that learners see once it is saved, with its history, panels, activity and conflicts. */
export function PlainForm<Item extends PlainItem, Body, Values extends FieldValues, Parts extends object>({
  kind,
  item: opened,
  form,
  fields,
  mapping,
  title,
  saveLabel,
  busy = false,
  onClose,
  onReload,
  onSaveError,
  footer,
  children,
}: PlainFormProps<Item, Body, Values, Parts>) {
  const t = useMessages();
  const api = useApi();
  const { endpoints } = kind;
  // What the values are based on: merging bases them on the newer version.
  const [item, setItem] = useState(opened);
  /** The newer version that the user has seen. */
  const seen = useRef<Item | null>(null);
  const formId = useId();
  const { isDirty } = form.formState;
  const { save, isSaving, stale, keepEditing, overwrite } = useSave({
    form,
    calls: {
      create: (body: Body) => api.call(endpoints.create, { body }),
      update: (id, body, version) => api.call(endpoints.update, { params: { id }, body }, { version }),
    },
    messages: kind.messages,
    changes: [kind.entity],
    onSaved: onClose,
    onSaveError,
  });
  const submit = form.handleSubmit((body) => save({ id: item?.id ?? null, body, version: item?.version }));
  const partsOf = (one: Item) => mapping.toParts(mapping.toValues(one));
  const compare = (theirs: Item, yours: Item) => compareItems(fields, partsOf, theirs, yours);

  return (
    <CommentsProvider
      entity={kind.entity}
      id={item?.id ?? null}
      endpoints={endpoints.comments}
      revision={String(item?.version)}
      sections={[]}
      isFull={false}
    >
      <EditDialog
        title={title}
        {...(item === null ? {} : { description: <ItemHead title={item.title} savedAt={item.updatedAt} /> })}
        size="small"
        dirty={isDirty || busy}
        saving={isSaving}
        onClose={onClose}
        headerEnd={
          item === null ? null : (
            <>
              <CommentsButton />
              <HistoryButton
                itemType={kind.itemType}
                id={item.id}
                endpoints={endpoints.versions}
                fetchItem={(id) => kind.fetch(api, id)}
                compare={compare}
                unsavedHint={isDirty ? t('plainForm.unsavedLost') : null}
                changes={[kind.entity]}
                onRestored={onReload}
                disabled={isSaving}
              />
            </>
          )
        }
        footer={
          <>
            {footer}
            <SaveButton form={formId} loading={isSaving} disabled={busy}>
              {saveLabel ?? t('plainForm.save')}
            </SaveButton>
          </>
        }
      >
        <FormProvider {...form}>
          <form id={formId} noValidate onSubmit={submit}>
            <Stack gap={4}>{children}</Stack>
          </form>
        </FormProvider>
        {item === null ? null : (
          <>
            <CommentsSlot />
            <FormPanels entity={kind.entity} item={{ id: item.id, name: item.title }} />
            <ItemAuditLog entity={kind.entity} entityId={item.id} />
          </>
        )}
        {stale === null || item === null ? null : (
          <StaleVersionDialog
            itemType={kind.itemType}
            reloadHint={t('plainForm.reloadHint')}
            compare={async () => {
              const theirs = await kind.fetch(api, stale.id);
              if (theirs === null) return null;
              const mine = { ...item, ...stale.body };
              const versions = { base: partsOf(item), mine: partsOf(mine), theirs: partsOf(theirs) };
              const [differences, merging] = await Promise.all([
                compare(theirs, mine),
                prepareMerge(shapeOf(fields), versions),
              ]);
              seen.current = theirs;
              return { version: theirs.version, fields: differences, merging };
            }}
            onMerge={(parts) => {
              keepEditing();
              setItem(seen.current);
              for (const [name, value] of Object.entries(mapping.fromParts(parts as Parts)))
                form.setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>, {
                  shouldDirty: true,
                });
            }}
            onKeepEditing={keepEditing}
            onReload={() => {
              keepEditing();
              onReload();
            }}
            onOverwrite={overwrite}
          />
        )}
      </EditDialog>
    </CommentsProvider>
  );
}
