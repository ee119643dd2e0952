import {
  errorResponse,
  fakeApi,
  paginate,
  renderView,
  resetBrowserState,
} from '@khmer-learning/console-sdk/testing';
import type { AuditEntry } from '@khmer-learning/contracts';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { screen } from '@testing-library/react';
import { ItemAuditLog } from './item-audit-log.tsx';

const admin = {
  id: 1,
  firstName: 'Sokha',
  lastName: 'Chan',
  email: 'sokha@khmer.local',
  role: 'admin',
} as const;

function entry(n: number, change: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: `record ${n}`,
    at: new Date(Date.now() - n * 3_600_000).toISOString(),
    service: 'content',
    action: 'updated',
    entity: 'lesson',
    entityId: '7',
    title: 'Greetings',
    fields: ['lessonTypeId', 'title'],
    detail: null,
    actor: { id: 1, role: 'admin', name: `Person ${n}`, email: 'a@khmer.local' },
    address: '198.51.100.7',
    requestId: null,
    ...change,
  };
}

const Panel = () => <ItemAuditLog entity="lesson" entityId={7} />;
const open = () => renderView(Panel, 'lessons', { user: admin });

beforeEach(resetBrowserState);

test('fetches nothing before it is opened, then shows who did what, when and from where', async () => {
  const api = fakeApi({
    'GET /api/audit': ({ query }) => {
      const scheduled = entry(2, { detail: 'publish at 2026-11-24T06:00:00.000Z' });
      return { body: { data: paginate([scheduled], query), total: 1 } };
    },
  });
  const { user } = open();
  const button = screen.getByRole('button', { name: 'Activity', expanded: false });
  expect(api.sent('GET', '/api/audit')).toEqual([]);
  await user.click(button);
  expect(await screen.findByText('Person 2')).toBeTruthy();
  expect(screen.getByText('Changed')).toBeTruthy();
  expect(screen.getByText(/^lesson type id, title · publish at Nov 2[34], 2026, \d\d:\d\d$/)).toBeTruthy();
  expect(screen.getByText('from 198.51.100.7')).toBeTruthy();
  expect(screen.getByText('2 hours ago').getAttribute('title')).toMatch(/\d{4}/);
  expect(Object.fromEntries(api.sent('GET', '/api/audit')[0]?.query ?? [])).toMatchObject({
    entity: 'lesson',
    entityId: '7',
  });
  expect(await axeViolations()).toEqual([]);
});

test('shows what services have recorded in the language of the page', async () => {
  const details = ['learner app, Google', 'teacher → admin', '12 lessons deleted with it', 'mainLessonId 3'];
  const entries = details.map((detail, n) => entry(n + 1, { fields: [], detail }));
  fakeApi({ 'GET /api/audit': () => ({ body: { data: entries, total: entries.length } }) });
  const { user } = renderView(Panel, 'lessons', { user: admin, language: 'km' });
  await user.click(await screen.findByRole('button', { name: 'សកម្មភាព' }));
  expect(await screen.findByText('កម្មវិធីសម្រាប់អ្នក\u2060រៀន, Google')).toBeTruthy();
  expect(screen.getByText('គ្រូ\u2060បង្រៀន → អ្នក\u2060គ្រប់\u2060គ្រង')).toBeTruthy();
  expect(screen.getByText('មេ\u2060រៀនចំនួន 12 ត្រូវបានលុបជាមួយវា')).toBeTruthy();
  expect(screen.getByText('មេ\u2060រៀនចម្បង 3')).toBeTruthy();
});

test('loads more, fifteen at a time, as long as there is more', async () => {
  const all = Array.from({ length: 17 }, (_, n) => entry(n + 1));
  fakeApi({ 'GET /api/audit': ({ query }) => ({ body: { data: paginate(all, query), total: 17 } }) });
  const { user } = open();
  await user.click(screen.getByRole('button', { name: 'Activity' }));
  await screen.findByText('Person 15');
  expect(screen.queryByText('Person 16')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  expect(await screen.findByText('Person 17')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
});

test('says when there is nothing, and when it could not be loaded', async () => {
  const api = fakeApi({ 'GET /api/audit': () => errorResponse(503, { message: 'Not now' }) });
  const { user } = open();
  await user.click(screen.getByRole('button', { name: 'Activity' }));
  expect(await screen.findByText('Activity could not be loaded')).toBeTruthy();
  api.route('GET /api/audit', () => ({ body: { data: [], total: 0 } }));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No activity has been recorded yet.')).toBeTruthy();
});

test('is not shown to teachers', () => {
  fakeApi({});
  renderView(Panel, 'lessons');
  expect(screen.queryByRole('button', { name: 'Activity' })).toBeNull();
});
