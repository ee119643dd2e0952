import { endpointsOf } from '@khmer-learning/contracts';
import type { TestPrincipal } from '@khmer-learning/test-kit';
import { startCommerce, type TestCommerce } from './commerce.test-kit.ts';

let commerce: TestCommerce;

beforeAll(async () => {
  commerce = await startCommerce();
});
afterAll(() => commerce.close());

const calls = endpointsOf('commerce').flatMap((endpoint) =>
  [endpoint.path, ...(endpoint.aliases ?? [])].map((path) => ({ ...endpoint, path })),
);
const sample = (path: string) => path.replace(/:(id|token|purchaseId)/, '999999');
const callAs = (as: TestPrincipal, { method, path }: { method: string; path: string }) =>
  commerce.call(method as 'GET', sample(path), method === 'GET' || method === 'DELETE' ? undefined : {}, {
    as,
  });

describe('the commerce service', () => {
  it.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))(
    'answers %s',
    (_name, call) => {
      expect(commerce.app.hasRoute({ method: call.method, url: call.path })).toBe(true);
    },
  );

  it('lets in admins, and nobody else, wherever an admin is asked for', async () => {
    for (const call of calls.filter(
      ({ access, responseType }) => access === 'admin' && responseType !== 'binary',
    )) {
      const statuses: number[] = [];
      for (const as of ['admin', 'teacher', 'student', 'learner', 'app', 'nobody'] as const)
        statuses.push((await callAs(as, call)).status);
      const [admin, ...refused] = statuses;
      expect({ call: call.id, refused }).toEqual({ call: call.id, refused: [403, 403, 401, 401, 401] });
      expect([401, 403]).not.toContain(admin);
    }
  });

  it('lets in learners alone, wherever a learner is asked for', async () => {
    for (const call of calls.filter(({ access }) => access === 'learner')) {
      expect([401, 403]).not.toContain((await callAs('learner', call)).status);
      for (const as of ['admin', 'teacher', 'student', 'app', 'nobody'] as const)
        expect({ call: call.id, as, ...(await callAs(as, call)) }).toMatchObject({
          status: 401,
          body: { success: false },
        });
    }
  });

  it('trusts only the gateway', async () => {
    for (const url of ['/api/purchase_history', '/api/v1/purchases'])
      expect((await commerce.app.inject({ url })).statusCode).toBe(401);
    const answer = await commerce.app.inject({ method: 'POST', url: '/api/orders/ORDER/capture' });
    expect(answer.statusCode).toBe(401);
  });
});
