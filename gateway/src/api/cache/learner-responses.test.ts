import { setTimeout as delay } from 'node:timers/promises';
import {
  headerNames,
  ownedMainLessons,
  purchaseEvent,
  sessionsCheck,
  surrogateKeys,
} from '@khmer-learning/contracts';
import { eventually, type LocalServer, startNats } from '@khmer-learning/test-kit';
import fc from 'fast-check';
import {
  type FakeUpstream,
  publishEvent,
  type RunningGateway,
  registerApiKey,
  startFakeUpstream,
  startGateway,
  upstreamEnv,
  userToken,
} from '../../gateway.fixture.ts';

const learnerIds = [1, 2, 3, 4];
const paidIds = [10, 11, 12];
/** Each test has other learners, of whom the gateway knows nothing that an event on its way would change. */
let round = 0;
const userIdOf = (learnerId: number) => round * 10 + learnerId;
const learnerIdOf = (userId: number) => userId - round * 10;

let nats: LocalServer;
let content: FakeUpstream;
let commerce: FakeUpstream;
let gateway: RunningGateway;
let key: string;
/** `learner.mainLesson` of what is owned, as commerce and as the content service's copy have it. */
let owned: Set<string>;
let copied: Set<string>;
let commerceIsDown: boolean;
/** When access of who asks ends. */
let until: string | undefined;

const ownership = (learnerId: number | undefined, mainLessonId: number) => `${learnerId}.${mainLessonId}`;

/**
 * The content service: `/lessons/<id>` is a lesson of the main lesson with this id, and lists have lessons of all paid
 * ones. A response tells for which main lessons it is unlocked. `locked=403` refuses a lesson that is not.
 */
function startContent(): Promise<FakeUpstream> {
  return startFakeUpstream('content', (request, reply) => {
    // As the users service, for tokens that are older than the stream of revocations.
    if (request.url === sessionsCheck.path) return { valid: true };
    const principal =
      request.headers[headerNames.internalToken] && content.received.at(-1)?.caller?.principal;
    const learnerId =
      principal && principal.kind === 'apiKey' && principal.learner
        ? learnerIdOf(principal.learner.userId)
        : undefined;
    const id = Number(/^\/api\/v1\/lessons\/(\d+)/.exec(request.url)?.[1]);
    const checked = request.url.includes('search=') ? [] : paidIds.filter((one) => !id || one === id);
    const found = checked.filter((one) => copied.has(ownership(learnerId, one)));
    reply
      .header(headerNames.surrogateKey, checked.map(surrogateKeys.mainLessonAccess).join(' '))
      .header(headerNames.checkedOwnership, request.url.includes('search=') ? '*' : checked.join(' '))
      .header(headerNames.foundOwnership, found.join(' '));
    if (request.url.includes('locked=403') && found.length === 0) return reply.code(403).send({});
    return { success: true, data: { unlocked: found, searchedBy: learnerId ?? null } };
  });
}

beforeAll(async () => {
  nats = await startNats();
  content = await startContent();
  commerce = await startFakeUpstream('commerce', (request, reply) => {
    if (commerceIsDown || request.url !== ownedMainLessons.path) return reply.code(500).send({});
    const { learnerId: userId } = JSON.parse(String(request.body)) as { learnerId: number };
    return { mainLessonIds: ownedBy(learnerIdOf(userId)), ...(until === undefined ? {} : { until }) };
  });
  gateway = await startGateway({
    natsUrl: nats.url,
    env: {
      ...upstreamEnv(content.url),
      ...upstreamEnv(commerce.url, 'COMMERCE'),
      API_RATE_LIMIT: '1000000',
    },
  });
  await gateway.waitUntilReady();
  key = await registerApiKey(gateway, 1);
  startRound();
  // Soon after the start, responses are kept only briefly.
  await eventually(async () => {
    content.received.length = 0;
    await read(undefined);
    await delay(300);
    await read(undefined);
    expect(contentRequests()).toEqual([]);
  });
});
beforeEach(() => {
  commerceIsDown = false;
  until = undefined;
  startRound();
  content.received.length = 0;
  commerce.received.length = 0;
});
afterAll(async () => {
  await gateway.stop();
  await Promise.all([content.close(), commerce.close()]);
  await nats.stop();
});

