import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scratchFolder } from '@khmer-learning/test-kit';
import { z } from 'zod';
import {
  baseConfigSchema,
  ConfigError,
  loadConfig,
  localInternalSecret,
  withLocalDefault,
} from './config.ts';

const good = { MONGODB_URI: 'mongodb://127.0.0.1/content' };
const secret = 'x'.repeat(32);

function problems(env: Record<string, string>, schema: z.ZodObject = baseConfigSchema): readonly string[] {
  try {
    loadConfig(schema, env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

test('what is not set has its default', () => {
  expect(loadConfig(baseConfigSchema, good)).toEqual({
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    PORT: 0,
    MONGODB_URI: 'mongodb://127.0.0.1/content',
    NATS_URL: 'nats://127.0.0.1:4222',
    INTERNAL_SECRETS: [localInternalSecret],
    LOG_LEVEL: 'info',
    SHUTDOWN_DRAIN_MS: 1_500,
    TIME_ZONE: 'Asia/Phnom_Penh',
    EVENTS_MAX_BYTES: 1024 ** 3,
  });
});

test('an empty variable counts as not set', () => {
  expect(loadConfig(baseConfigSchema, { ...good, PORT: '', LOG_LEVEL: '' })).toMatchObject({
    PORT: 0,
    LOG_LEVEL: 'info',
  });
});

test('one clear line per bad setting, and never its value', () => {
  const found = problems({
    PORT: 'eighty',
    TIME_ZONE: 'Mars/Olympus',
    LOG_LEVEL: 'loud',
    INTERNAL_SECRETS: 'hunter2',
  });
  expect(found).toHaveLength(5);
  expect(found).toEqual(
    expect.arrayContaining([
      'MONGODB_URI: is not set',
      expect.stringMatching(/^PORT: .*number/),
      'TIME_ZONE: is not a time zone, such as Asia/Phnom_Penh',
      expect.stringMatching(/^LOG_LEVEL: /),
      'INTERNAL_SECRETS: every secret needs at least 32 characters',
    ]),
  );
  expect(found.join('\n')).not.toContain('hunter2');
});

test('several secrets are a comma list, spaces around them do not count', () => {
  const { INTERNAL_SECRETS } = loadConfig(baseConfigSchema, {
    ...good,
    INTERNAL_SECRETS: `${secret}1 , ${secret}2`,
  });
  expect(INTERNAL_SECRETS).toEqual([`${secret}1`, `${secret}2`]);
});

test.each([
  ['not set', {}],
  ['set to it', { INTERNAL_SECRETS: localInternalSecret }],
  ['among others', { INTERNAL_SECRETS: `${secret},${localInternalSecret}` }],
])('production refuses the local default of a secret, %s', (_what, env) => {
  expect(problems({ ...good, ...env, NODE_ENV: 'production' })).toEqual([
    'INTERNAL_SECRETS: the local default is refused in production',
  ]);
});

test('production starts with secrets of its own', () => {
  expect(problems({ ...good, NODE_ENV: 'production', INTERNAL_SECRETS: secret })).toEqual([]);
});

test('a setting of a service may have a local default too', () => {
  const schema = baseConfigSchema.extend({
    ADMIN_PASSWORD: withLocalDefault(z.string().min(8), 'learn-khmer-2026'),
  });
  expect(loadConfig(schema, good).ADMIN_PASSWORD).toBe('learn-khmer-2026');
  expect(problems({ ...good, NODE_ENV: 'production', INTERNAL_SECRETS: secret }, schema)).toEqual([
    'ADMIN_PASSWORD: the local default is refused in production',
  ]);
});

test('a setting may come from a file', async () => {
  const file = join(await scratchFolder(), 'secret');
  await writeFile(file, `${secret}\n`);
  expect(loadConfig(baseConfigSchema, { ...good, INTERNAL_SECRETS_FILE: file }).INTERNAL_SECRETS).toEqual([
    secret,
  ]);
  expect(problems({ ...good, INTERNAL_SECRETS_FILE: `${file}.none` })).toEqual([
    `INTERNAL_SECRETS_FILE: cannot read ${file}.none`,
  ]);
});
