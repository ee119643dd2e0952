import { randomBytes, randomUUID } from 'node:crypto';
import {
  lessonEvent,
  lessonWorkingCopyEvent,
  type PresentPage,
  presenceSubject,
  presentPagesSchema,
  type Role,
  userSessionsEvent,
} from '@khmer-learning/contracts';
import { createLogger, loadConfig, openStatelessService } from '@khmer-learning/service-kit';
import { eventually } from '@khmer-learning/test-kit';
import { connect } from 'nats';
import { gatewayConfigSchema } from '../../config.ts';
import {
  type FakeUpstream,
  publishEvent,
  type RunningGateway,
  sessionHeaders,
  startFakeUpstream,
  startGateway,
  upstreamEnv,
} from '../../gateway.fixture.ts';
import { createPresenceDirectory, type PresenceDirectory } from './presence-directory.ts';

const names: Readonly<Record<number, string>> = { 7: 'Sokha Chan', 8: 'Dara Kim' };

let users: FakeUpstream;
let first: RunningGateway;
let second: RunningGateway;

/** A page of the console with its stream. */
interface Page {
  readonly id: string;
  readonly response: Response;
  /** The users and items that it was told last, besides its own. */
  others(): readonly (readonly [name: string, items: readonly string[]])[];
  /** All text that it received. */
  text(): string;
  /** Number of times that it was told something. */
  events(): number;
  hasEnded(): boolean;
  close(): void;
}

const opened: Page[] = [];
const randomPageId = () => randomBytes(16).toString('hex');

interface OpenPageOptions {
  at?: RunningGateway;
  userId?: number;
  role?: Role;
  session?: string;
  id?: string;
  headers?: Readonly<Record<string, string>>;
  shown?: string;
}

async function openPage(
  open: string,
  {
    at = first,
    userId = 7,
    role = 'teacher',
    session = `session-${userId}`,
    id = randomPageId(),
    headers = {},
    shown = '',
  }: OpenPageOptions = {},
): Promise<Page> {
  const abort = new AbortController();
  const response = await at.call(`/api/presence?page=${id}&open=${open}&shown=${shown}`, {
    headers: { ...sessionHeaders(role, { sub: String(userId), jti: session }), ...headers },
    signal: abort.signal,
  });
  let received = '';
  let hasEnded = false;
  const read = async () => {
    for await (const chunk of response.body ?? []) received += Buffer.from(chunk as Uint8Array).toString();
  };
  void read()
    .catch(() => undefined)
    .finally(() => {
      hasEnded = true;
    });
  const page: Page = {
    id,
    response,
    others() {
      const last =
        received
          .match(/^data: .*$/gm)
          ?.at(-1)
          ?.slice('data: '.length) ?? '[]';
      return presentPagesSchema
        .parse(JSON.parse(last))
        .filter((one) => one.page !== id)
        .map(({ name, items }) => [name, items] as const);
    },
    text: () => received,
    events: () => received.match(/^data: /gm)?.length ?? 0,
    hasEnded: () => hasEnded,
    close: () => abort.abort(),
  };
  opened.push(page);
  return page;
}

beforeAll(async () => {
  users = await startFakeUpstream('users', (request) => {
    const { userId } = JSON.parse(String(request.body || '{}')) as { userId?: number };
    return { name: names[userId ?? 0] ?? `User ${userId}` };
  });
  const env = { ...upstreamEnv(users.url), PRESENCE_MAX_STREAMS: '16' };
  first = await startGateway({ env });
  second = await startGateway({ env, natsUrl: first.natsUrl });
  await Promise.all([first.waitUntilReady(), second.waitUntilReady()]);
});
afterEach(async () => {
  for (const page of opened.splice(0)) page.close();
  for (const gateway of [first, second])
    await eventually(async () => expect(await gateway.metrics()).toMatch(/^presence_streams\{.*\} 0$/m));
});
afterAll(async () => {
  await Promise.all([first.stop(), second.stop()]);
  await users.close();
});

it('tells a page at another gateway who opens and closes an item, by name and without an address', async () => {
  const watching = await openPage('lesson:1', { at: second, userId: 8 });
  expect(watching.response.headers.get('content-type')).toBe('text/event-stream');
  expect(watching.response.headers.get('x-accel-buffering')).toBe('no');
  const editing = await openPage('lesson:1');
  await eventually(() => expect(watching.others()).toEqual([['Sokha Chan', ['lesson:1']]]));
  await eventually(() => expect(editing.others()).toEqual([['Dara Kim', ['lesson:1']]]));
  expect(watching.text()).not.toContain('@');
  editing.close();
  await eventually(() => expect(watching.others()).toEqual([]));
});

