import {
  extensionSource,
  type FakeApi,
  goBack,
  paginate,
  renderView,
  resetBrowserState,
  selectOption,
} from '@khmer-learning/console-sdk/testing';
import type { AuditEntry } from '@khmer-learning/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { manifest } from '../../remote.manifest.ts';
import { fakeUsersApi, otherAdmin, teacherUser, testAdmin } from '../testing/user-fixtures.ts';
import { AuditLogList } from './audit-log-list.tsx';

const failedSignIn: AuditEntry = {
  id: 'record 1',
  at: '2026-05-06T01:30:00.000Z',
  service: 'users',
  action: 'sign-in-failed',
  entity: 'user',
  entityId: '',
  title: 'nobody@example.com',
  fields: [],
  detail: 'Invalid email or password',
  actor: null,
  address: '198.51.100.7',
  requestId: null,
};
const quizWords = { point: 'activity-words', id: 'quiz', order: 40, entity: 'quiz', label: 'Quiz' } as const;
const extensions = extensionSource({ ...manifest, extensions: [...(manifest.extensions ?? []), quizWords] });
let api: FakeApi;

const open = () => renderView(AuditLogList, 'activity', { user: testAdmin, extensions });
const lastQuery = () => Object.fromEntries(api.sent('GET', '/api/audit').at(-1)?.query ?? []);

beforeEach(() => {
  resetBrowserState();
  api = fakeUsersApi();
  api.route('GET /api/users', ({ query }) => {
    const { firstName, lastName } = otherAdmin;
    const users =
      query.get('role') === 'teacher' ? [{ ...teacherUser, firstName, lastName }] : [testAdmin, otherAdmin];
    return { body: { users, total: users.length } };
  });
  const many = Array.from({ length: 17 }, (_, n) => ({ ...failedSignIn, id: `record ${n}` }));
  api.route('GET /api/audit', ({ query }) => ({ body: { data: paginate(many, query), total: many.length } }));
});

it('shows who did what, with what, from where and when, fifteen at a time', async () => {
  const { user } = open();
  expect(await screen.findByText('Showing 1 to 15 of 17 entries')).toBeTruthy();
  const [row] = screen.getAllByRole('row', { name: /Sign-in failed/ });
  if (!row) throw new Error('no row');
  for (const text of ['Not signed in', 'nobody@example.com', 'Invalid email or password', '198.51.100.7'])
    expect(within(row).getByText(text)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /next/i }));
  expect(await screen.findByText('Showing 16 to 17 of 17 entries')).toBeTruthy();
});

it('is filtered by user, action, item type and an inclusive date range', async () => {
  open();
  await screen.findByText('Showing 1 to 15 of 17 entries');
  await waitFor(() => expect(api.sent('GET', '/api/users')).toHaveLength(2));
  await selectOption('User', 'Bopha Keo (bopha@khmer.local)');
  await selectOption('Action', 'Sign-in failed');
  await selectOption('Item type', 'User');
  fireEvent.change(screen.getByLabelText('From date'), { target: { value: '2026-05-04' } });
  fireEvent.change(screen.getByLabelText('To date'), { target: { value: '2026-05-04' } });
  await waitFor(() =>
    expect(lastQuery()).toMatchObject({
      actorId: '2',
      action: 'sign-in-failed',
      entity: 'user',
      from: new Date('2026-05-04T00:00:00').toISOString(),
      to: new Date('2026-05-05T00:00:00').toISOString(),
      limit: '15',
    }),
  );
});

it('interprets dates in the school’s time zone, regardless of the browser’s', async () => {
  document.head.insertAdjacentHTML('beforeend', '<meta name="console-time-zone" content="Asia/Phnom_Penh">');
  open();
  await screen.findByText('Showing 1 to 15 of 17 entries');
  fireEvent.change(screen.getByLabelText('From date'), { target: { value: '2026-05-04' } });
  await waitFor(() => expect(lastQuery().from).toBe('2026-05-03T17:00:00.000Z'));
  document.querySelector('meta[name="console-time-zone"]')?.remove();
});

it('waits for a complete year: one query, not one per digit', async () => {
  open();
  await screen.findByText('Showing 1 to 15 of 17 entries');
  const before = api.sent('GET', '/api/audit').length;
  const day = screen.getByLabelText<HTMLInputElement>('From date');
  for (const year of ['0002', '0020', '0202']) {
    fireEvent.change(day, { target: { value: `${year}-05-04` } });
    expect(day.value).toBe(`${year}-05-04`);
  }
  fireEvent.change(day, { target: { value: '2026-05-04' } });
  await waitFor(() => expect(lastQuery().from).toMatch(/^2026-05/));
  expect(api.sent('GET', '/api/audit')).toHaveLength(before + 1);
});

it('undoes all typing in a date field with one press of Back', async () => {
  open();
  await screen.findByText('Showing 1 to 15 of 17 entries');
  await selectOption('Item type', 'User');
  const from = screen.getByLabelText('From date');
  fireEvent.focus(from);
  for (const value of ['0202-05-04', '2026-05-04', '2026-01-04', '2026-12-04'])
    fireEvent.change(from, { target: { value } });
  await waitFor(() => expect(from).toHaveProperty('value', '2026-12-04'));
  await goBack();
  await waitFor(() => expect(from).toHaveProperty('value', ''));
  expect(screen.getByRole('combobox', { name: 'Item type' }).textContent).toBe('User');
});

it('names items and actions in the words of the remotes, and the others by their ids', async () => {
  const change = {
    ...failedSignIn,
    id: 'a',
    entityId: '3',
    title: 'River words',
    action: 'updated' as const,
  };
  const entries = [
    { ...change, entity: 'quiz' },
    { ...change, id: 'b', entity: 'game', action: 'key-revoked' as const },
  ];
  api.route('GET /api/audit', () => ({ body: { data: entries, total: 2 } }));
  open();
  for (const text of ['Changed', 'Quiz 3', 'Key revoked', 'game 3'])
    expect(await screen.findByText(text)).toBeTruthy();
});

it('ignores filters that do not exist, once it knows', async () => {
  const unknown = 'actorId=x&action=danced&entity=dragon&from=yesterday&to=2026-99-99&limit=15';
  window.history.replaceState(null, '', `#/activity?${unknown}`);
  open();
  await screen.findByText('Showing 1 to 15 of 17 entries');
  await waitFor(() => expect(lastQuery()).toEqual({ limit: '15', offset: '0' }));
  expect(window.location.hash).toBe('#/activity');
});

it('shows an empty state and clears the filters', async () => {
  const { user } = open();
  await screen.findByText('Showing 1 to 15 of 17 entries');
  api.route('GET /api/audit', () => ({ body: { data: [], total: 0 } }));
  await selectOption('Item type', 'Quiz');
  expect(await screen.findByText('No activity found')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(lastQuery().entity).toBeUndefined());
});
