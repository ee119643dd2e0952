import fastify from 'fastify';
import { createServiceCaller, type ServiceCaller } from './service-caller.ts';

const app = fastify();
app.all('/echo/*', async ({ headers, method, url, body }, reply) => {
  reply.status(method === 'POST' ? 201 : 200);
  return { token: headers['x-internal-token'], extra: headers['x-extra'], url, body: body ?? null };
});
afterAll(() => app.close());

const call: ServiceCaller = createServiceCaller(app, 'content', (content) => JSON.stringify(content));

it('calls as a teacher, with a body and an address of any characters', async () => {
  const { status, body } = await call<{ token: string }>('POST', '/echo/ទន្លេ', { title: 'x' });
  expect({ status, body }).toMatchObject({
    status: 201,
    body: { url: encodeURI('/echo/ទន្លេ'), body: { title: 'x' } },
  });
  expect(JSON.parse(body.token)).toMatchObject({
    audience: 'content',
    requestId: 'request-1',
    principal: { kind: 'session', role: 'teacher' },
  });
});

it('calls with the given caller, request id and headers', async () => {
  const options = { as: 'app', requestId: 'request-9', headers: { 'x-extra': 'more' } } as const;
  const { status, body } = await call<{ token: string }>('GET', '/echo/1', undefined, options);
  expect({ status, body }).toMatchObject({ status: 200, body: { extra: 'more', body: null } });
  expect(JSON.parse(body.token)).toMatchObject({ requestId: 'request-9', principal: { kind: 'apiKey' } });
});
