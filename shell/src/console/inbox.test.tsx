import { useAddressedComment, useAddressedItem } from '@khmer-learning/console-sdk';
import type { Notification } from '@khmer-learning/contracts';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { contentRemote } from '../testing/content-manifest.ts';
import {
  emptyStats,
  errorResponse,
  type FakeGateway,
  installFakeGateway,
  teacher,
} from '../testing/fake-gateway.ts';
import { exposedModule, renderApp } from '../testing/render-app.tsx';

jest.mock('../page/load-page.ts', () => ({ loadPage: jest.fn(), reloadPage: jest.fn() }));

let gateway: FakeGateway;
let notifications: Notification[];

const notification = (thread: number, reason: 'mention' | 'reply', isRead = false): Notification => ({
  ...{ id: `comment.content.${thread}.2`, at: '2026-05-04T03:00:00.000Z', isRead },
  about: {
    ...{ kind: 'comment', reason, thread, by: { id: 1, name: 'Sokha Chan' } },
    item: { entity: 'lesson', id: 12, title: 'Asking the way' },
  },
});
const unread = () => ({ unread: notifications.filter(({ isRead }) => !isRead).length });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  window.requestIdleCallback = (task) => {
    task({ didTimeout: false, timeRemaining: () => 10 });
    return 1;
  };
  window.cancelIdleCallback = () => {};
  notifications = [notification(5, 'mention'), notification(6, 'reply'), notification(7, 'reply', true)];
  gateway = installFakeGateway();
  gateway.on('GET /api/auth/session', { body: { user: teacher } });
  gateway.on('GET /api/dashboard/stats', { body: emptyStats });
  gateway.on('GET /remotes.json', { body: { remotes: [contentRemote] } });
  gateway.on('GET /api/notifications/unread', () => ({ body: unread() }));
  gateway.on('GET /api/notifications?limit=15&offset=0', () => ({
    body: { notifications, hasMore: false, ...unread() },
  }));
  gateway.on('POST /api/notifications/read', ({ body }) => {
    const { id } = body as { id?: string };
    notifications = notifications.map((one) => ({
      ...one,
      isRead: one.isRead || id === undefined || one.id === id,
    }));
    return { body: unread() };
  });
});

/** The view of lessons, which shows the item and the thread that it is to open. */
function Lessons() {
  const [id, show] = useState<number | null>(null);
  useAddressedItem(id, show);
  const thread = useAddressedComment();
  return <p>{`Lesson ${id}, thread ${thread}`}</p>;
}

const bell = (name: string) => screen.findByRole('button', { name });
async function open(name = 'Notifications: 2 unread') {
  renderApp({ loadExposed: async () => exposedModule({ views: { lessons: async () => Lessons } }) });
  await userEvent.click(await bell(name));
  return screen.findByRole('dialog', { name: 'Notifications' });
}

it('counts what is unread, and lists everything, the newest first', async () => {
  const panel = await open();
  const [first, second, third] = await within(panel).findAllByRole('listitem');
  expect(first?.textContent).toMatch(/Sokha Chan mentioned you on “Asking the way”.*Unread/);
  expect(second?.textContent).toMatch(/Sokha Chan answered on “Asking the way”.*Unread/);
  expect(third?.textContent).not.toContain('Unread');
  expect(await axeViolations(panel)).toEqual([]);
});

it('opens the item at the thread, and marks that as read', async () => {
  const panel = await open();
  await userEvent.click((await within(panel).findAllByRole('link'))[0] as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Notifications' })).toBeNull());
  await bell('Notifications: 1 unread');
  await screen.findByText('Lesson 12, thread 5');
  expect(window.location.hash).toBe('#/lessons?open=12&comment=5');
});

it('marks all as read', async () => {
  const panel = await open();
  await within(panel).findAllByRole('listitem');
  await userEvent.click(within(panel).getByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(within(panel).queryByText('Unread')).toBeNull());
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Notifications' })).toBeNull());
  await bell('Notifications');
});

it('says that there is nothing, and why the list is missing', async () => {
  notifications = [];
  const panel = await open('Notifications');
  expect(await within(panel).findByText('No notifications')).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  gateway.on('GET /api/notifications?limit=15&offset=0', errorResponse(400, 'Not now'));
  await userEvent.click(await bell('Notifications'));
  expect(await screen.findByText('Not now')).toBeTruthy();
});

it('asks for the number again when the page gets the focus, once a minute at most', async () => {
  renderApp();
  await bell('Notifications: 2 unread');
  const calls = () => gateway.calls.filter((call) => call === 'GET /api/notifications/unread').length;
  const focus = () => act(async () => void window.dispatchEvent(new Event('visibilitychange')));
  await focus();
  expect(calls()).toBe(1);
  const now = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(now + 61_000);
  notifications = [];
  await focus();
  await bell('Notifications');
  expect(calls()).toBe(2);
  jest.restoreAllMocks();
});

it('opens the item of a review', async () => {
  const about = { kind: 'review', by: { id: 1, name: 'Sokha Chan' } } as const;
  const item = { entity: 'lesson', id: 12, title: 'Asking the way' };
  notifications = (['requested', 'changes-requested', 'granted'] as const).map((reason, index) => ({
    ...{ id: `review.content.lesson-${index}.2`, at: '2026-05-04T03:00:00.000Z', isRead: index > 0 },
    about: { ...about, reason, item },
  }));
  const dialog = await open('Notifications: 1 unread');
  for (const text of [
    'Sokha Chan asks for changes in “Asking the way”',
    'Sokha Chan published “Asking the way”',
  ])
    expect(await within(dialog).findByRole('link', { name: text })).toBeTruthy();
  const link = within(dialog).getByRole('link', { name: 'Sokha Chan asks for a review of “Asking the way”' });
  expect(link.getAttribute('href')).toBe('#/lessons?open=12');
  await userEvent.click(link);
  expect(await screen.findByText('Lesson 12, thread null')).toBeTruthy();
});
