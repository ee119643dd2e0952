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
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
