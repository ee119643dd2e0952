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

/** Bytes to answer with: the product's own, so that both send the same. */
const bodies: Buffer[] = [];
app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
  done(null, body),
);
app.post('/bytes', (request) => JSON.stringify(`/bytes/${bodies.push(request.body as Buffer) - 1}`));
app.get('/bytes/:index', (request, reply) => {
  const { index } = request.params as { index: string };
  reply.header('content-type', 'application/json; charset=utf-8').send(bodies[Number(index)]);
});
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