it('tells the pages that have an item open when it or its working copy is saved, and no others', async () => {
  const editing = await openPage('lesson:41', { at: second });
  const listing = await openPage('lesson:43', { userId: 8, shown: 'lesson:41' });
  const savedEvents = (page: Page) => page.text().match(/event: saved\ndata: lesson:41\n/g)?.length ?? 0;
  await publishEvent(first.natsUrl, lessonEvent, 41, 2, null);
  await eventually(() => expect(savedEvents(editing)).toBe(1));
  await publishEvent(first.natsUrl, lessonWorkingCopyEvent, 41, 1, null);
  await eventually(() => expect(savedEvents(editing)).toBe(2));
  await publishEvent(first.natsUrl, lessonEvent, 43, 2, null);
  await eventually(() => expect(listing.text()).toContain('event: saved\ndata: lesson:43\n'));
  expect(savedEvents(listing)).toBe(0);
});

it('lists a page once when it opens another item, also through another gateway', async () => {
  const watching = await openPage('', { userId: 8, shown: 'lesson:1,quiz:2,quiz:3' });
  const editing = await openPage('lesson:1');
  await eventually(() => expect(watching.others()).toEqual([['Sokha Chan', ['lesson:1']]]));
  const next = await openPage('quiz:2', { id: editing.id });
  await eventually(() => expect(watching.others()).toEqual([['Sokha Chan', ['quiz:2']]]));
  await eventually(() => expect(editing.hasEnded()).toBe(true));
  next.close();
  await openPage('quiz:3', { id: editing.id, at: second });
  await eventually(() => expect(watching.others()).toEqual([['Sokha Chan', ['quiz:3']]]));
});

it('tells a page only about the items that it shows, and nothing when these stay as they are', async () => {
  const lists: Page[] = [];
  for (let index = 0; index < 5; index += 1)
    lists.push(await openPage('', { userId: 40 + index, shown: `lesson:${index + 11},lesson:100` }));
  const editing: Page[] = [];
  for (let index = 0; index < 5; index += 1) {
    const open = index === 4 ? 'lesson:100' : `lesson:${index + 11},quiz:${index + 11}`;
    editing.push(await openPage(open, { userId: 50 + index }));
  }
  const shown = lists.map((_page, index) => [
    ...(index === 4 ? [] : [[`User ${50 + index}`, [`lesson:${index + 11}`]]]),
    ['User 54', ['lesson:100']],
  ]);
  await eventually(() => expect(lists.map((page) => page.others())).toEqual(shown));
  const before = lists.map((page) => page.events());
  await openPage('lesson:500', { userId: 60 });
  const last = await openPage('', { userId: 61, shown: 'lesson:500' });
  editing[0]?.close();
  await eventually(() => expect(lists[0]?.others()).toEqual([['User 54', ['lesson:100']]]));
  expect(last.others()).toEqual([['User 60', ['lesson:500']]]);
  expect(last.events()).toBe(1);
  expect(lists.map((page, index) => page.events() - (before[index] ?? 0))).toEqual([1, 0, 0, 0, 0]);
  for (const page of editing) {
    expect(page.events()).toBe(1);
    expect(page.others()).toEqual([]);
  }
});

it.each(['user:2', 'purchase:1', 'api-key:1', 'constructor:1', 'lesson:1,user:2'])(
  'tells only those who may open such an item about %s',
  async (items) => {
    for (const page of [await openPage(items), await openPage('', { shown: items })])
      expect(page.response.status).toBe(403);
    for (const page of [
      await openPage(items, { role: 'admin' }),
      await openPage('', { role: 'admin', shown: items }),
    ]) {
      expect(page.response.status).toBe(200);
      page.close();
    }
  },
);

it('tells at once what changes within a second', async () => {
  const items = Array.from({ length: 12 }, (_, index) => `lesson:${index + 11}`);
  const watching = await openPage('', { userId: 8, shown: items.join(',') });
  const startedAt = performance.now();
  let editing = await openPage('');
  for (const item of items) editing = await openPage(item, { id: editing.id });
  await eventually(() => expect(watching.others()).toEqual([['Sokha Chan', ['lesson:22']]]));
  const seconds = Math.ceil((performance.now() - startedAt) / 1_000);
  expect(watching.events()).toBeLessThanOrEqual(2 + seconds);
});

it('ends the streams of a session that is revoked, and no others', async () => {
  const [ended, stays] = [await openPage('lesson:1', { session: 'gone' }), await openPage('lesson:1')];
  const elsewhere = await openPage('lesson:1', { session: 'gone', at: second });
  await publishEvent(first.natsUrl, userSessionsEvent, 7, 1, {
    userId: 7,
    active: true,
    epoch: 1,
    revoked: [{ sessionId: 'gone', expiresAt: new Date(Date.now() + 60_000).toISOString() }],
  });
  await eventually(() => expect([ended.hasEnded(), elsewhere.hasEnded()]).toEqual([true, true]));
  expect(stays.hasEnded()).toBe(false);
  expect((await openPage('lesson:1', { session: 'gone' })).response.status).toBe(401);
});

