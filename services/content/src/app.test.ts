import { endpointsOf } from '@khmer-learning/contracts';
import type { TestPrincipal } from '@khmer-learning/test-kit';
import { buildLessonBody, startContent, type TestContent } from './content.test-kit.ts';

let content: TestContent;

beforeAll(async () => {
  content = await startContent();
});
afterAll(() => content.close());

const endpoints = endpointsOf('content');
const calls = endpoints.flatMap((endpoint) =>
  [endpoint.path, ...(endpoint.aliases ?? [])].map((path) => ({ ...endpoint, path })),
);
const sample = (path: string) => path.replace(':level', 'beginner').replace(':id', '999999');
const callAs = (as: TestPrincipal, { method, path }: { method: string; path: string }) =>
  content.call(method as 'GET', sample(path), method === 'GET' || method === 'DELETE' ? undefined : {}, {
    as,
    // Exports respond with files.
    text: true,
  });

describe('the content service', () => {
  it.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))(
    'answers %s',
    (_name, call) => {
      expect(content.app.hasRoute({ method: call.method, url: call.path })).toBe(true);
    },
  );

  it('has no endpoints beyond the contracts', async () => {
    expect((await content.call('GET', '/api/lesson')).status).toBe(404);
    expect((await content.call('DELETE', '/api/lessons')).status).toBe(404);
  });

  it('accepts only admins and teachers where a session is required', async () => {
    for (const call of calls.filter(({ access }) => access === 'session')) {
      const statuses: number[] = [];
      for (const as of ['admin', 'teacher', 'student', 'app', 'nobody'] as const)
        statuses.push((await callAs(as, call)).status);
      expect({
        call: call.id,
        allowed: statuses.slice(0, 2).some((status) => [401, 403].includes(status)),
      }).toEqual({
        call: call.id,
        allowed: false,
      });
      expect({ call: call.id, refused: statuses.slice(2) }).toEqual({
        call: call.id,
        refused: [403, 401, 401],
      });
    }
  });

  it('accepts only internal tokens that the gateway signed for this service', async () => {
    const spoofed = { 'x-user-id': '1', 'x-user-role': 'admin' };
    expect((await content.app.inject({ url: '/api/lessons', headers: spoofed })).statusCode).toBe(401);
    const forged = { 'x-internal-token': 'eyJhbGciOiJub25lIn0.eyJhdWQiOiJjb250ZW50In0.' };
    expect((await content.app.inject({ url: '/api/lessons', headers: forged })).statusCode).toBe(401);
  });

  it('answers 400 to a body that is not a JSON object', async () => {
    for (const body of ['{"title": ', '[]', '"text"', 'null'])
      expect(await content.call('POST', '/api/lessons', body)).toMatchObject({
        status: 400,
        body: { code: 'validation', requestId: 'request-1' },
      });
  });

  it('answers a body of another type with 415', async () => {
    const headers = { 'content-type': 'text/plain' };
    const { status } = await content.call('POST', '/api/lessons', JSON.stringify(buildLessonBody()), {
      headers,
    });
    expect(status).toBe(415);
  });

  it('reports all validation issues, with the first one as the message', async () => {
    const { body } = await content.call('POST', '/api/lessons', {});
    expect(body).toMatchObject({
      message: 'Main lesson is required',
      issues: [
        { path: 'mainLessonId', message: 'Main lesson is required' },
        { path: 'lessonTypeId', message: 'Lesson type is required' },
        { path: 'title', message: 'Title is required' },
        { path: 'description', message: 'Description is required' },
        { path: 'level', message: 'Level is required' },
        { path: 'sections', message: 'At least one section is required' },
      ],
    });
  });
});
