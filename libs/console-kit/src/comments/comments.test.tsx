import { useAddressedItem } from '@khmer-learning/console-sdk';
import {
  clickButton,
  errorResponse,
  type FakeApi,
  fakeApi,
  fillField,
  renderView,
  resetBrowserState,
} from '@khmer-learning/console-sdk/testing';
import {
  type CommentAnchor,
  type CommentThread,
  lessons,
  type NewCommentAnchor,
} from '@khmer-learning/contracts';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { EditDialog } from '../items/item-editor.tsx';
import { useUndoHistory } from '../undo/undo-history.tsx';
import { CommentMark, CommentsButton } from './comment-mark.tsx';
import { CommentsProvider, CommentsSlot } from './comments-context.tsx';

const me = { id: 1, name: 'Sokha Chan' };
const dara = { id: 2, name: 'Dara Sok' };
const sections = [{ text: 'Key words', rows: ['Where? [ey] : នៅណា?', 'Who? [neak] : អ្នកណា?'] }];

let threads: CommentThread[];
let api: FakeApi;
let isFull = false;

const newThread = (id: number, anchor: CommentAnchor, text: string, author = dara): CommentThread => ({
  ...{ id, anchor, resolvedAt: null, resolvedBy: null },
  comments: [{ id: 1, author, text, mentions: [], createdAt: '2026-05-04T03:00:00.000Z', editedAt: null }],
});

function View() {
  const [revision, setRevision] = useState('1.0');
  const undoHistory = useUndoHistory(useForm());
  return (
    <CommentsProvider
      revision={revision}
      entity="lesson"
      id={7}
      endpoints={lessons.comments}
      sections={sections}
      isFull={isFull}
    >
      <EditDialog
        title="Edit Lesson"
        size="full"
        dirty={false}
        onClose={closed}
        headerEnd={<CommentsButton />}
        undoHistory={undoHistory}
      >
        <CommentMark place={{ field: 'title' }} label="Title" />
        <CommentMark place={{ section: 'Key words', row: sections[0]?.rows[0] }} label="Row 1" />
        <CommentMark place={{ section: 'Key words', row: sections[0]?.rows[1] }} label="Row 2" />
        <button type="button" onClick={() => setRevision('2.0')}>
          Save the row
        </button>
        <CommentsSlot />
      </EditDialog>
    </CommentsProvider>
  );
}
const closed = jest.fn();

beforeEach(() => {
  resetBrowserState();
  closed.mockClear();
  isFull = false;
  threads = [
    newThread(
      1,
      { section: ['Key words'], row: ['Where? [ey] : នៅណា?', 'Where? [old] : នៅណា?'] },
      'Why this word?',
    ),
    newThread(2, { section: ['Key words'], row: ['What? [ey] : អ្វី?'] }, 'Is it needed?', me),
  ];
  const thread = (path: string) => threads.find(({ id }) => id === Number(path.split('/')[5]));
  api = fakeApi({
    'GET /api/lessons/7/comments': () => ({ body: { threads } }),
    'GET /api/lessons/comments/people': () => ({ body: { people: [dara, { id: 3, name: 'សុខ ដារ៉ា' }] } }),
    'POST /api/lessons/7/comments': ({ body }) => {
      const { text, anchor } = body as { text: string; anchor: NewCommentAnchor };
      const stored =
        anchor && 'section' in anchor
          ? { section: [anchor.section], ...(anchor.row ? { row: [anchor.row] } : {}) }
          : anchor;
      threads = [...threads, newThread(9, stored, text, me)];
      return { status: 201, body: threads.at(-1) };
    },
    'POST /api/lessons/7/comments/*': ({ path, body }) => {
      threads = threads.map((one) => {
        if (one !== thread(path)) return one;
        if (path.endsWith('/resolve'))
          return { ...one, resolvedAt: '2026-05-05T03:00:00.000Z', resolvedBy: me };
        if (path.endsWith('/reopen')) return { ...one, resolvedAt: null, resolvedBy: null };
        const { text } = body as { text: string };
        return {
          ...one,
          comments: [...one.comments, ...newThread(1, null, text, me).comments].map((c, n) => ({
            ...c,
            id: n + 1,
          })),
        };
      });
      return { status: 201, body: thread(path) };
    },
    'DELETE /api/lessons/7/comments/*': ({ path }) => {
      threads = threads.filter((one) => one !== thread(path));
      return { body: { message: 'The comment was deleted' } };
    },
    'PATCH /api/lessons/7/comments/*': ({ path, body }) => {
      const { text } = body as { text: string };
      threads = threads.map((one) =>
        one === thread(path)
          ? {
              ...one,
              comments: one.comments.map((c) => ({ ...c, text, editedAt: '2026-05-05T03:00:00.000Z' })),
            }
          : one,
      );
      return { body: thread(path) };
    },
  });
});

