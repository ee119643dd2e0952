import { createHash } from 'node:crypto';
import { endpoint, headerNames } from '@khmer-learning/contracts';
import fc from 'fast-check';
import { pino } from 'pino';
import { z } from 'zod';
import { baseConfigSchema, loadConfig, localInternalPrivateKey } from '../config/config.ts';
import { createApp } from './create-app.ts';
import { signInternalToken } from './internal-token.ts';
import { mountEndpoint } from './mount-endpoint.ts';
import { hashResponse } from './response-serialiser.ts';

const read = endpoint({
  id: 'things.read',
  service: 'content',
  method: 'GET',
  path: '/api/thing',
  access: 'public',
  summary: 'A thing',
  response: z.object({
    optional: z.string().optional(),
    nullable: z.number().nullable(),
    parts: z.array(z.object({ late: z.array(z.string()).optional(), early: z.boolean() })).optional(),
    one: z.union([z.object({ a: z.string().optional(), b: z.number() }), z.object({ c: z.string() })]),
    required: z.string(),
  }),
});

it('is the hash of what is sent, whatever the fields and their order', async () => {
  const config = loadConfig(baseConfigSchema.omit({ MONGODB_URI: true, MONGODB_TIMEOUT_MS: true }), {
    LOCAL_DEFAULTS: 'true',
  });
  const app = createApp({ name: 'content', logger: pino({ level: 'silent' }), config });
  let response: z.input<typeof read.response>;
  mountEndpoint(app, read, () => response);
  const caller = { audience: 'content', requestId: 'r', principal: { kind: 'public' } } as const;
  const headers = { [headerNames.internalToken]: signInternalToken(localInternalPrivateKey, caller) };
  const text = fc.oneof(fc.string(), fc.constantFrom('ទន្លេ', '"\\\u2028', '😀'));
  const things = fc.record(
    {
      required: text,
      undeclared: text,
      nullable: fc.option(fc.integer()),
      one: fc.oneof(
        fc.record({ b: fc.integer(), a: text }, { requiredKeys: ['b'] }),
        fc.record({ c: text, x: text }),
      ),
      optional: text,
      parts: fc.array(fc.record({ early: fc.boolean(), late: fc.array(text) }, { requiredKeys: ['early'] })),
    },
    { requiredKeys: ['nullable', 'one', 'required'] },
  );
  await fc.assert(
    fc.asyncProperty(things, async (thing) => {
      response = thing;
      const answer = await app.inject({ url: '/api/thing', headers });
      expect(answer.statusCode).toBe(200);
      expect(hashResponse(read, thing)).toBe(createHash('sha256').update(answer.rawPayload).digest('hex'));
    }),
    { numRuns: depth(50, 500) },
  );
  await app.close();
});
