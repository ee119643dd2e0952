import {
  clickButton,
  errorResponse,
  type FakeApi,
  renderView,
  resetBrowserState,
} from '@khmer-learning/console-sdk/testing';
import type { ItemEdits } from '@khmer-learning/contracts';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { fakeContentApi, greetingsLesson } from '../../testing/content-fixtures.ts';
import { LessonSelectionBar } from '../selection-bar.tsx';

let api: FakeApi;
const draft = { ...greetingsLesson, id: 8, title: 'Numbers', status: 'draft' as const, version: 1 };
const workingCopy = { version: 3, savedAt: '2026-11-23T02:30:00.000Z', savedBy: null };
const selected = [greetingsLesson, draft, { ...greetingsLesson, id: 9, title: 'Reworked', workingCopy }];
/** The bar above a list in which lessons are selected. */
function Selected() {
  const [lessons, setLessons] = useState(selected);
  return (
    <LessonSelectionBar selected={lessons} onDeselect={() => undefined} onClear={() => setLessons([])} />
  );
}
const applied: ItemEdits = {
  ...{ id: 5, state: 'applied', change: 'edited', items: 2, done: 2, problem: null },
  ...{ titles: 'Greetings, Numbers', createdAt: '2026-11-23T02:30:00.000Z' },
};

beforeEach(() => {
  resetBrowserState();
  api = fakeContentApi();
  api.route('GET /api/lesson-edits', () => ({ body: { data: [] } }));
});

const cell = (row: number, column: number) =>
  screen.getByRole('grid').querySelector<HTMLElement>(`[data-cell="${row} ${column}"]`) as HTMLElement;
function paste(text: string) {
  const target = document.activeElement ?? document.body;
  const event = createEvent.paste(target, { clipboardData: { getData: () => text } });
  fireEvent(target, event);
}
const sent = () => api.sent('POST', '/api/lesson-edits').at(-1)?.body;

it('edits lessons in a grid by keys, pasting and filling down, and saves all at once', async () => {
  const user = userEvent.setup();
  renderView(Selected, 'lessons');
  await clickButton('Edit 2 lessons…');
  const dialog = await screen.findByRole('dialog', { name: 'Edit 2 lessons' });
  await within(dialog).findByRole('grid', { name: 'Edit 2 lessons' });
  within(dialog).getByText(/1 selected lesson is left out/);

  // By keys: F2 edits, Enter goes down, Esc leaves the text as it was.
  await waitFor(() => expect(document.activeElement).toBe(cell(0, 0)));
  await user.keyboard('{F2}!{Enter}');
  expect(cell(0, 0).textContent).toContain('Greetings!');
  expect(document.activeElement).toBe(cell(1, 0));
  await user.keyboard('Lost{Escape}');
  expect(cell(1, 0).textContent).toBe('Numbers');
  // A column of choices takes a label; what is none of them is said in the cell.
  await user.keyboard('{ArrowUp}{ArrowRight}{ArrowRight}');
  paste('reading\tអ្វីមួយ\n');
  expect(cell(0, 2).textContent).toContain('reading');
  within(cell(0, 3)).getByText('“អ្វីមួយ” is none of the choices');
  within(dialog).getByText('1 cell has to be corrected');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Apply (1)' }).disabled).toBe(true);
  expect(await axeViolations()).toEqual([]);
  await user.keyboard('{Control>}z{/Control}');
  expect(cell(0, 2).textContent).toBe('Vocabulary');
  paste('Reading');
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}{Control>}d{/Control}');
  expect(cell(1, 2).textContent).toContain('Reading');
  within(dialog).getByText('1 of the changed lessons is published: learners see the changes at once.');

  api.route('POST /api/lesson-edits', () =>
    errorResponse(409, {
      message: 'Nothing was changed: some items cannot be edited now',
      issues: [{ path: 'edits.1', message: 'This lesson was changed by someone else' }],
    }),
  );
  await clickButton('Apply (2)');
  const [, , second] = await within(dialog).findAllByRole('row');
  await within(second as HTMLElement).findByText('This lesson was changed by someone else');
  expect(sent()).toEqual({
    edits: [
      { id: 7, version: 4, title: 'Greetings!', lessonTypeId: 2 },
      { id: 8, version: 1, lessonTypeId: 2 },
    ],
  });

  // What somebody else has saved is taken over, under what is changed here.
  api.route('GET /api/lessons/8', () => ({ body: { ...draft, description: 'Theirs', version: 2 } }));
  await clickButton('Load again: lesson 2');
  await waitFor(() => expect(cell(1, 1).textContent).toBe('Theirs'));
  expect(cell(1, 2).textContent).toContain('Reading');

  // Applied, it can be undone.
  api.route('POST /api/lesson-edits', () => ({ status: 201, body: applied }));
  api.route('POST /api/lesson-edits/5/undo', () => ({
    body: {
      ...applied,
      state: 'undone',
      problem: 'Kept because someone has changed it since: lesson "Numbers"',
    },
  }));
  await clickButton('Apply (2)');
  await screen.findByText('2 lessons were edited');
  expect(sent()).toMatchObject({ edits: [{ id: 7 }, { id: 8, version: 2, lessonTypeId: 2 }] });
  expect(screen.queryByRole('dialog')).toBeNull();
  await clickButton('Undo');
  await screen.findByText('Kept because someone has changed it since: lesson "Numbers"');
});
