import { clickButton, type FakeApi, fillField, resetBrowserState } from '@khmer-learning/console-sdk/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  fakeWritableContentApi,
  findFreeTextBox,
  findFreeTextEditor,
  getField,
  openLesson,
} from '../testing/lesson-test-utils.tsx';

let api: FakeApi;
const saved = () => api.sent('PATCH', '/api/lessons/7').at(-1);

beforeEach(() => {
  resetBrowserState();
  Element.prototype.scrollIntoView = jest.fn();
  api = fakeWritableContentApi();
});

const words = ['Rice', 'Water', 'Fish', 'Salt'].map((word) => `${word} [x] : ក`);
const vocabulary = { title: 'Key words', content: words.join('\n'), html: null, ops: null };
const dialogue = (title: string) => ({ title, content: title, html: null, ops: null });

const englishWords = () =>
  screen.getAllByLabelText<HTMLInputElement>('English Word').map(({ value }) => value);
const titles = () => screen.getAllByLabelText<HTMLInputElement>('Section Title').map(({ value }) => value);
const button = (name: string) => screen.getByRole('button', { name });
// Hidden, because it is loaded while the dialog is open.
const offer = () => within(screen.getByRole('region', { name: /Notifications/, hidden: true }));
const undoInToast = () => userEvent.click(offer().getByText('Undo'));
const undo = () => userEvent.keyboard('{Control>}z{/Control}');
const redo = () => userEvent.keyboard('{Control>}y{/Control}');

