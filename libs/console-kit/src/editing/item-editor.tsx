import {
  isSessionEndError,
  useAddressedItem,
  userMessageOf,
  useUnsavedChangesGuard,
} from '@khmer-learning/console-sdk';
import { Dialog, type DialogProps, toast } from '@khmer-learning/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { type ComponentType, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { UndoButtons, type UndoHistory, UndoHistoryProvider, useUndoKeys } from './undo-history.tsx';

/** The props of an item's form. */
export interface ItemFormProps<Item> {
  /** Null to create an item. */
  item: Item | null;
  onClose: () => void;
  /** Refetches the item and reopens the form with it. */
  onReload: () => void;
}

/** Options of `useItemEditor`. */
export interface ItemEditorOptions<Item> {
  /** Loads the form's code. */
  loadForm: () => Promise<ComponentType<ItemFormProps<Item>>>;
  /** Fetches the current version of the item; null when it no longer exists. */
  fetchItem: (id: number) => Promise<Item | null>;
  /** The display name of the type: `Lesson`. */
  itemType: string;
}

/**
 * Opens the form of a list's items. It first loads the form's code and the newest version of the item, in parallel.
 * A failure is shown in a toast. The page's address names the open item.
 * @returns `form` to render in the list; `create` and `edit` to open it; `addressOf` an item, for links; `isOpening` for an
 *   item that is being loaded
 */
export function useItemEditor<Item extends { id: number }>({
  loadForm,
  fetchItem,
  itemType,
}: ItemEditorOptions<Item>) {
  const [opened, setOpened] = useState<{
    Form: ComponentType<ItemFormProps<Item>>;
    item: Item | null;
    /** Incremented each time, so that every form gets a fresh state. */
    formKey: number;
  } | null>(null);

  const opening = useMutation({
    mutationFn: async (id: number | null) => {
      const [Form, item] = await Promise.all([loadForm(), id === null ? null : fetchItem(id)]);
      return { Form, item };
    },
  });

  const open = (id: number | null) =>
    opening.mutate(id, {
      onSuccess: ({ Form, item }) => {
        if (id !== null && item === null) toast.error(`${itemType} not found`);
        else setOpened((last) => ({ Form, item, formKey: (last?.formKey ?? 0) + 1 }));
      },
      onError: (error) => {
        // The console has its own dialog for the end of the session.
        if (isSessionEndError(error)) return;
        toast.error(
          userMessageOf(error, 'The form could not be loaded. Check your connection and try again.'),
        );
      },
    });

  const addressOf = useAddressedItem(opened?.item?.id ?? null, (id) => {
    if (id === null) setOpened(null);
    else open(id);
  });

  const formOf = ({ Form, item, formKey }: NonNullable<typeof opened>) => (
    <Form
      key={formKey}
      item={item}
      onClose={() => setOpened(null)}
      onReload={() => item !== null && open(item.id)}
    />
  );

  return {
    form: opened === null ? null : formOf(opened),
    create: () => {
      if (opened === null) open(null);
    },
    edit: (id: number) => open(id),
    addressOf,
    isOpening: (id: number) => opening.isPending && opening.variables === id,
  };
}

export interface EditDialogProps extends Omit<DialogProps, 'open' | 'onOpenChange'> {
  /** The form has unsaved changes. */
  dirty: boolean;
  /** The form is being saved: until the response, the fields are inert and the dialog cannot be closed. */
  saving?: boolean;
  onClose: () => void;
  /** Adds buttons and keys to undo and redo the form's changes. */
  undoHistory?: UndoHistory;
}

/** A dialog with a form. While it is dirty, closing it, leaving the view or closing the page asks the user first. */
export function EditDialog({
  dirty,
  saving = false,
  onClose,
  undoHistory,
  footer,
  children,
  ...dialog
}: EditDialogProps) {
  const { confirmLeave } = useUnsavedChangesGuard(dirty);
  const fields = useInertWhileSaving(saving);
  useUndoKeys(undoHistory, fields, saving);
  const close = async () => {
    if (!dirty || (await confirmLeave())) onClose();
  };
  return (
    <Dialog
      {...dialog}
      open
      onOpenChange={(open) => !open && !saving && void close()}
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

/**
 * Manages focus for fields that are `inert` while the form is saved, as changes made meanwhile would not be saved.
 * Afterwards focus moves to the first invalid field, or back to where it was.
 * @returns the ref of the element around the fields, which the caller makes `inert` while saving
 */
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
