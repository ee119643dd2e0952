import { dashboardStatsGet, errorBodySchema, headerNames, lessons } from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
import {
  type FakeUpstream,
  type RunningGateway,
  sendRawRequest,
  sessionHeaders,
  startFakeUpstream,
  startGateway,
  upstreamEnv,
} from '../../gateway.fixture.ts';

let stats: FakeUpstream;
let content: FakeUpstream;
let gateway: RunningGateway;
/** The figure in the database, which a call reads when it begins. */
let totalLessons: number;
/** What the call of this number waits for before it answers. */
let untilAnswered: (call: number) => Promise<unknown>;
let status: number;

beforeAll(async () => {
  stats = await startFakeUpstream('stats', async (_request, reply) => {
    const answered = { totalLessons, text: 'ក'.repeat(1_000) };
    const { caller } = stats.received.at(-1) ?? {};
    await untilAnswered(stats.received.length);
    reply.code(status).header(headerNames.requestId, 'inner');
    return { ...answered, principal: caller?.principal };
  });
  content = await startFakeUpstream('content', ({ url, id }, reply) => {
    if (url.includes('refused')) void reply.code(400);
    return url.includes('refused') ? { message: 'Refused', code: 'validation', requestId: id } : { url };
  });
  gateway = await startGateway({
    env: { ...upstreamEnv(stats.url, 'STATS'), ...upstreamEnv(content.url, 'CONTENT') },
  });
  await eventually(async () => expect((await read()).status).toBe(200));
});
beforeEach(() => {
  stats.received.length = 0;
  totalLessons = 1;
  untilAnswered = async () => undefined;
  status = 200;
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([stats?.close(), content?.close()]);
});

untilAnswered = async () => undefined;
status = 200;

const read = (headers: Record<string, string> = {}, role: 'admin' | 'teacher' = 'admin') =>
  gateway.call(dashboardStatsGet.path, { headers: { ...sessionHeaders(role), ...headers } });

/** Blocks the first call. @returns a function that lets it answer */
function blockFirstCall(): () => void {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  untilAnswered = async (call) => {
    if (call === 1) await released;
  };
  return release;
}

const isCalled = () => eventually(async () => expect(stats.received).toHaveLength(1));

describe('a read that is shared by role', () => {
  it('answers many concurrent readers with few calls', async () => {
    const url = dashboardStatsGet.path;
    // Injected, so that they arrive before the service can answer, on a busy machine too.
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => gateway.app.inject({ url, headers: sessionHeaders() })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    expect(stats.received.length).toBeLessThan(5);
  });

  it('calls the service again for readers who ask one after another', async () => {
    await read();
    await read();
    expect(stats.received).toHaveLength(2);
  });

  it('shows a change to everybody who asks after it, also while an earlier call runs', async () => {
    const release = blockFirstCall();
    const earlier = read();
    await isCalled();
    totalLessons = 2;
    const later = Promise.all([read(), read()]);
    release();
    for (const answer of await later) expect(await answer.json()).toMatchObject({ totalLessons: 2 });
    expect(await (await earlier).json()).toMatchObject({ totalLessons: 1 });
  });

  it('never gives the response for one role to another', async () => {
    const roles = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 'admin' : 'teacher'));
    const answers = await Promise.all(roles.map(async (role) => (await read({}, role)).json()));
    expect(answers.map(({ principal }) => principal.role)).toEqual(roles);
  });

  it('refuses those who may not read it, whatever the others get', async () => {
    const [anonymous, student, admin] = await Promise.all([
      gateway.call(dashboardStatsGet.path),
      gateway.call(dashboardStatsGet.path, { headers: sessionHeaders('student') }),
      read(),
    ]);
    expect([anonymous.status, student.status, admin.status]).toEqual([401, 403, 200]);
  });

  it('answers each URL with its own response, and a refusal with the own request id', async () => {
    const ask = async (search: string) => {
      const url = `${lessons.list.path}?search=${search}`;
      return { url, answer: await gateway.app.inject({ url, headers: sessionHeaders() }) };
    };
    content.received.length = 0;
    const searches = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 'market' : 'river'));
    for (const { url, answer } of await Promise.all(searches.map(ask)))
      expect(answer.json()).toEqual({ url });
    expect(content.received.length).toBeLessThan(10);
    const refusals = await Promise.all([ask('refused'), ask('refused'), ask('refused')]);
    const ids = refusals.map(({ answer }) => errorBodySchema.parse(answer.json()).requestId);
    expect(new Set(ids).size).toBe(3);
  });

  it('forwards a read with X-After alone, with that header', async () => {
    await Promise.all([read({ 'x-after': 'lesson.1@2' }), read({ 'x-after': 'lesson.1@2' }), read()]);
    expect(stats.received.map(({ headers }) => headers['x-after'] ?? '').sort()).toEqual([
      '',
      'lesson.1@2',
      'lesson.1@2',
    ]);
  });

  it('does not let a call that hangs hold up later readers', async () => {
    const release = blockFirstCall();
    const hanging = read();
    await isCalled();
    expect((await read()).status).toBe(200);
    release();
    await hanging;
  });

  it('answers a failure to all who share it, each with an own request id and without inner texts', async () => {
    status = 500;
    const answers = await Promise.all([read(), read(), read()]);
    const bodies = await Promise.all(answers.map((answer) => answer.json()));
    expect(answers.map((answer) => answer.status)).toEqual([500, 500, 500]);
    expect(new Set(bodies.map(({ requestId }) => requestId)).size).toBe(3);
    expect(JSON.stringify(bodies)).not.toContain('totalLessons');
  });

  it('is compressed for those who accept it, and never stored', async () => {
    const [plain, compressed, head] = await Promise.all([
      sendRawRequest(gateway.url + dashboardStatsGet.path, { headers: sessionHeaders() }),
      read({ 'accept-encoding': 'br' }),
      sendRawRequest(gateway.url + dashboardStatsGet.path, { method: 'HEAD', headers: sessionHeaders() }),
    ]);
    expect(JSON.parse(plain.body)).toEqual(await compressed.json());
    expect(compressed.headers.get('content-encoding')).toBe('br');
    for (const { headers } of [plain, head]) {
      expect(headers).toMatchObject({ 'cache-control': 'no-store', vary: 'accept-encoding' });
      expect(headers['content-length']).toBe(String(Buffer.byteLength(plain.body)));
      expect(headers['x-request-id']).not.toBe('inner');
    }
    expect(head).toMatchObject({ status: 200, body: '' });
  });
});
