import { clickButton, renderView, resetBrowserState } from '@khmer-learning/console-sdk/testing';
import { TextInput } from '@khmer-learning/ui-kit';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import {
  applyValues,
  areValuesEqual,
  type FieldArrayMethods,
  shareEqualParts,
} from '../forms/form-values.ts';
import { EditDialog } from '../items/item-editor.tsx';
import { useUndoHistory } from './undo-history.tsx';

function SongForm() {
  const form = useForm({ defaultValues: { title: 'River song', author: '' } });
  const undoHistory = useUndoHistory(form);
  const [search, setSearch] = useState('');
  return (
    <>
      <TextInput aria-label="Search" value={search} onChange={({ target }) => setSearch(target.value)} />
      <EditDialog title="Song" dirty={form.formState.isDirty} undoHistory={undoHistory} onClose={() => {}}>
        <TextInput aria-label="Title" {...form.register('title')} />
        <TextInput aria-label="Author" {...form.register('author')} />
        <button
          type="button"
          onClick={() => {
            form.setValue('title', 'Sea song', { shouldDirty: true });
            form.setValue('author', 'Sok', { shouldDirty: true });
          }}
        >
          Fill in
        </button>
        <p>{form.formState.isDirty ? 'Unsaved' : 'Saved'}</p>
      </EditDialog>
    </>
  );
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const values = () => [field('Title').value, field('Author').value];
const undoButton = () => screen.getByRole('button', { name: 'Undo' });
const redoButton = () => screen.getByRole('button', { name: 'Redo' });
const undo = () => userEvent.keyboard('{Control>}z{/Control}');
const redo = () => userEvent.keyboard('{Control>}{Shift>}Z{/Shift}{/Control}');

beforeEach(() => {
  resetBrowserState();
  renderView(SongForm, 'songs');
});

describe('the undo history of a form', () => {
  it('undoes typing field by field, to the saved state, and redoes it', async () => {
    expect([undoButton(), redoButton()]).toMatchObject([{ disabled: true }, { disabled: true }]);
    await userEvent.type(field('Title'), ' and dance');
    await userEvent.type(field('Author'), 'Sok');
    await undo();
    expect(values()).toEqual(['River song and dance', '']);
    await undo();
    expect(values()).toEqual(['River song', '']);
    expect(document.activeElement).toBe(field('Title'));
    expect(screen.getByText('Saved')).toBeTruthy();
    expect(undoButton()).toHaveProperty('disabled', true);
    await redo();
    await userEvent.keyboard('{Control>}y{/Control}');
    expect(values()).toEqual(['River song and dance', 'Sok']);
    expect(document.activeElement).toBe(field('Author'));
    expect(screen.getByText('Unsaved')).toBeTruthy();
  });

  it('begins a new step after a pause and with a pasted text', async () => {
    const now = jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
    await userEvent.type(field('Author'), 'So');
    now.mockReturnValue(1_001_500);
    await userEvent.type(field('Author'), 'k');
    await userEvent.paste(' Dara');
    expect(values()[1]).toBe('Sok Dara');
    for (const author of ['Sok', 'So', '']) {
      await undo();
      expect(values()[1]).toBe(author);
    }
    now.mockRestore();
  });

  it('undoes all that one action changed, by its buttons too', async () => {
    await clickButton('Fill in');
    expect(values()).toEqual(['Sea song', 'Sok']);
    await userEvent.click(undoButton());
    expect(values()).toEqual(['River song', '']);
    await userEvent.click(redoButton());
    expect(values()).toEqual(['Sea song', 'Sok']);
    await userEvent.type(field('Title'), '!');
    expect(redoButton()).toHaveProperty('disabled', true);
  });

  it('keeps the keys from the browser, which would undo the search box behind the form', async () => {
    field('Title').focus();
    for (const target of [field('Title'), undoButton(), document.body]) {
      const reachesBrowser = fireEvent.keyDown(target, { key: 'z', ctrlKey: true });
      expect(reachesBrowser).toBe(false);
    }
    expect(values()).toEqual(['River song', '']);
  });
});

describe('the values of a form', () => {
  const clone = <Value,>(value: Value): Value => JSON.parse(JSON.stringify(value));
  const item = fc.record({
    title: fc.constantFrom('One', 'Two', 'Three'),
    options: fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 }),
  });
  const form = fc.record({ title: fc.string({ maxLength: 3 }), items: fc.array(item, { maxLength: 5 }) });

  it('change from any state to any other, field by field', () => {
    fc.assert(
      fc.property(form.map(clone), form.map(clone), (from, to) => {
        const current = clone(from);
        const { items } = current;
        const methods: FieldArrayMethods = {
          insert: (index, inserted) => items.splice(index, 0, ...clone(inserted as typeof items)),
          remove: (indexes) => {
            for (const index of indexes.toReversed()) items.splice(index, 1);
          },
          move: (start, end) => items.splice(end, 0, ...items.splice(start, 1)),
        };
        const setValue = (path: string, value: unknown) => {
          const keys = path.split('.');
          const parent = keys.slice(0, -1).reduce<object>((part, key) => Reflect.get(part, key), current);
          Reflect.set(parent, keys.at(-1) ?? '', value);
        };
        const path = applyValues({ from, to, fieldArrays: new Map([['items', methods]]), setValue });
        expect(current).toEqual(to);
        expect(path === null).toBe(areValuesEqual(from, to));
      }),
    );
  });

  it('are copied, and equal parts are taken from the last copy', () => {
    fc.assert(
      fc.property(form.map(clone), form.map(clone), (one, other) => {
        const copy = shareEqualParts(null, one);
        expect(copy).toEqual(one);
        expect(copy.items).not.toBe(one.items);
        expect(shareEqualParts(copy, clone(one))).toBe(copy);
        expect(shareEqualParts(copy, other)).toEqual(other);
      }),
    );
  });
});
