import type { ErrorBody } from '@khmer-learning/contracts';

/** One call as it left the browser. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface Answer {
  readonly status?: number;
  readonly body: unknown;
}

type Handler = (request: SentRequest) => Answer | Promise<Answer>;

/** An answer in the error format. */
export function failure(status: number, error: Partial<ErrorBody> & { message: string }): Answer {
  return { status, body: { code: 'x', requestId: 'r-1', ...error } };
}

function responseOf({ status = 200, body }: Answer) {
  return {
    ok: status < 400,
    status,
    statusText: '',
    headers: new Headers(),
    text: async () => JSON.stringify(body),
  };
}

/**
 * Stands in for the gateway where the browser ends: `fetch`. Routes are `GET /api/lessons`; `*` matches the rest of
 * a path. A call without a route fails like a network that is down.
 */
export function fakeApi(routes: Record<string, Handler>) {
  const requests: SentRequest[] = [];
  const table = new Map(Object.entries(routes));

  function handlerFor(method: string, path: string): Handler | undefined {
    for (const [route, handler] of [...table].reverse()) {
      const name = `${method} ${path}`;
      if (route === name || (route.endsWith('*') && name.startsWith(route.slice(0, -1)))) return handler;
    }
    return undefined;
  }

  async function answer(input: string, init: RequestInit = {}) {
    const url = new URL(input, 'http://localhost');
    const request: SentRequest = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    requests.push(request);
    const handler = handlerFor(request.method, request.path);
    if (handler === undefined) throw new TypeError('Failed to fetch');
    return responseOf(await handler(request));
  }

  globalThis.fetch = answer as unknown as typeof fetch;
  return {
    /** What was asked of this route so far, oldest first. */
    sent: (method: string, path: string) =>
      requests.filter((request) => request.method === method && request.path === path),
    /** Adds a route or changes what it answers. */
    route: (route: string, handler: Handler) => {
      // Looked at from the end: what came last counts.
      table.delete(route);
      table.set(route, handler);
    },
  };
}

export type FakeApi = ReturnType<typeof fakeApi>;
