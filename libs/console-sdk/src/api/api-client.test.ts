import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { authConsoleLogin, authSession, endpoint } from '@khmer-learning/contracts';
import { z } from 'zod';
import { createApiClient } from './api-client.ts';
import { ApiError, NetworkError } from './api-error.ts';

const idParams = z.object({ id: z.number() });
const shared = {
  service: 'content',
  access: 'session',
  summary: 'x',
  response: z.object({ ok: z.boolean() }),
} as const;
const list = endpoint({
  ...shared,
  id: 'things.list',
  method: 'GET',
  path: '/api/things',
  query: z.object({ search: z.string().optional(), level: z.string().optional() }),
});
const update = endpoint({
  ...shared,
  id: 'things.update',
  method: 'PATCH',
  path: '/api/things/:id',
  params: idParams,
  body: z.object({ title: z.string() }),
});
const remove = endpoint({
  ...shared,
  id: 'things.delete',
  method: 'DELETE',
  path: '/api/things/:id',
  params: idParams,
});
const stats = endpoint({ ...shared, id: 'stats', service: 'stats', method: 'GET', path: '/api/stats' });
const quiz = { ...shared, service: 'quizzes', path: '/api/quizzes' } as const;
const listQuizzes = endpoint({ ...quiz, id: 'quizzes.list', method: 'GET' });
const createQuiz = endpoint({ ...quiz, id: 'quizzes.create', method: 'POST' });
const file = endpoint({
  ...shared,
  id: 'things.export',
  method: 'GET',
  path: '/api/things/export',
  query: z.object({ level: z.string().optional() }),
  responseType: 'binary',
});
const signIn = endpoint({ ...shared, id: 'signIn', access: 'public', method: 'POST', path: '/api/sign-in' });

