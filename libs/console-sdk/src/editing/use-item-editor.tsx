import { toast } from '@khmer-learning/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import { isSessionEndError, userMessageOf } from '../api/api-error.ts';

/** What the form of an item is given. */
export interface ItemFormProps<Item> {
  /** Null to create one. */
  item: Item | null;
  onClose: () => void;
  /** Fetches the item anew and starts the form over with it. */
  onReload: () => void;
}

export interface ItemEditorOptions<Item> {
  /** Fetches the form's code. */
  loadForm: () => Promise<ComponentType<ItemFormProps<Item>>>;
  /** Fetches the item as it is now; null when it is gone. */
  fetchItem: (id: number) => Promise<Item | null>;
  /** What it is called: `Lesson`. */
  itemType: string;
}

/**
 * Opens the form of a list's items. Code and item are fetched first, side by side, so that the form starts whole
 * and with the newest version; what fails is said in a toast.
 * @returns `form` to render in the list, and the ways to open it
 */
export function useItemEditor<Item extends { id: number }>({
  loadForm,
  fetchItem,
  itemType,
}: ItemEditorOptions<Item>) {
  const [opened, setOpened] = useState<{
    Form: ComponentType<ItemFormProps<Item>>;
    item: Item | null;
    /** Differs each time, so that every form starts anew. */
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
        // The console asks to sign in again by itself.
        if (isSessionEndError(error)) return;
        toast.error(
          userMessageOf(error, 'The form could not be loaded. Check your connection and try again.'),
        );
      },
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
    isOpening: (id: number) => opening.isPending && opening.variables === id,
  };
}
