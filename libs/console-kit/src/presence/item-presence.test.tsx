import { renderView } from '@khmer-learning/console-sdk/testing';
import type { PresentPage } from '@khmer-learning/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { ItemPresence, ItemPresenceMark } from './item-presence.tsx';

/** The browser's `EventSource`, which jsdom does not have. */
class FakeEventSource extends EventTarget {
  static all: FakeEventSource[] = [];
  isClosed = false;

  constructor(readonly url: string) {
    super();
    FakeEventSource.all.push(this);
  }
  close() {
    this.isClosed = true;
  }
  get query() {
    return new URL(this.url, 'http://console').searchParams;
  }
  tell(pages: readonly Partial<PresentPage>[]) {
    const data = JSON.stringify(pages.map((page, index) => ({ ...somebody, page: pageId(index), ...page })));
    act(() => void this.dispatchEvent(new MessageEvent('presence', { data })));
  }
  fail() {
    act(() => void this.dispatchEvent(new Event('error')));
  }
}

const pageId = (index: number) => String(index).padStart(32, '0');
const somebody: PresentPage = { page: pageId(0), userId: 2, name: 'Sokha Chan', items: ['lesson:7'] };

const openStreams = () => FakeEventSource.all.filter(({ isClosed }) => !isClosed);

/** The one open stream, in whose address these items are. */
async function streamWith(open: string): Promise<FakeEventSource> {
  await waitFor(() => expect(openStreams().map(({ query }) => query.get('open'))).toEqual([open]));
  const [stream] = openStreams();
  if (!stream) throw new Error('There is no stream');
  return stream;
}

beforeEach(() => {
  FakeEventSource.all = [];
  Object.assign(globalThis, { EventSource: FakeEventSource });
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'EventSource');
});

function Form() {
  const [id, setId] = useState<number | null>(7);
  return (
    <>
      <button type="button" onClick={() => setId(8)}>
        Next
      </button>
      <button type="button" onClick={() => setId(null)}>
        Close
      </button>
      {id === null ? null : <ItemPresence key={id} entity="lesson" id={id} />}
    </>
  );
}

it.each<[string, readonly Partial<PresentPage>[]]>([
  ['Sokha Chan is editing this lesson', [{}]],
  ['Sokha Chan and Dara Kim are editing this lesson', [{}, { userId: 3, name: 'Dara Kim' }]],
  [
    'Sokha Chan, Dara Kim and 1 other are editing this lesson',
    [{}, {}, { userId: 3, name: 'Dara Kim' }, { userId: 4, name: 'Vanna' }],
  ],
  ['You, in another tab', [{ userId: 1, name: 'Sokha Chan' }]],
  ['Sokha Chan is editing this lesson', [{ userId: 1, name: 'Me' }, {}, { userId: 3, items: ['lesson:70'] }]],
])('says “%s”', async (text, pages) => {
  renderView(Form, 'lessons');
  const stream = await streamWith('lesson:7');
  expect(screen.getByRole('status').textContent).toBe('');
  stream.tell(pages);
  expect(screen.getByRole('status').textContent).toContain(text);
});

it('does not show this page itself, and nobody who has left', async () => {
  renderView(Form, 'lessons');
  const stream = await streamWith('lesson:7');
  stream.tell([{ userId: 1, page: stream.query.get('page') ?? '' }]);
  expect(screen.getByRole('status').textContent).toBe('');
  stream.tell([{}]);
  stream.tell([]);
  expect(screen.getByRole('status').textContent).toBe('');
});

it('has one stream, which follows what is open and ends with it', async () => {
  const { user, unmount } = renderView(Form, 'lessons');
  const first = await streamWith('lesson:7');
  await user.click(screen.getByText('Next'));
  const second = await streamWith('lesson:8');
  expect(second.query.get('page')).toBe(first.query.get('page'));
  await user.click(screen.getByText('Close'));
  await waitFor(() => expect(openStreams()).toEqual([]));
  expect(FakeEventSource.all).toHaveLength(2);
  unmount();
});

it('opens a stream again that has failed, and shows nobody while there is none', async () => {
  renderView(Form, 'lessons');
  const stream = await streamWith('lesson:7');
  stream.tell([{}]);
  stream.fail();
  expect(screen.getByRole('status').textContent).toContain('Sokha Chan');
  await waitFor(() => expect(openStreams()).toHaveLength(1), { timeout: 5_000 });
  openStreams()[0]?.fail();
  expect(screen.getByRole('status').textContent).toBe('');
});

it('ignores what it does not understand, and does without a browser that has no streams', async () => {
  const { unmount } = renderView(Form, 'lessons');
  const stream = await streamWith('lesson:7');
  act(() => void stream.dispatchEvent(new MessageEvent('presence', { data: '{' })));
  stream.tell([{ name: 'x'.repeat(500) }]);
  expect(screen.getByRole('status').textContent).toBe('');
  unmount();
  Reflect.deleteProperty(globalThis, 'EventSource');
  renderView(Form, 'lessons');
  expect(screen.getByRole('status').textContent).toBe('');
});

it('asks about all rows of a list at once, and again only when others come', async () => {
  const { user } = renderView(() => {
    const [ids, setIds] = useState([3, 4, 5]);
    return (
      <>
        <button type="button" onClick={() => setIds((shown) => shown.slice(1))}>
          Fewer
        </button>
        <button type="button" onClick={() => setIds([6, 7])}>
          Others
        </button>
        {ids.map((id) => (
          <ItemPresenceMark key={id} entity="quiz" id={id} />
        ))}
      </>
    );
  }, 'quizzes');
  const stream = await streamWith('');
  expect(stream.query.get('shown')).toBe('quiz:3,quiz:4,quiz:5');
  await user.click(screen.getByText('Fewer'));
  await user.click(screen.getByText('Others'));
  await waitFor(() =>
    expect(openStreams().map(({ query }) => query.get('shown'))).toEqual(['quiz:6,quiz:7']),
  );
  expect(FakeEventSource.all).toHaveLength(2);
});

it('marks an item of a list that others have open', async () => {
  renderView(() => <ItemPresenceMark entity="quiz" id={3} />, 'quizzes');
  const stream = await streamWith('');
  stream.tell([{ items: ['quiz:3'] }, { userId: 1, items: ['quiz:3'] }]);
  expect(screen.getByRole('img', { name: 'Open now: Sokha Chan, you, in another tab' })).toBeTruthy();
  stream.tell([]);
  expect(screen.queryByRole('img')).toBeNull();
});