function startRound(): void {
  round += 1;
  owned = new Set();
  copied = new Set();
}

let purchaseVersion = 0;
/** Publishes an event of a purchase of a learner. Only its surrogate keys matter here. */
async function tellPurchase(learnerId: number): Promise<void> {
  purchaseVersion += 1;
  const keys = surrogateKeys.purchasesOf(userIdOf(learnerId));
  await publishEvent(nats.url, purchaseEvent, 1, purchaseVersion, null, keys);
}

interface Unlocked {
  readonly unlocked: readonly number[];
  readonly searchedBy: number | null;
}

function call(token: string | undefined, path: string) {
  return gateway.call(`/api/v1${path}`, {
    headers: { 'x-api-key': key, ...(token ? { authorization: `Bearer ${token}` } : {}) },
  });
}

/** The response for a learner; for a guest without one. */
async function read(learnerId: number | undefined, path = '/lessons?limit=10'): Promise<Unlocked> {
  const response = await call(learnerId === undefined ? undefined : tokenOf(learnerId), path);
  expect(response.status).toBe(200);
  for (const name of [headerNames.surrogateKey, headerNames.checkedOwnership, headerNames.foundOwnership])
    expect(response.headers.has(name)).toBe(false);
  return ((await response.json()) as { data: Unlocked }).data;
}

function tokenOf(learnerId: number): string {
  const sub = String(userIdOf(learnerId));
  return userToken('learner', { sub, jti: `token-${sub}` });
}

const ownedBy = (learnerId: number) => paidIds.filter((id) => owned.has(ownership(learnerId, id)));
/** What the content service was asked for, without the gateway's reports. */
const contentRequests = () => content.received.filter(({ url }) => url.startsWith('/api/v1/'));

function buy(learnerId: number, mainLessonId: number): void {
  owned.add(ownership(learnerId, mainLessonId));
  copied.add(ownership(learnerId, mainLessonId));
}

it('is kept once for guests and all learners who own nothing of it', async () => {
  buy(2, 11);
  await eventually(async () => expect((await read(2)).unlocked).toEqual([11]));
  await read(undefined, '/lessons/10');
  content.received.length = 0;
  for (const learnerId of learnerIds) expect((await read(learnerId, '/lessons/10')).unlocked).toEqual([]);
  expect(contentRequests()).toEqual([]);
});

it('is loaded once for all learners who own the same of it', async () => {
  for (const learnerId of [1, 2]) {
    buy(learnerId, 10);
    await tellPurchase(learnerId);
    await eventually(async () => expect((await read(learnerId)).unlocked).toEqual([10]));
  }
  // Purchased as well, but it is not in this response.
  buy(2, 12);
  await tellPurchase(2);
  await eventually(async () => expect((await read(2)).unlocked).toEqual([10, 12]));
  expect((await read(1, '/lessons/10')).unlocked).toEqual([10]);
  content.received.length = 0;
  for (const learnerId of [1, 2]) expect((await read(learnerId, '/lessons/10')).unlocked).toEqual([10]);
  expect(contentRequests()).toEqual([]);
});

it('is not the refusal of a locked lesson for those who own it', async () => {
  buy(1, 10);
  await tellPurchase(1);
  await eventually(async () => expect((await read(1, '/lessons/10')).unlocked).toEqual([10]));
  const path = '/lessons/10?locked=403';
  for (const [token, status] of [
    [undefined, 403],
    [tokenOf(1), 200],
    [tokenOf(2), 403],
    [tokenOf(1), 200],
    [undefined, 403],
  ] as const)
    expect((await call(token, path)).status).toBe(status);
});

it('is the guest’s for an expired token of an owner, and only that call is told so', async () => {
  buy(1, 10);
  await tellPurchase(1);
  await eventually(async () => expect((await read(1, '/lessons/10')).unlocked).toEqual([10]));
  const past = Math.floor(Date.now() / 1_000) - 3_600;
  const expired = userToken('learner', {
    sub: String(userIdOf(1)),
    jti: 'expired',
    iat: past,
    exp: past + 60,
  });
  await eventually(async () => {
    content.received.length = 0;
    const answers = [];
    for (const token of [expired, undefined, tokenOf(1)]) {
      const response = await call(token, '/lessons/10');
      const { data } = (await response.json()) as { data: Unlocked };
      answers.push([response.headers.get(headerNames.token), data.unlocked]);
    }
    expect(answers).toEqual([
      ['expired', []],
      [null, []],
      [null, [10]],
    ]);
    expect(contentRequests()).toEqual([]);
  });
});