interface SeenRequest {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

let server: Server;
let baseUrl: string;
let seen: SeenRequest[] = [];
let answer: (response: ServerResponse, request: SeenRequest) => void;

const ok = (response: ServerResponse) => response.end('{"ok":true}');
const fail = (status: number, body: string) => (response: ServerResponse) => {
  response.statusCode = status;
  response.end(body);
};

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const { method, url, headers } = request;
    const entry = { method, url, headers, body };
    seen.push(entry);
    answer(response, entry);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(() => {
  seen = [];
  answer = ok;
});

afterAll(() => new Promise((done) => server.close(done)));

describe('a call', () => {
  it('has a JSON content type and body only when there is something to send', async () => {
    const api = createApiClient({ baseUrl });
    await api.call(update, { params: { id: 4 }, body: { title: 'ក' } });
    await api.call(remove, { params: { id: 4 } });

    expect(seen[0]).toMatchObject({ method: 'PATCH', url: '/api/things/4', body: '{"title":"ក"}' });
    expect(seen[0]?.headers['content-type']).toBe('application/json');
    expect(seen[1]).toMatchObject({ method: 'DELETE', body: '' });
    expect(seen[1]?.headers['content-type']).toBeUndefined();
  });

  it('omits unset values from the query', async () => {
    const api = createApiClient({ baseUrl });
    await api.call(list, { query: { search: 'ផ្សារ & more', level: '' } });
    await api.call(list);
    expect(seen[0]?.url).toBe(`/api/things?${new URLSearchParams({ search: 'ផ្សារ & more' })}`);
    expect(seen[1]?.url).toBe('/api/things');
  });

  it('sends the version a change is based on', async () => {
    await createApiClient({ baseUrl }).call(
      update,
      { params: { id: 1 }, body: { title: 'x' } },
      { version: 7 },
    );
    expect(seen[0]?.headers['if-match']).toBe('"7"');
  });

  it('sends the last write with the next one of a quiz, whose lesson it may be', async () => {
    const api = createApiClient({ baseUrl });
    answer = (response) => ok(response.setHeader('X-Event', 'lesson.4@1'));
    await api.call(update, { params: { id: 4 }, body: { title: 'x' } });
    answer = ok;
    await api.call(listQuizzes);
    await api.call(createQuiz);
    expect(seen.map(({ headers }) => headers['x-after'])).toEqual([undefined, undefined, 'lesson.4@1']);
  });

  it('sends the last write to no other service but stats', async () => {
    const api = createApiClient({ baseUrl });
    await api.call(stats);
    answer = (response) => ok(response.setHeader('X-Event', 'thing.4@2'));
    await api.call(update, { params: { id: 4 }, body: { title: 'x' } });
    answer = ok;
    await api.call(list);
    await api.call(stats);
    expect(seen.map(({ headers }) => headers['x-after'])).toEqual([
      undefined,
      undefined,
      undefined,
      'thing.4@2',
    ]);
  });
});

describe('a failed call', () => {
  it('is an error with the status and the body as its message, and the fields of the body', async () => {
    const body =
      '{"message":"Title is required","code":"validation","issues":[{"path":"title","message":"Title is required"}],"requestId":"r1"}';
    answer = fail(400, body);
    const error = await createApiClient({ baseUrl })
      .call(list)
      .catch((caught) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      message: `400: ${body}`,
      status: 400,
      code: 'validation',
      userMessage: 'Title is required',
      issues: [{ path: 'title', message: 'Title is required' }],
      requestId: 'r1',
    });
  });

  it('has the status text when the body is empty, and no user message', async () => {
    answer = fail(503, '');
    const error = await createApiClient({ baseUrl })
      .call(list)
      .catch((caught) => caught);
    expect(error.message).toBe('503: Service Unavailable');
    expect(error.userMessage).toBeUndefined();
  });

  it('does not use an HTML page as the message', async () => {
    answer = fail(502, '<html>Bad Gateway</html>');
    const error = await createApiClient({ baseUrl })
      .call(list)
      .catch((caught) => caught);
    expect(error).toMatchObject({ status: 502, code: 'unknown', userMessage: undefined });
  });

  it('says clearly that the server cannot be reached', async () => {
    answer = (response) => response.destroy();
    const error = await createApiClient({ baseUrl })
      .call(list)
      .catch((caught) => caught);
    expect(error).toBeInstanceOf(NetworkError);
    expect(error.userMessage).toBe('The server cannot be reached. Check your connection and try again.');
  });

  it('is not reported as a network failure when the caller aborted it', async () => {
    const controller = new AbortController();
    answer = () => controller.abort();
    const promise = createApiClient({ baseUrl }).call(list, {}, { signal: controller.signal });
    await expect(promise).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a 401', () => {
  const unauthenticated = fail(
    401,
    '{"message":"Sign in to continue","code":"unauthenticated","requestId":"r"}',
  );

  it('during a session is an error, and reports the end of the session', async () => {
    answer = unauthenticated;
    const onSessionEnd = jest.fn();
    const api = createApiClient({ baseUrl, onSessionEnd });
    await expect(api.call(list)).rejects.toMatchObject({ status: 401 });
    expect(onSessionEnd).toHaveBeenCalledTimes(1);
  });

  it('for a wrong password does not end the session', async () => {
    answer = unauthenticated;
    const onSessionEnd = jest.fn();
    await expect(createApiClient({ baseUrl, onSessionEnd }).call(signIn)).rejects.toThrow('401');
    expect(onSessionEnd).not.toHaveBeenCalled();
  });

  it('for a wrong current password does not end the session either', async () => {
    answer = fail(401, '{"message":"Current password is incorrect","code":"wrong_password","requestId":"r"}');
    const onSessionEnd = jest.fn();
    const api = createApiClient({ baseUrl, onSessionEnd });
    await expect(api.call(list)).rejects.toMatchObject({ code: 'wrong_password' });
    expect(onSessionEnd).not.toHaveBeenCalled();
  });

  it('makes callOrNull return null', async () => {
    answer = unauthenticated;
    const onSessionEnd = jest.fn();
    expect(await createApiClient({ baseUrl, onSessionEnd }).callOrNull(list)).toBeNull();
    expect(onSessionEnd).not.toHaveBeenCalled();
    answer = fail(500, '');
    await expect(createApiClient({ baseUrl }).callOrNull(list)).rejects.toThrow('500');
  });
});

describe('a download', () => {
  it('returns the file byte for byte, with its byte order mark', async () => {
    answer = (response) => response.setHeader('Content-Type', 'text/csv').end('\uFEFFEmail\r\n');
    const blob = await createApiClient({ baseUrl }).download(file, { query: { level: 'Beginner' } });
    expect(Buffer.from(await blob.arrayBuffer()).toString('hex')).toBe('efbbbf456d61696c0d0a');
    expect(seen[0]?.url).toBe('/api/things/export?level=Beginner');
  });

  it('fails as a call does', async () => {
    const onSessionEnd = jest.fn();
    answer = fail(401, '{"message":"Sign in to continue"}');
    const download = createApiClient({ baseUrl, onSessionEnd }).download(file);
    await expect(download).rejects.toMatchObject({ status: 401, userMessage: 'Sign in to continue' });
    expect(onSessionEnd).toHaveBeenCalledTimes(1);
  });
});

describe('a page after another user has signed in in this browser', () => {
  const dara = { id: 2, firstName: 'Dara', lastName: 'Keo', email: 'dara@khmer.local', role: 'teacher' };
  const session = (id: number) => (response: ServerResponse) =>
    response.end(JSON.stringify({ user: { ...dara, id } }));

  it('sends the id of its user with every call, as soon as it is known', async () => {
    const api = createApiClient({ baseUrl });
    answer = ok;
    await api.call(list);
    answer = session(1);
    await api.callOrNull(authSession);
    answer = ok;
    await api.call(update, { params: { id: 4 }, body: { title: 'x' } });
    await api.call(authConsoleLogin, { body: { email: 'a@b.co', password: 'x' } });
    expect(seen.map(({ headers }) => headers['x-session-user'])).toEqual([
      undefined,
      undefined,
      '1',
      undefined,
    ]);
  });

  it('reports it when a call is rejected for it, even a public one, or when the session has another user', async () => {
    const onSessionEnd = jest.fn();
    const api = createApiClient({ baseUrl, onSessionEnd });
    answer = session(1);
    await api.call(authSession);
    answer = (response) => {
      response.statusCode = 409;
      response.end('{"message":"Someone else","code":"other_user","requestId":"r-1"}');
    };
    await expect(api.call(update, { params: { id: 4 }, body: { title: 'x' } })).rejects.toThrow('409');
    await expect(api.call(signIn)).rejects.toThrow('409');
    await expect(api.callOrNull(remove, { params: { id: 4 } })).rejects.toThrow('409');
    answer = session(2);
    await api.call(authSession);
    expect(onSessionEnd.mock.calls).toEqual([['otherUser'], ['otherUser'], ['otherUser'], ['otherUser']]);
  });
});
