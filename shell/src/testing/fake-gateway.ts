import type { DashboardStats } from '@khmer-learning/contracts';
import { pageStateElementId } from '@khmer-learning/contracts/shell-page';

/** A response of the gateway: a status (default 200) and a JSON body. `no answer` fails like a broken network. */
export type FakeGatewayResponse = { readonly status?: number; readonly body: unknown } | 'no answer';
export type FakeGatewayHandler = (request: {
  readonly body: unknown;
  readonly headers: Headers;
}) => FakeGatewayResponse | Promise<FakeGatewayResponse>;

export interface FakeGateway {
  /** Sets the response of a call: `gateway.on('GET /api/auth/session', …)`. */
  on(call: string, answer: FakeGatewayResponse | FakeGatewayHandler): void;
  readonly calls: readonly string[];
  /** Called when the body of the response to a call is read. */
  onRead?: (call: string) => void;
}

export function errorResponse(status: number, message: string): FakeGatewayResponse {
  return { status, body: { message, code: 'test', requestId: 'r-1' } };
}

/** Replaces `fetch`, which jsdom does not have. A call without a registered response gets a 404, but for the own work on the dashboard: there is none. */
export function installFakeGateway(): FakeGateway {
  const none: FakeGatewayHandler = () => ({ body: { items: [], data: [], isComplete: true } });
  const handlers = new Map([
    ['GET /api/account/recent-items', none],
    ...['lessons', 'main-lessons', 'quizzes'].map((kind) => [`GET /api/${kind}/reviews`, none] as const),
  ]);
  const calls: string[] = [];

  const gateway: FakeGateway = {
    on: (call, answer) => handlers.set(call, typeof answer === 'function' ? answer : () => answer),
    calls,
  };

  async function fakeFetch(url: string, init: RequestInit = {}): Promise<Partial<Response>> {
    const call = `${init.method ?? 'GET'} ${url}`;
    calls.push(call);
    const handler = handlers.get(call) ?? (() => errorResponse(404, 'Not found'));
    const answer = await handler({
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      headers: new Headers(init.headers),
    });
    if (answer === 'no answer') throw new TypeError('Failed to fetch');
    const { status = 200, body } = answer;
    const response: Partial<Response> = {
      ok: status < 400,
      status,
      statusText: '',
      headers: new Headers(),
      json: async () => body,
      async text() {
        gateway.onRead?.(call);
        return JSON.stringify(body);
      },
      clone: () => response as Response,
    };
    return response;
  }

  Object.assign(globalThis, { fetch: fakeFetch });
  return gateway;
}

export const admin = {
  id: 1,
  firstName: 'Sokha',
  lastName: 'Chan',
  email: 'sokha@khmer.local',
  role: 'admin',
} as const;

export const teacher = { ...admin, id: 2, firstName: 'Dara', role: 'teacher' } as const;

export const emptyStats: DashboardStats = {
  totalMainLessons: 0,
  mainLessonsGrowth: 0,
  premiumMainLessons: 0,
  avgPrice: 0,
  freeMainLessons: 0,
  totalLessons: 0,
  lessonsGrowth: 0,
  totalQuizzes: 0,
  quizzesGrowth: 0,
  totalUsers: 1,
  usersGrowth: 0,
  totalActiveUsers: 1,
  activeUsersGrowth: 0,
  totalPurchaseHistoryComplete: 0,
  purchasesGrowth: 0,
  lessonsByType: [],
  recent: { mainLessons: [], lessons: [], quizzes: [] },
};

/** Writes a state into the page, as the gateway does. */
export function writePageState(state: object): void {
  document.getElementById(pageStateElementId)?.remove();
  const element = document.createElement('script');
  element.id = pageStateElementId;
  element.type = 'application/json';
  element.textContent = JSON.stringify(state);
  document.body.append(element);
}