async function open(button = 'Comments (2)') {
  renderView(View, 'lessons');
  await screen.findByRole('button', { name: button });
  await clickButton(button);
  return screen.findByRole('dialog', { name: 'Comments' });
}
const thread = (name: string) => screen.findByRole('article', { name });
const editor = (name = 'New comment') => screen.getByRole('textbox', { name });

it('follows a row that a save has changed', async () => {
  threads = [newThread(1, { section: ['Key words'], row: ['Wher [ey] : នៅណា?'] }, 'Why this word?')];
  await open('Comments (1)');
  await thread('The row was deleted: “Wher [ey] : នៅណា?”');
  threads = [
    newThread(
      1,
      { section: ['Key words'], row: ['Where? [ey] : នៅណា?', 'Wher [ey] : នៅណា?'] },
      'Why this word?',
    ),
  ];
  fireEvent.click(screen.getByText('Save the row'));
  await thread('On the row “Where? [ey] : នៅណា?”');
});

it('shows each thread at its row, and says where the row was deleted', async () => {
  const panel = await open();
  const found = await thread('On the row “Where? [ey] : នៅណា?”');
  expect(within(found).getByText('Why this word?')).toBeTruthy();
  expect(await thread('The row was deleted: “What? [ey] : អ្វី?”')).toBeTruthy();
  expect(screen.getByRole('button', { name: '1 comment thread on Row 1', hidden: true })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Comment on Row 2', hidden: true })).toBeTruthy();
  expect(await axeViolations(panel)).toEqual([]);
});

it('comments on the place whose button was pressed, and mentions whom `@` finds', async () => {
  renderView(View, 'lessons');
  await clickButton('Comment on Row 2');
  await screen.findByRole('dialog', { name: 'Comments' });
  await waitFor(() => expect(document.activeElement).toBe(editor()));
  await userEvent.type(editor(), 'Look, @da');
  const list = await screen.findByRole('listbox', { name: 'People' });
  expect(within(list).getByRole('option', { selected: true }).textContent).toBe('Dara Sok');
  expect(await axeViolations(screen.getByRole('dialog', { name: 'Comments' }))).toEqual([]);
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}please{Control>}{Enter}{/Control}');
  await thread('On the row “Who? [neak] : អ្នកណា?”');
  expect(api.sent('POST', '/api/lessons/7/comments').map(({ body }) => body)).toEqual([
    { text: 'Look, <@2> please', anchor: { section: 'Key words', row: 'Who? [neak] : អ្នកណា?' } },
  ]);
  expect(editor()).toHaveProperty('value', '');
});

it('closes the list of people by Escape, then the panel, and keeps a text that was not sent', async () => {
  await open();
  await userEvent.type(editor(), 'Not sent @');
  await screen.findByRole('listbox');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(screen.getByRole('dialog', { name: 'Comments' })).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Comments' })).toBeNull());
  expect(closed).not.toHaveBeenCalled();
  await clickButton('Comments (2)');
  await screen.findByRole('dialog', { name: 'Comments' });
  expect(editor()).toHaveProperty('value', 'Not sent @');
});

