import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { transfers } from '@khmer-learning/contracts';
import { createApiClient } from './api-client.ts';
import { ApiError, NetworkError } from './api-error.ts';

/** A server on another origin, which therefore needs CORS headers. */
let server: Server;
let baseUrl: string;
let received = '';
let answer: (response: ServerResponse) => void;

const picture = new File([new Uint8Array(300_000)], 'river.png', { type: 'image/png' });
const reply = (status: number, body: unknown) => (response: ServerResponse) => {
  response.statusCode = status;
  response.end(JSON.stringify(body));
};
const done = reply(201, {
  data: { url: '/uploads/a1.png', filename: 'a1.png' },
  message: 'File uploaded successfully!',
});

beforeAll(async () => {
  server = createServer(async (request, response) => {
    response.setHeader('Access-Control-Allow-Origin', String(request.headers.origin));
    response.setHeader('Access-Control-Allow-Credentials', 'true');
    if (request.method === 'OPTIONS') {
      response.end();
      return;
    }
    received = `${request.method} ${request.url}\n`;
    for await (const part of request) received += part;
    answer(response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(() => {
  answer = done;
});

afterAll(() => {
  server.closeAllConnections();
  return new Promise((closed) => server.close(closed));
});

describe('an upload', () => {
  it('sends the kind before the file, and returns the URL of the file', async () => {
    const file = await createApiClient({ baseUrl }).upload(picture, { kind: 'cover' });
    expect(file).toEqual({ url: '/uploads/a1.png', filename: 'a1.png' });
    expect(received).toMatch(/^POST \/api\/upload\n/);
    expect(received).toMatch(/name="kind"\r\n\r\ncover\r\n.*name="file"; filename="river\.png"/s);
  });

  it('fails in the words of the server', async () => {
    answer = reply(413, {
      message: 'The file is larger than 10 MB',
      code: 'too_large',
      requestId: 'r',
    });
    const error = await createApiClient({ baseUrl })
      .upload(picture, { kind: 'icon' })
      .catch((caught) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 413, userMessage: 'The file is larger than 10 MB' });
  });

  it('reports the end of the session', async () => {
    answer = reply(401, { message: 'Sign in to continue', code: 'unauthenticated', requestId: 'r' });
    const onSessionEnd = jest.fn();
    const upload = createApiClient({ baseUrl, onSessionEnd }).upload(picture, { kind: 'icon' });
    await expect(upload).rejects.toMatchObject({ status: 401 });
    expect(onSessionEnd).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['nobody answers', (response: ServerResponse) => response.destroy()],
    ['the answer is none', reply(200, 'Welcome to this hotel’s network')],
  ])('says that the server cannot be reached when %s', async (_when, badAnswer) => {
    // jsdom also logs a lost connection to the console.
    jest.spyOn(console, 'error').mockImplementationOnce(() => {});
    answer = badAnswer;
    const upload = createApiClient({ baseUrl }).upload(picture, { kind: 'icon' });
    await expect(upload).rejects.toBeInstanceOf(NetworkError);
  });

  it('can be cancelled, before and while it runs', async () => {
    const controller = new AbortController();
    answer = () => controller.abort();
    const options = { kind: 'icon', signal: controller.signal } as const;
    const api = createApiClient({ baseUrl });
    await expect(api.upload(picture, options)).rejects.toMatchObject({ name: 'AbortError' });
    await expect(api.upload(picture, options)).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a file for another endpoint', () => {
  const answered = {
    id: 5,
    kind: 'quizzes',
    fileName: 'quizzes.json',
    state: 'checking',
    progress: { done: 0, total: null },
    counts: { create: 0, change: 0, unchanged: 0, refuse: 0 },
    problem: null,
    createdAt: '2026-05-01T03:00:00.000Z',
    updatedAt: '2026-05-01T03:00:00.000Z',
  };
  const file = new File(['{}'], 'quizzes.json', { type: 'application/json' });

  it('is sent to the path of the endpoint, and its response is returned', async () => {
    answer = reply(201, answered);
    await expect(createApiClient({ baseUrl }).sendFile(transfers.quizzes.import, file)).resolves.toEqual(
      answered,
    );
    expect(received).toMatch(/^POST \/api\/import\/quizzes\n/);
    expect(received).toMatch(/name="file"; filename="quizzes\.json"/);
  });

  it('fails in the words of the server', async () => {
    answer = reply(400, {
      message: 'This file was not exported from this console',
      code: 'x',
      requestId: 'r',
    });
    await expect(createApiClient({ baseUrl }).sendFile(transfers.quizzes.import, file)).rejects.toMatchObject(
      {
        userMessage: 'This file was not exported from this console',
      },
    );
  });
});
