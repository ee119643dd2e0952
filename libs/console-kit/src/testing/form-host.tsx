import type { ComponentType } from 'react';
import { type ItemFormProps, useItemEditor } from '../items/item-editor.tsx';

export interface FormHostProps<Item> {
  form: ComponentType<ItemFormProps<Item>>;
  id: number;
  fetchItem: (id: number) => Promise<Item | null>;
}

/** Opens a form as its list does, for tests of the form alone. */
export function FormHost<Item extends { id: number }>({ form, id, fetchItem }: FormHostProps<Item>) {
  const editor = useItemEditor({ itemType: 'Thing', loadForm: async () => form, fetchItem });
  return (
    <>
      <button type="button" onClick={editor.create}>
        New
      </button>
      <button type="button" onClick={() => editor.edit(id)}>
        Edit
      </button>
      {editor.form}
    </>
  );
}
