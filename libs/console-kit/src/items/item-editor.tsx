import {
  isSessionEndError,
  useAddressedItem,
  useIntent,
  userMessageOf,
  useUnsavedChangesGuard,
} from '@khmer-learning/console-sdk';
import { Dialog, type DialogProps, toast } from '@khmer-learning/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { type ComponentType, type RefObject, useContext, useLayoutEffect, useRef, useState } from 'react';
import { ContinuedDraftContext } from '../drafts/auto-save.tsx';
import { pressSaveButton, useFormKeys } from '../forms/form-keys.ts';
import { message } from '../messages/messages.ts';
import { OnCreatedContext } from '../saving/use-save.tsx';
import { UndoButtons, type UndoHistory, UndoHistoryProvider, useUndoKeys } from '../undo/undo-history.tsx';
import { NeighbourButtons, NeighboursContext, neighboursOf } from './item-neighbours.tsx';

export interface ItemFormProps<Item> {
  /** Null to create an item. */
  item: Item | null;
  /** What the form of a new item begins with: `preset` of `openView`. Undefined for nothing. */
  preset: unknown;
  onClose: () => void;
  /** Refetches the item and reopens the form with it. */
  onReload: () => void;
  /** Replaces the item while the form stays open, after it was saved. */
  onItemChange: (item: Item) => void;
}

export interface ItemEditorOptions<Item> {
  /** Names the form in the address (`open=12-form`) of a view whose main dialog is another one. */
  name?: string | undefined;
  loadForm: () => Promise<ComponentType<ItemFormProps<Item>>>;
  /** Fetches the current version of the item; null when it no longer exists. */
  fetchItem: (id: number) => Promise<Item | null>;
  /** The display name of the type: `Lesson`. */
  itemType: string;
  /** The ids of the list's rows, in their order: the form's buttons open the next and the previous one. */
  rowIds?: readonly number[] | undefined;
  /** What the form of a new item begins with that `create` opens, as `preset` of `openView`. */
  preset?: unknown;
  /** Called when the form has created an item: `onCreated` of `useCreatedItem`. */
  onCreated?: (item: { readonly id: number }) => void;
}

/**
 * Opens the form of items, which the page's address does not name, with its code and the item's newest version. A failure is a
 * toast.
 * @returns `form` to render; `open` an item's, or with null a new one's with a draft or a preset; `close`; `openId`; `isOpening`
 */
export function useItemForm<Item extends { id: number }>({
  loadForm,
  fetchItem,
  itemType,
  rowIds = [],
  onCreated = () => {},
}: Omit<ItemEditorOptions<Item>, 'name' | 'preset'>) {
  const [opened, setOpened] = useState<{
    Form: ComponentType<ItemFormProps<Item>>;
    item: Item | null;
    /** Incremented each time, so that every form gets a fresh state. */
    formKey: number;
    /** The rows as they were when the first of these forms was opened: saving may move or remove a row. */
    rowIds: readonly number[];
    draft: string | null;
    preset: unknown;
  } | null>(null);

  const opening = useMutation({
    mutationFn: async ({ id }: { id: number | null }) => {
      const [Form, item] = await Promise.all([loadForm(), id === null ? null : fetchItem(id)]);
      return { Form, item };
    },
  });

  const open = (id: number | null, draft: string | null = null, preset?: unknown) =>
    opening.mutate(
      { id },
      {
        onSuccess: ({ Form, item }) => {
          if (id !== null && item === null) toast.error(message('item.notFound', { itemType }));
          else
            setOpened((last) => ({
              Form,
              item,
              formKey: (last?.formKey ?? 0) + 1,
              rowIds: last?.rowIds ?? rowIds,
              draft,
              preset,
            }));
        },
        onError: (error) => {
          // The console has its own dialog for the end of the session.
          if (isSessionEndError(error)) return;
          toast.error(userMessageOf(error, message('itemEditor.loadFailed')));
        },
      },
    );

  const close = () => setOpened(null);

  const formOf = ({
    Form,
    item,
    formKey,
    rowIds: openedRowIds,
    draft,
    preset,
  }: NonNullable<typeof opened>) => {
    // An item that only the address names may be open before the rows are there.
    const order = item !== null && openedRowIds.includes(item.id) ? openedRowIds : rowIds;
    return (
      <NeighboursContext value={neighboursOf(item, order, itemType, opening.isPending ? null : open)}>
        <ContinuedDraftContext value={draft}>
          <OnCreatedContext value={onCreated}>
            <Form
              key={formKey}
              item={item}
              preset={preset}
              onClose={close}
              onReload={() => item !== null && open(item.id)}
              onItemChange={(next) => setOpened((last) => last && { ...last, item: next })}
            />
          </OnCreatedContext>
        </ContinuedDraftContext>
      </NeighboursContext>
    );
  };

  return {
    form: opened === null ? null : formOf(opened),
    open,
    close,
    openId: opened?.item?.id ?? null,
    isOpen: opened !== null,
    isOpening: (id: number) => opening.isPending && opening.variables.id === id,
  };
}

