import { consoleHealthGet, deadLetterSubjectPrefix } from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
import { connect } from 'nats';
import {
  type FakeUpstream,
  type RunningGateway,
  sessionHeaders,
  startFakeUpstream,
  startGateway,
} from '../../gateway.fixture.ts';

let content: FakeUpstream;
let second: FakeUpstream;
let gateway: RunningGateway;

beforeAll(async () => {
  [content, second] = await Promise.all([startFakeUpstream('content'), startFakeUpstream('content')]);
  gateway = await startGateway({
    env: { UPSTREAM_CONTENT: `${content.url},${second.url}`, UPSTREAM_STATS: 'http://127.0.0.1:1' },
  });
  await eventually(async () => expect((await health()).status).toBe(200));
});
afterAll(async () => {
  await gateway.stop();
  await Promise.all([content.close(), second.close()]);
});

const health = (headers: Record<string, string> = sessionHeaders('admin')) =>
  gateway.call('/api/console/health', { headers });

it('is for admins alone', async () => {
  expect((await health({})).status).toBe(401);
  expect((await health(sessionHeaders('teacher'))).status).toBe(403);
});

it('lists the condition and failing checks of each service’s instances', async () => {
  second.state = 'degraded';
  await eventually(async () => {
    const answer = await health();
    const text = await answer.text();
    expect(consoleHealthGet.response.parse(JSON.parse(text))).toMatchObject({
      services: [
        { name: 'gateway', ready: true, instances: [{ condition: 'ready', failing: [] }] },
        {
          name: 'content',
          ready: true,
          instances: expect.arrayContaining([
            { condition: 'ready', failing: [] },
            { condition: 'degraded', failing: [] },
          ]),
        },
        { name: 'stats', ready: false, instances: [{ condition: 'away', failing: [] }] },
      ],
    });
    expect(text).not.toMatch(/127\.0\.0\.1|http/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

it('names the checks that do not hold', async () => {
  second.state = 'stopping';
  await eventually(async () => {
    const { services } = consoleHealthGet.response.parse(await (await health()).json());
    const instances = services.find(({ name }) => name === 'content')?.instances;
    expect(instances).toContainEqual({ condition: 'stopping', failing: ['serving'] });
  });
});

it('counts the events that no service could process', async () => {
  const count = async () => consoleHealthGet.response.parse(await (await health()).json()).deadEvents ?? 0;
  const before = await count();
  const client = await connect({ servers: gateway.natsUrl });
  await client.jetstream().publish(`${deadLetterSubjectPrefix}.quizzes-lessons`, '{}');
  await client.close();
  expect(await count()).toBe(before + 1);
});
