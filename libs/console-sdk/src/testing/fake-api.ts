import type { ErrorBody } from '@khmer-learning/contracts';
import type { FakeResponse } from './fake-response.ts';
import { createFakeXmlHttpRequest } from './fake-xml-http-request.ts';

/** One call as it left the browser. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: unknown;
}

type RouteHandler = (request: RecordedRequest) => FakeResponse | Promise<FakeResponse>;

/** An answer in the error format. */
export function errorResponse(status: number, error: Partial<ErrorBody> & { message: string }): FakeResponse {
  return { status, body: { code: 'x', requestId: 'r-1', ...error } };
}

function toFetchResponse({ status = 200, body }: FakeResponse) {
  const isFile = body instanceof Blob;
  return {
    ok: status < 400,
    status,
    statusText: '',
    headers: new Headers(),
    text: async () => (isFile ? body.text() : JSON.stringify(body)),
    blob: async () => (isFile ? body : new Blob([JSON.stringify(body)])),
  };
}

/**
 * Stands in for the gateway where the browser ends: `fetch`, and `XMLHttpRequest` for uploads, whose body is a
 * `UploadFile`. Routes are `GET /api/lessons`; `*` matches the rest of a path. A call without a route fails like a
 * network that is down.
 */
export function fakeApi(routes: Record<string, RouteHandler>) {
  const requests: RecordedRequest[] = [];
  const handlers = new Map(Object.entries(routes));

  function handlerFor(method: string, path: string): RouteHandler | undefined {
    for (const [route, handler] of [...handlers].reverse()) {
      const name = `${method} ${path}`;
      if (route === name || (route.endsWith('*') && name.startsWith(route.slice(0, -1)))) return handler;
    }
    return undefined;
  }

  async function answer(
    method: string,
    address: string,
    headers: Headers,
    body: unknown,
  ): Promise<FakeResponse> {
    const { pathname: path, searchParams: query } = new URL(address, 'http://localhost');
    const request: RecordedRequest = { method, path, query, headers, body };
    requests.push(request);
    const handler = handlerFor(method, path);
    if (handler === undefined) throw new TypeError('Failed to fetch');
    return handler(request);
  }

  async function fakeFetch(input: string, { method = 'GET', headers, body }: RequestInit = {}) {
    const sent = typeof body === 'string' ? JSON.parse(body) : undefined;
    return toFetchResponse(await answer(method, input, new Headers(headers), sent));
  }

  globalThis.fetch = fakeFetch as unknown as typeof fetch;
  globalThis.XMLHttpRequest = createFakeXmlHttpRequest(answer) as unknown as typeof XMLHttpRequest;
  return {
    /** What was asked of this route so far, oldest first. */
    sent: (method: string, path: string) =>
      requests.filter((request) => request.method === method && request.path === path),
    /** Adds a route or changes what it answers. */
    route: (route: string, handler: RouteHandler) => {
      // Looked at from the end: what came last counts.
      handlers.delete(route);
      handlers.set(route, handler);
    },
  };
}

export type FakeApi = ReturnType<typeof fakeApi>;

/** One page of rows, as a list endpoint cuts it. */
export function paginate<Row>(rows: readonly Row[], query: URLSearchParams): Row[] {
  const offset = Number(query.get('offset') ?? 0);
  return rows.slice(offset, offset + Number(query.get('limit') ?? rows.length));
}