/**
 * `useItemForm` for the items of a list: the address names the open one, and the intent `create` opens a new one.
 * @returns `form` to render; `create` and `edit` to open it; `addressOf` an item, for links; `isOpening` for one that is being
 * loaded
 */
export function useItemEditor<Item extends { id: number }>({
  name,
  preset: ownPreset,
  ...options
}: ItemEditorOptions<Item>) {
  const { form, open, close, openId, isOpen, isOpening } = useItemForm(options);
  const show = (id: number | null) => (id === null ? close() : open(id));
  const addressOf = useAddressedItem(openId, show, name);
  useIntent('create', ({ draft, preset }) => open(null, draft, preset));
  return {
    form,
    create: () => open(null, null, ownPreset),
    edit: (id: number) => open(id),
    /** Opens the form of a new item with a draft that this browser keeps: `onContinue` of `NewItemDrafts`. */
    continueDraft: (draft: string) => {
      if (!isOpen) open(null, draft);
    },
    isOpening,
    addressOf,
  };
}

export interface EditDialogProps extends Omit<DialogProps, 'open' | 'onOpenChange'> {
  dirty: boolean;
  /** This browser keeps the changes and offers them again (`useAutoSave`), so that leaving loses nothing. */
  keepsChanges?: boolean;
  /** The form is being saved: until the response, the fields are inert and the dialog cannot be closed. */
  saving?: boolean;
  onClose: () => void;
  /** What Ctrl+S or Cmd+S does instead of pressing the `SaveButton`; nothing while that is disabled. */
  onSave?: () => void;
  /** Adds buttons and keys to undo and redo the form's changes. */
  undoHistory?: UndoHistory;
}

/** A dialog with a form. Leaving it dirty asks first. With the `rowIds` of a list, it leads to the next and previous item. */
export function EditDialog({
  dirty,
  keepsChanges = false,
  saving = false,
  onClose,
  onSave,
  undoHistory,
  headerEnd,
  footer,
  children,
  ...dialog
}: EditDialogProps) {
  const { confirmLeave } = useUnsavedChangesGuard(dirty, keepsChanges);
  const fields = useInertWhileSaving(saving);
  useUndoKeys(undoHistory, fields, saving);
  const leave = async (proceed: () => void) => {
    if (!dirty || (await confirmLeave())) proceed();
  };
  const close = () => leave(onClose);
  const neighbours = useContext(NeighboursContext);
  const go = (to: (() => void) | null | undefined) => to && !saving && void leave(to);
  useFormKeys(fields, {
    onSave: () => pressSaveButton(fields.current, onSave),
    onPrevious: () => go(neighbours?.previous),
    onNext: () => go(neighbours?.next),
  });
  return (
    <Dialog
      {...dialog}
      open
      onOpenChange={(open) => !open && !saving && void close()}
      headerEnd={
        <>
          {headerEnd}
          {neighbours === null ? null : <NeighbourButtons {...neighbours} onGo={go} disabled={saving} />}
        </>
      }
      footer={
        undoHistory === undefined ? (
          footer
        ) : (
          <>
            <UndoButtons history={undoHistory} disabled={saving} />
            {footer}
          </>
        )
      }
    >
      <div ref={fields} inert={saving}>
        <UndoHistoryProvider value={undoHistory?.fields ?? null}>{children}</UndoHistoryProvider>
      </div>
    </Dialog>
  );
}

/** The caller makes the fields `inert` while they are saved. Then the first invalid one gets the focus, or what had it. */
function useInertWhileSaving(saving: boolean): RefObject<HTMLDivElement | null> {
  const fields = useRef<HTMLDivElement>(null);
  const lastFocused = useRef<HTMLElement | null>(null);

  useLayoutEffect(() => {
    const { activeElement } = document;
    if (saving) {
      const hadFocus = activeElement instanceof HTMLElement && fields.current?.contains(activeElement);
      lastFocused.current = hadFocus ? activeElement : null;
      return;
    }
    // The fields were inert when the response came, so the form could not focus an invalid field itself.
    const invalidField = fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (invalidField ?? lastFocused.current)?.focus();
    lastFocused.current = null;
  }, [saving]);

  return fields;
}
