import Fastify from 'fastify';

/** The limit of this machine for a response of a given size: a bare handler that sends a constant. */
const app = Fastify();
const sizes = new Map<string, string>();
app.get('/:bytes', (request, reply) => {
  const { bytes } = request.params as { bytes: string };
  let body = sizes.get(bytes);
  if (body === undefined) {
    body = JSON.stringify({ data: 'x'.repeat(Math.max(0, Number(bytes) - 11)) });
    sizes.set(bytes, body);
  }
  reply.header('content-type', 'application/json; charset=utf-8').send(body);
});

/** Responses to repeat: the product's own headers and bytes, so that both send the same. */
const responses: { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer }[] = [];
app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
  done(null, body),
);
app.post('/bytes', (request) => {
  const headers = JSON.parse(String(request.headers['x-response-headers'])) as Record<string, string>;
  return JSON.stringify(`/bytes/${responses.push({ headers, body: request.body as Buffer }) - 1}`);
});
app.get('/bytes/:index', (request, reply) => {
  const { index } = request.params as { index: string };
  const response = responses[Number(index)];
  reply.headers({ ...response?.headers }).send(response?.body);
});
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
