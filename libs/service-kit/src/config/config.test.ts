import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTempDirectory } from '@khmer-learning/test-kit';
import { z } from 'zod';
import { generateInternalPrivateKey, internalPublicKeyOf } from '../http/internal-token.ts';
import {
  baseConfigSchema,
  ConfigError,
  loadConfig,
  localInternalPublicKey,
  sessionSecretsSchema,
  withLocalDefault,
} from './config.ts';

const good = { MONGODB_URI: 'mongodb://127.0.0.1/content' };
const local = { ...good, LOCAL_DEFAULTS: 'true' };
const secret = 'Vb3kQ0nT7yLz9XrWc5mHf2JdP8sGa1Ue';
const publicKey = () => internalPublicKeyOf(generateInternalPrivateKey());
const production = { ...good, NODE_ENV: 'production', INTERNAL_PUBLIC_KEYS: publicKey() };
const withSecrets = baseConfigSchema.extend({ SESSION_SECRETS: sessionSecretsSchema });

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
  expect(loadConfig(baseConfigSchema, local)).toEqual({
    NODE_ENV: 'development',
    LOCAL_DEFAULTS: 'true',
    HOST: '127.0.0.1',
    PORT: 0,
    MONGODB_URI: 'mongodb://127.0.0.1/content',
    MONGODB_TIMEOUT_MS: 1_700,
    NATS_URL: 'nats://127.0.0.1:4222',
    INTERNAL_PUBLIC_KEYS: [localInternalPublicKey],
    LOG_LEVEL: 'info',
    SHUTDOWN_DRAIN_MS: 1_500,
    TIME_ZONE: 'Asia/Phnom_Penh',
    EVENTS_MAX_BYTES: 1024 ** 3,
    STREAM_REPLICAS: 1,
    CONSUMER_MAX_UNACKNOWLEDGED: 400,
  });
});

test('a former name is rejected and names the present one', () => {
  const schema = baseConfigSchema.extend({ AUDIT_RETENTION_DAYS: z.coerce.number().default(400) });
  expect(problems({ ...local, AUDIT_KEEP_DAYS: '30' }, schema)).toEqual([
    'AUDIT_KEEP_DAYS: was renamed to AUDIT_RETENTION_DAYS',
  ]);
  expect(problems({ ...local, AUDIT_KEEP_DAYS: '30' })).toEqual([]);
});

test('an empty variable counts as not set', () => {
  expect(loadConfig(baseConfigSchema, { ...local, PORT: '', LOG_LEVEL: '' })).toMatchObject({
    PORT: 0,
    LOG_LEVEL: 'info',
  });
});

test('one clear line per bad setting, and never its value', () => {
  const found = problems({
    PORT: 'eighty',
    TIME_ZONE: 'Mars/Olympus',
    LOG_LEVEL: 'loud',
    INTERNAL_PUBLIC_KEYS: 'hunter2',
  });
  expect(found).toHaveLength(5);
  expect(found).toEqual(
    expect.arrayContaining([
      'MONGODB_URI: is not set',
      expect.stringMatching(/^PORT: .*number/),
      'TIME_ZONE: is not a time zone, such as Asia/Phnom_Penh',
      expect.stringMatching(/^LOG_LEVEL: /),
      'INTERNAL_PUBLIC_KEYS: every key must be an Ed25519 public key, as base64 of SPKI in DER',
    ]),
  );
  expect(found.join('\n')).not.toContain('hunter2');
});

test('several secrets are separated by commas; surrounding spaces are ignored', () => {
  const [first, second] = [publicKey(), publicKey()];
  const { INTERNAL_PUBLIC_KEYS, SESSION_SECRETS } = loadConfig(withSecrets, {
    ...good,
    INTERNAL_PUBLIC_KEYS: `${first} , ${second}`,
    SESSION_SECRETS: `${secret}1 , ${secret}2`,
  });
  expect(INTERNAL_PUBLIC_KEYS).toEqual([first, second]);
  expect(SESSION_SECRETS).toEqual([`${secret}1`, `${secret}2`]);
});