/** The form has no unsaved changes, so it closes without a question. */
async function expectToCloseUnasked(): Promise<void> {
  await clickButton('Close');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

describe('a deleted entry', () => {
  it('leaves the focus on the next row, and comes back in its place by the toast', async () => {
    await openLesson(api, { sections: [vocabulary] });
    const [, , , salt] = screen.getAllByLabelText('English Word');
    await clickButton('Delete entry 3');
    expect(englishWords()).toEqual(['Rice', 'Water', 'Salt']);
    expect(document.activeElement).toBe(button('Delete entry 3'));
    expect(offer().getByText('Entry 3 deleted')).toBeTruthy();
    await undoInToast();
    expect(englishWords()).toEqual(['Rice', 'Water', 'Fish', 'Salt']);
    expect(document.activeElement).toBe(button('Delete entry 3'));
    // The other rows are the same elements, so nothing scrolls.
    expect(screen.getAllByLabelText('English Word')[3]).toBe(salt);
    expect(offer().queryByText('Entry 3 deleted')).toBeNull();
    await expectToCloseUnasked();
  });

  it('leaves the focus on the previous row if it was the last, and on the word that remains', async () => {
    await openLesson(api, { sections: [vocabulary] });
    await clickButton('Delete entry 4');
    expect(document.activeElement).toBe(button('Delete entry 3'));
    await clickButton('Delete entry 1');
    await clickButton('Delete entry 1');
    expect(englishWords()).toEqual(['Fish']);
    expect(document.activeElement).toBe(getField('English Word'));
    await undo();
    await undo();
    await undo();
    expect(englishWords()).toEqual(['Rice', 'Water', 'Fish', 'Salt']);
    await redo();
    expect(englishWords()).toEqual(['Rice', 'Water', 'Fish']);
  });

  it('is not offered once the form has changed again, and can still be undone by keyboard', async () => {
    await openLesson(api, { sections: [vocabulary] });
    await clickButton('Delete entry 3');
    await userEvent.type(getField('Title'), '!');
    expect(offer().queryByText('Entry 3 deleted')).toBeNull();
    await undo();
    await undo();
    expect(englishWords()).toEqual(['Rice', 'Water', 'Fish', 'Salt']);
  });
});

it('a pasted block is undone at once, and what was typed before it stays', async () => {
  await openLesson(api, { sections: [vocabulary] });
  const cell = screen.getAllByLabelText<HTMLInputElement>('English Word')[1];
  if (cell === undefined) throw new Error('There is no entry 2');
  await userEvent.type(cell, '!');
  await userEvent.paste('Tea [tae] : តែ\nMilk [x] : ក');
  expect(englishWords()).toEqual(['Rice', 'Water!', 'Tea', 'Milk', 'Fish', 'Salt']);
  expect(offer().getByText('2 entries were pasted.')).toBeTruthy();
  // Only the toast announces it.
  expect(within(screen.getByRole('dialog')).queryByText(/were pasted/)).toBeNull();
  await undo();
  expect(englishWords()).toEqual(['Rice', 'Water!', 'Fish', 'Salt']);
  expect(document.activeElement).toBe(cell);
  await undo();
  expect(cell.value).toBe('Water');
});

it.each(['keyboard', 'toast'])(
  'a block that was pasted into a new row leaves the focus there: undone by %s',
  async (by) => {
    await openLesson(api, { sections: [vocabulary] });
    await clickButton('Add Entry');
    const at = document.activeElement?.id;
    await userEvent.paste('Tea [tae] : តែ\nMilk [x] : ក');
    expect(englishWords()).toEqual(['Rice', 'Water', 'Fish', 'Salt', 'Tea', 'Milk']);
    await (by === 'toast' ? undoInToast() : undo());
    expect(englishWords().slice(0, 4)).toEqual(['Rice', 'Water', 'Fish', 'Salt']);
    await waitFor(() => expect(document.activeElement?.id).toBe(at));
  },
);

it.each(['keyboard', 'toast'])(
  'a block that makes the list long leaves the focus where it was pasted: undone by %s',
  async (by) => {
    await openLesson(api, { sections: [vocabulary] });
    const cell = screen.getAllByLabelText<HTMLInputElement>('English Word')[1];
    if (cell === undefined) throw new Error('There is no entry 2');
    const { id } = cell;
    await userEvent.click(cell);
    await userEvent.paste(Array.from({ length: 300 }, (_, n) => `Word ${n} [x] : ក`).join('\n'));
    await (by === 'toast' ? undoInToast() : undo());
    expect(englishWords()).toEqual(['Rice', 'Water', 'Fish', 'Salt']);
    await waitFor(() => expect(document.activeElement?.id).toBe(id));
  },
);

it('a block that was pasted into the only row leaves the focus there', async () => {
  await openLesson(api, { sections: [vocabulary] });
  for (const _ of ['Rice', 'Water', 'Fish']) await clickButton('Delete entry 1');
  const [cell] = screen.getAllByLabelText<HTMLInputElement>('English Word');
  await userEvent.click(cell as HTMLInputElement);
  await userEvent.paste('Tea [tae] : តែ\nMilk [x] : ក');
  await undo();
  await waitFor(() => expect(document.activeElement).toBe(screen.getAllByLabelText('English Word')[0]));
});

describe('sections', () => {
  it('come back in their place with their content, and the others keep their tabs', async () => {
    await openLesson(api, { sections: [dialogue('One'), vocabulary, dialogue('Three')] });
    await clickButton('Remove section 2');
    await clickButton('Remove section', screen.getByRole('alertdialog'));
    await waitFor(() => expect(document.activeElement).toBe(button('Remove section 2')));
    expect(titles()).toEqual(['One', 'Three']);
    expect(offer().getByText('Section 2 removed')).toBeTruthy();
    await undoInToast();
    expect(titles()).toEqual(['One', 'Key words', 'Three']);
    expect(englishWords()).toEqual(['Rice', 'Water', 'Fish', 'Salt']);
    expect(document.activeElement).toBe(screen.getAllByLabelText('Section Title')[1]);
    await expectToCloseUnasked();
  });

  it('that were added, duplicated or moved are undone and redone', async () => {
    await openLesson(api, { sections: [dialogue('One'), vocabulary] });
    await clickButton('Move section 1 down');
    await clickButton('Duplicate section 2');
    await clickButton('Add Section');
    expect(titles()).toEqual(['Key words', 'One', 'One', '']);
    for (const expected of [
      ['Key words', 'One', 'One'],
      ['Key words', 'One'],
      ['One', 'Key words'],
    ]) {
      await undo();
      expect(titles()).toEqual(expected);
    }
    expect(screen.getAllByRole('tab', { selected: true }).map(({ textContent }) => textContent)).toEqual([
      'Free Text',
      'Vocabulary',
    ]);
    for (let step = 0; step < 3; step += 1) await redo();
    await undo();
    await clickButton('Publish Lesson');
    await screen.findByText('Lesson updated successfully');
    expect(saved()?.body).toMatchObject({
      sections: [{ title: 'Key words' }, { title: 'One' }, { title: 'One' }],
    });
  });
});

it('free text has its own undo first, and then the form’s', async () => {
  await openLesson(api, { sections: [dialogue('One')] });
  await fillField(getField('Section Title'), 'Uno');
  const editor = await findFreeTextEditor();
  const box = await findFreeTextBox();
  const pressUndo = () =>
    act(async () => {
      fireEvent.keyDown(box, { key: 'z', keyCode: 90, ctrlKey: true });
    });
  await act(async () => {
    editor.commands.insertContentAt(1, 'New ');
  });
  expect(box.textContent).toBe('New One');
  await pressUndo();
  expect(box.textContent).toBe('One');
  expect(getField('Section Title').value).toBe('Uno');
  await pressUndo();
  expect(getField('Section Title').value).toBe('One');
  expect(box.textContent).toBe('One');
  await expectToCloseUnasked();
});

it('a text that the form’s undo has changed is not changed back by the editor’s own undo', async () => {
  await openLesson(api, { sections: [dialogue('One')] });
  const editor = await findFreeTextEditor();
  await act(async () => {
    editor.commands.insertContentAt(1, 'New ');
  });
  await clickButton('Undo');
  const box = await findFreeTextBox();
  expect(box.textContent).toBe('One');
  fireEvent.keyDown(box, { key: 'z', keyCode: 90, ctrlKey: true });
  expect(box.textContent).toBe('One');
  await clickButton('Redo');
  expect(box.textContent).toBe('New One');
});
