import { useNavigation } from '@khmer-learning/console-sdk';
import { clickButton, fillField, renderView, resetBrowserState } from '@khmer-learning/console-sdk/testing';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { EditDialog, type ItemFormProps, useItemEditor } from './item-editor.tsx';

interface Thing {
  readonly id: number;
}

function ThingForm({ item, onClose }: ItemFormProps<Thing>) {
  const [title, setTitle] = useState('');
  const { openView } = useNavigation();
  return (
    <EditDialog title={item ? `Edit thing ${item.id}` : 'New thing'} dirty={title !== ''} onClose={onClose}>
      <input aria-label="Title" value={title} onChange={({ target }) => setTitle(target.value)} />
      <button type="button" onClick={() => openView('things', { intent: 'create' })}>
        Create another
      </button>
    </EditDialog>
  );
}

function Things() {
  const editor = useItemEditor<Thing>({
    itemType: 'Thing',
    loadForm: async () => ThingForm,
    fetchItem: async (id) => ({ id }),
  });
  return (
    <>
      <button type="button" onClick={() => editor.edit(12)}>
        Edit
      </button>
      {editor.form}
    </>
  );
}

beforeEach(resetBrowserState);

it('replaces an open form when a new item is to be created, after the question about its changes', async () => {
  renderView(Things, 'things');
  await clickButton('Edit');
  await screen.findByRole('dialog', { name: 'Edit thing 12' });
  await clickButton('Create another');
  await screen.findByRole('dialog', { name: 'New thing' });
  expect(screen.queryByRole('dialog', { name: 'Edit thing 12' })).toBeNull();
  await fillField(screen.getByLabelText('Title'), 'Half a title');
  await clickButton('Create another');
  await clickButton('Leave', await screen.findByRole('alertdialog'));
  await screen.findByDisplayValue('');
  expect(screen.getByRole('dialog', { name: 'New thing' })).toBeTruthy();
});