it('keeps the text when it could not be sent', async () => {
  api.route('POST /api/lessons/7/comments', () =>
    errorResponse(409, { message: 'There are too many comments here. Delete resolved ones first' }),
  );
  await open();
  await fillField(editor(), 'One more');
  await clickButton('Send');
  expect(await screen.findByText(/too many comments/)).toBeTruthy();
  expect(editor()).toHaveProperty('value', 'One more');
});

it('replies to a thread, resolves it, shows it again and reopens it', async () => {
  await open();
  const first = await thread('On the row “Where? [ey] : នៅណា?”');
  await clickButton('Reply', first);
  await fillField(within(first).getByRole('textbox', { name: 'Reply' }), 'Because');
  await clickButton('Send', first);
  expect(await within(first).findByText('Because')).toBeTruthy();
  await clickButton('Resolve', first);
  await waitFor(() => expect(screen.queryByText('Why this word?')).toBeNull());
  await act(async () => screen.getByRole('checkbox', { name: 'Show 1 resolved thread' }).click());
  const again = await thread('On the row “Where? [ey] : នៅណា?”');
  expect(within(again).getByText('Resolved by Sokha Chan')).toBeTruthy();
  await clickButton('Reopen', again);
  await waitFor(() => expect(within(again).queryByText('Resolved by Sokha Chan')).toBeNull());
});

it('lets people edit and delete their own comments, after a question', async () => {
  await open();
  const [theirs, mine] = [
    await thread('On the row “Where? [ey] : នៅណា?”'),
    await thread('The row was deleted: “What? [ey] : អ្វី?”'),
  ];
  for (const name of ['Edit', 'Delete']) expect(within(theirs).queryByRole('button', { name })).toBeNull();
  await clickButton('Edit', mine);
  await fillField(within(mine).getByRole('textbox', { name: 'Edit' }), 'It is needed');
  await clickButton('Save', mine);
  expect(await within(mine).findByText('edited')).toBeTruthy();
  await clickButton('Delete', mine);
  await clickButton('Delete', await screen.findByRole('alertdialog'));
  await waitFor(() => expect(screen.queryByText('It is needed')).toBeNull());
});

it('opens at the thread that the address names', async () => {
  window.location.hash = '#/lessons?open=7&comment=2';
  threads = threads.map((one) => ({ ...one, resolvedAt: one.id === 2 ? '2026-05-05T03:00:00.000Z' : null }));
  renderView(Addressed, 'lessons');
  const named = await thread('The row was deleted: “What? [ey] : អ្វី?”');
  await waitFor(() => expect(document.activeElement).toBe(named));
});

it('is beside a form that covers a wide screen, where Escape closes it and not the form', async () => {
  isFull = true;
  const { matchMedia } = window;
  window.matchMedia = ((media: string) =>
    Object.assign(new EventTarget(), { matches: true, media })) as never;
  try {
    renderView(View, 'lessons');
    await screen.findByRole('button', { name: 'Comments (2)' });
    await clickButton('Comments (2)');
    const panel = await screen.findByRole('complementary', { name: 'Comments' });
    expect(await axeViolations(panel)).toEqual([]);
    await userEvent.click(editor());
    // The browser undoes what is typed here, the form what is typed there.
    const undo = new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true, cancelable: true });
    editor().dispatchEvent(undo);
    expect(undo.defaultPrevented).toBe(false);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
    expect(closed).not.toHaveBeenCalled();
  } finally {
    window.matchMedia = matchMedia;
  }
});

it('says that there are none', async () => {
  threads = [];
  await open('Comments');
  expect(await screen.findByText('No comments')).toBeTruthy();
});

it('says why they could not be read, and tries again', async () => {
  api.route('GET /api/lessons/7/comments', () => errorResponse(400, { message: 'Not now' }));
  await open('Comments');
  expect(await screen.findByText('Not now')).toBeTruthy();
  api.route('GET /api/lessons/7/comments', () => ({ body: { threads } }));
  await clickButton('Try again');
  expect(await screen.findByText('Why this word?')).toBeTruthy();
});

/** A list whose form the address opens. */
function Addressed() {
  const [id, show] = useState<number | null>(null);
  useAddressedItem(id, show);
  return id === null ? null : <View />;
}