test.each([{}, { NODE_ENV: 'development' }, { NODE_ENV: 'test', LOCAL_DEFAULTS: 'false' }])(
  'a secret has no default without LOCAL_DEFAULTS: %j',
  (env) => {
    expect(problems({ ...good, ...env })).toEqual([
      'INTERNAL_PUBLIC_KEYS: is not set; for local use, LOCAL_DEFAULTS=true sets a public default',
    ]);
  },
);

test.each([
  ['asked for', { INTERNAL_PUBLIC_KEYS: '', LOCAL_DEFAULTS: 'true' }],
  ['set to it', { INTERNAL_PUBLIC_KEYS: localInternalPublicKey }],
  ['among others', { INTERNAL_PUBLIC_KEYS: `${publicKey()},${localInternalPublicKey}` }],
])('production refuses the local default of a secret, %s', (_what, env) => {
  expect(problems({ ...production, ...env })).toEqual([
    'INTERNAL_PUBLIC_KEYS: the local default is not allowed in production',
  ]);
});

test('production starts with secrets of its own', () => {
  for (const made of [secret, `${secret},${'0123456789abcdef'.split('').reverse().join('')}${secret}`])
    expect(problems({ ...production, SESSION_SECRETS: made }, withSecrets)).toEqual([]);
  // 128 bits as hexadecimal digits.
  const hexadecimal = { ...production, SESSION_SECRETS: '9f86d081884c7d659a2feaa0c55ad015' };
  expect(problems(hexadecimal, withSecrets)).toEqual([]);
});

test.each([
  'x'.repeat(64),
  'changeme'.repeat(8),
  '0123456789'.repeat(4),
  `${'a'.repeat(20)}${'b'.repeat(20)}`,
  `${secret},${'secret-'.repeat(6)}`,
])('production refuses a weak secret: %s', (weak) => {
  expect(problems({ ...production, SESSION_SECRETS: weak }, withSecrets)).toEqual([
    'SESSION_SECRETS: every secret needs at least 128 random bits, e.g. from openssl rand -base64 48',
  ]);
  expect(problems({ ...local, SESSION_SECRETS: weak }, withSecrets)).toEqual([]);
});

test('production requires https, except for localhost', () => {
  const schema = baseConfigSchema.extend({ PUBLIC_URL: z.string() });
  for (const url of ['http://learn.example', 'http://127.0.0.1.example', 'http://10.0.0.7:8080'])
    expect(problems({ ...production, PUBLIC_URL: url }, schema)).toEqual([
      'PUBLIC_URL: must start with https:// in production, except for localhost',
    ]);
  for (const url of ['https://learn.example', 'http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:80'])
    expect(problems({ ...production, PUBLIC_URL: url }, schema)).toEqual([]);
});

test('a setting of a service may have a local default too', () => {
  const schema = baseConfigSchema.extend({
    ADMIN_PASSWORD: withLocalDefault(z.string().min(8), 'learn-khmer-2026'),
  });
  expect(loadConfig(schema, local).ADMIN_PASSWORD).toBe('learn-khmer-2026');
  expect(problems(production, schema)).toEqual(['ADMIN_PASSWORD: is not set']);
  expect(problems({ ...production, ADMIN_PASSWORD: 'learn-khmer-2026' }, schema)).toEqual([
    'ADMIN_PASSWORD: the local default is not allowed in production',
  ]);
});

test('a setting may come from a file', async () => {
  const file = join(await createTempDirectory(), 'secret');
  await writeFile(file, `${secret}\n`);
  expect(loadConfig(withSecrets, { ...local, SESSION_SECRETS_FILE: file }).SESSION_SECRETS).toEqual([secret]);
  expect(problems({ ...local, SESSION_SECRETS_FILE: `${file}.none` }, withSecrets)).toEqual([
    `SESSION_SECRETS_FILE: cannot read ${file}.none`,
  ]);
});