it.each<[string, OpenPageOptions, string, number]>([
  ['a student', { role: 'student' }, 'lesson:1', 403],
  ['a page of another site', { headers: { 'sec-fetch-site': 'cross-site' } }, 'lesson:1', 403],
  ['more items than a page has', {}, 'lesson:1,lesson:2,lesson:3,lesson:4,lesson:5', 400],
  ['something that is no item', {}, '<b>', 400],
  ['more items than a list has', { shown: Array(101).fill('lesson:1').join(',') }, '', 400],
  ['a page without an id', { id: '1' }, 'lesson:1', 400],
])('refuses %s', async (_name, options, open, status) => {
  expect((await openPage(open, options)).response.status).toBe(status);
});

it('bounds the streams of a session, of a user and of all', async () => {
  const statusOf = async (options: OpenPageOptions) => (await openPage('', options)).response.status;
  const openings = async (count: number, options: (index: number) => OpenPageOptions) => {
    const statuses: number[] = [];
    for (let index = 0; index < count; index += 1) statuses.push(await statusOf(options(index)));
    return statuses;
  };
  expect(await openings(5, () => ({ userId: 20 }))).toEqual([200, 200, 200, 200, 429]);
  const perUser = await openings(9, (index) => ({ userId: 20, session: `browser-${index}` }));
  expect(perUser).toEqual([...Array<number>(8).fill(200), 429]);
  const perGateway = await openings(5, (index) => ({ userId: 30 + index }));
  expect(perGateway).toEqual([200, 200, 200, 200, 503]);
});

it('ends every stream when it stops, although they are open', async () => {
  const stopping = await startGateway({ env: upstreamEnv(users.url), natsUrl: first.natsUrl });
  await stopping.waitUntilReady();
  const pages = [await openPage('lesson:1', { at: stopping }), await openPage('', { at: stopping })];
  const watching = await openPage('', { shown: 'lesson:1' });
  await eventually(() => expect(watching.others()).toEqual([['Sokha Chan', ['lesson:1']]]));
  const whenEnded = eventually(() => expect(pages.every((page) => page.hasEnded())).toBe(true));
  await Promise.all([stopping.stop(), whenEnded]);
  for (const page of pages) expect(page.text()).toMatch(/^event: presence\n/);
});

describe('the directory of one gateway', () => {
  const logger = createLogger({ service: 'gateway', level: 'silent' });
  const natsOf = (url: string) => {
    const config = loadConfig(gatewayConfigSchema, { NATS_URL: url, LOCAL_DEFAULTS: 'true' });
    return openStatelessService({ name: 'gateway', config, logger }).nats;
  };
  const page = (id: number, items: string[]): PresentPage => ({
    page: randomPageId(),
    userId: id,
    name: `User ${id}`,
    items,
  });

  it('forgets the pages of a gateway that is not heard of any more, and ignores what is no message', async () => {
    const nats = natsOf(first.natsUrl);
    await nats.whenConnected();
    let changes = 0;
    const directory: PresenceDirectory = createPresenceDirectory({
      nats,
      logger,
      onChange: () => {
        changes += 1;
      },
      heartbeatMs: 50,
      expiryMs: 400,
    });
    const other = await connect({ servers: first.natsUrl });
    const gone = page(40, ['lesson:9']);
    await eventually(() => {
      other.publish(presenceSubject, JSON.stringify({ from: randomUUID(), pages: [gone] }));
      expect(directory.byItem()).toEqual(new Map([['lesson:9', [gone]]]));
    });
    other.publish(presenceSubject, 'no JSON');
    other.publish(
      presenceSubject,
      JSON.stringify({ from: randomUUID(), pages: [{ name: 'x'.repeat(500) }] }),
    );
    await eventually(() => expect(directory.byItem()).toEqual(new Map()));
    // It is told of a change soon afterwards.
    await eventually(() => expect(changes).toBeGreaterThanOrEqual(2));
    directory.stop();
    await other.close();
    await nats.close();
  });

  it('works without NATS, and lists at most twenty pages of one item', () => {
    const nats = natsOf('nats://127.0.0.1:9');
    const directory = createPresenceDirectory({ nats, logger, onChange: () => undefined });
    for (let id = 1; id <= 25; id += 1) directory.put(page(id, ['lesson:1', `lesson:${id + 1}`]));
    const pagesByItem = directory.byItem();
    expect(pagesByItem.size).toBe(26);
    expect(pagesByItem.get('lesson:1')).toHaveLength(20);
    directory.stop();
    return nats.close();
  });
});