it('is the learner’s own when it depends on all that the learner owns', async () => {
  buy(1, 10);
  await tellPurchase(1);
  await eventually(async () => expect((await read(1, '/lessons?search=river')).searchedBy).toBe(1));
  expect((await read(2, '/lessons?search=river')).searchedBy).toBe(null);
});

it('is the learner’s own, as before, while commerce cannot be asked', async () => {
  commerceIsDown = true;
  for (const learnerId of learnerIds) await tellPurchase(learnerId);
  copied.add(ownership(3, 12));
  await eventually(async () => expect((await read(3)).unlocked).toEqual([12]));
  expect((await read(4)).unlocked).toEqual([]);
  expect((await read(undefined)).unlocked).toEqual([]);
});

it('unlocks nothing by a copy that still has a refunded purchase, once the refund is known', async () => {
  buy(1, 10);
  await tellPurchase(1);
  await eventually(async () => expect((await read(1)).unlocked).toEqual([10]));
  owned.clear();
  await tellPurchase(1);
  await eventually(async () => expect((await read(1)).unlocked).toEqual([]));
});

it('is locked again when granted access ends, without an event', async () => {
  buy(1, 10);
  until = new Date(Date.now() + 1_000).toISOString();
  await tellPurchase(1);
  await eventually(async () => expect((await read(1)).unlocked).toEqual([10]));
  owned.clear();
  copied.clear();
  await eventually(async () => expect((await read(1)).unlocked).toEqual([]));
});

type Step =
  | { readonly do: 'buy' | 'refund'; readonly learnerId: number; readonly mainLessonId: number }
  | { readonly do: 'copy' };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('buy', 'refund'),
      learnerId: fc.constantFrom(...learnerIds),
      mainLessonId: fc.constantFrom(...paidIds),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('copy' as const) }) },
);

it('never has another learner’s unlocked lesson, after any purchases and refunds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 12, maxLength: 12 }), async (steps) => {
      startRound();
      /** What each learner has owned since the gateway last knew all: an event may still be on its way. */
      let known = new Map(learnerIds.map((id) => [id, new Set(ownedBy(id))]));
      let reading = true;
      const readers = learnerIds.map(async (learnerId, index) => {
        while (reading) {
          const paths = ['/lessons?limit=10', ...paidIds.map((id) => `/lessons/${id}`)];
          const path = paths[index % paths.length];
          index += 1;
          const before = known.get(learnerId) ?? new Set<number>();
          const { unlocked } = await read(learnerId, path);
          const after = known.get(learnerId) ?? new Set<number>();
          for (const id of unlocked)
            expect({ learnerId, id, wasOwned: before.has(id) || after.has(id) }).toMatchObject({
              wasOwned: true,
            });
          expect((await read(undefined, path)).unlocked).toEqual([]);
        }
      });
      try {
        for (const step of steps) {
          if (step.do === 'copy') copied = new Set(owned);
          else {
            const { learnerId, mainLessonId } = step;
            if (step.do === 'buy') owned.add(ownership(learnerId, mainLessonId));
            else owned.delete(ownership(learnerId, mainLessonId));
            if (step.do === 'buy') known.get(learnerId)?.add(mainLessonId);
            await tellPurchase(learnerId);
          }
          // Once the events and the copies have arrived, every learner has exactly what is owned.
          if (step.do !== 'copy') continue;
          for (const learnerId of learnerIds)
            await eventually(async () =>
              expect((await read(learnerId)).unlocked).toEqual(ownedBy(learnerId)),
            );
          known = new Map(learnerIds.map((id) => [id, new Set(ownedBy(id))]));
        }
      } finally {
        reading = false;
        await Promise.all(readers);
      }
    }),
    { numRuns: depth(2, 6) },
  );
});
