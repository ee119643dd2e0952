import type { ErrorBody } from '@khmer-learning/contracts';
import { createFakeXmlHttpRequest, type FakeResponse } from './fake-xml-http-request.ts';

/** A request that the code under test sent. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: unknown;
}

type RouteHandler = (request: RecordedRequest) => FakeResponse | Promise<FakeResponse>;

/** An error response in the API's error format. */
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
 * Mocks the gateway by replacing `fetch`, and `XMLHttpRequest` for uploads, whose body is a `RecordedUpload`. Routes look like
 * `GET /api/lessons`; a trailing `*` matches the rest of a path. A call without a route fails with a network error.
 */
export function fakeApi(routes: Record<string, RouteHandler>) {
  const requests: RecordedRequest[] = [];
  const handlers = new Map<string, RouteHandler>([
    // Every list asks for its saved views.
    ['GET /api/list-views', () => ({ body: { views: [], settings: {} } })],
    ...Object.entries(routes),
  ]);

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
    /** The requests to this route so far, oldest first. */
    sent: (method: string, path: string) =>
      requests.filter((request) => request.method === method && request.path === path),
    /** Adds a route or replaces its handler. */
    route: (route: string, handler: RouteHandler) => {
      // Handlers are searched from the end, so the one added last wins.
      handlers.delete(route);
      handlers.set(route, handler);
    },
  };
}

export type FakeApi = ReturnType<typeof fakeApi>;

/** The rows of one page, by the query's `offset` and `limit`, as a list endpoint returns them. */
export function paginate<Row>(rows: readonly Row[], query: URLSearchParams): Row[] {
  const offset = Number(query.get('offset') ?? 0);
  return rows.slice(offset, offset + Number(query.get('limit') ?? rows.length));
}
