import { generateInternalPrivateKey, internalPublicKeyOf, loadConfig } from '@khmer-learning/service-kit';
import { usersConfigSchema } from '../config.ts';
import { startUsersApp } from '../users-app.fixture.ts';
import { ensureFirstAdmin } from './ensure-first-admin.ts';

it('makes the configured account an admin who can sign in', async () => {
  const users = await startUsersApp({
    ADMIN_EMAIL: 'Head@School.example',
    ADMIN_PASSWORD: 'a very own password',
  });
  const response = await users.signIn('head@school.example', 'a very own password');
  expect(response.json().user).toMatchObject({ id: 1, role: 'admin', email: 'head@school.example' });
});

it('creates only one admin when several processes start concurrently and repeatedly', async () => {
  const users = await startUsersApp();
  await users.service.connection.collection('users').deleteMany({});
  await Promise.all(
    depth([1, 2], [1, 2, 3, 4, 5, 6]).map((head) =>
      users.start({ ADMIN_EMAIL: `head-${head}@school.example` }),
    ),
  );
  const admins = await users.service.connection.collection('users').find({ role: 'admin' }).toArray();
  expect(admins).toHaveLength(1);

  await users.service.connection
    .collection('users')
    .updateOne({}, { $set: { email: 'renamed@example.com' } });
  await ensureFirstAdmin(users.service);
  expect(await users.service.connection.collection('users').countDocuments()).toBe(1);
});

it('does not start when the address belongs to a user who is not an admin', async () => {
  const users = await startUsersApp();
  await users.service.connection.collection('users').updateOne({}, { $set: { role: 'student' } });
  await expect(ensureFirstAdmin(users.service)).rejects.toThrow(
    'ADMIN_EMAIL belongs to an account that is not an admin',
  );
});

describe('settings', () => {
  const production = {
    NODE_ENV: 'production',
    MONGODB_URI: 'mongodb://mongo/users',
    INTERNAL_PUBLIC_KEYS: internalPublicKeyOf(generateInternalPrivateKey()),
    SESSION_SECRETS: 'a session secret of at least 32 characters',
    SECOND_FACTOR_SECRETS: 'another secret of at least 32 characters',
    ADMIN_EMAIL: 'head@school.example',
    ADMIN_PASSWORD: 'a very own password',
  };

  it('are enough for production when every secret is given', () => {
    expect(loadConfig(usersConfigSchema, production)).toMatchObject({
      BCRYPT_COST: 12,
      NODE_ENV: 'production',
    });
  });

  it.each([
    ['ADMIN_PASSWORD', undefined, 'is not set'],
    ['ADMIN_PASSWORD', 'learn-khmer-2026', 'the local default is not allowed in production'],
    ['ADMIN_EMAIL', undefined, 'is not set'],
    ['SESSION_SECRETS', undefined, 'is not set'],
    ['SECOND_FACTOR_SECRETS', undefined, 'is not set'],
    ['INTERNAL_PUBLIC_KEYS', undefined, 'is not set'],
    ['SESSION_SECRETS', 'short', 'every secret needs at least 32 characters'],
    ['BCRYPT_COST', '9', 'must be at least 10 in production'],
    ['ADMIN_PASSWORD', 'short', 'Password must be at least 8 characters'],
    ['ADMIN_PASSWORD', 'x1'.repeat(128), 'Password must be at most 255 characters'],
    ['ADMIN_PASSWORD', 'learn-2026', 'This password is too common'],
    ['ADMIN_PASSWORD', 'Password1', 'This password is too common'],
    ['ADMIN_PASSWORD', 'school-head', 'Password must not be based on the name or email address'],
    ['ADMIN_PASSWORD', 'KhmerLearning1', 'Password must not be based on the name or email address'],
    ['PUBLIC_URL', 'ftp://learn.example', 'must be an http or https address'],
    ['SMTP_URL', 'mail.example', 'must start with smtp:// or smtps://'],
  ])('stop a start in production with %s=%s, in one clear line', (name, value, line) => {
    expect(() => loadConfig(usersConfigSchema, { ...production, [name]: value })).toThrow(`${name}: ${line}`);
  });

  it('have local defaults for one machine', () => {
    expect(
      loadConfig(usersConfigSchema, { MONGODB_URI: production.MONGODB_URI, LOCAL_DEFAULTS: 'true' }),
    ).toMatchObject({
      ADMIN_EMAIL: 'admin@khmer.local',
      ADMIN_PASSWORD: 'learn-khmer-2026',
      PUBLIC_URL: 'http://localhost:8080',
      MAIL_DIR: '.data/mail',
    });
  });
});
