import { randomUUID } from 'node:crypto';
import { createLogger } from '@khmer-learning/service-kit';
import { openUsersApp, password, sessionOf } from '../users-app.fixture.ts';
import { createPasswordHasher } from './password-hash.ts';

const logger = createLogger({ service: 'users', level: 'silent' });

it('refuses at once what it cannot do in time, with nothing done, and keeps nobody else waiting', async () => {
  // So costly that three at most fit into the time.
  const users = await openUsersApp({ BCRYPT_COST: '13', HASH_THREADS: '1', HASH_TIMEOUT_MS: '1750' });
  const teacher = await users.createUser({ role: 'teacher' });
  const pending = users.service.connection.collection('pending_registrations');
  const ended: number[] = [];
  const flood = Array.from({ length: 8 }, async () => {
    const email = `${randomUUID()}@example.com`;
    const body = { firstName: 'Any', lastName: 'Body', email, password, role: 'student' };
    const answer = await users.call('POST', '/api/auth/register', { body });
    ended.push(answer.statusCode);
    return answer;
  });
  const refused = await Promise.race(flood);
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'busy']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  const session = await users.call('GET', '/api/auth/session', { as: sessionOf(teacher) });
  expect([session.statusCode, ended.includes(201)]).toEqual([200, false]);

  await Promise.all(flood);
  const registered = ended.filter((status) => status === 201).length;
  expect(registered).toBeGreaterThanOrEqual(1);
  expect(ended.filter((status) => status === 503)).toHaveLength(8 - registered);
  expect(await pending.countDocuments()).toBe(registered);
  // One more is the teacher's.
  const hashed = users.logLines.filter((line) => line.includes('Passwords hashed'));
  expect(hashed).toHaveLength(registered + 1);
});

it('lets those who sign in go first, and others have every fourth turn', async () => {
  const hasher = createPasswordHasher({ cost: 4, threads: 1, timeoutMs: 60_000, logger });
  const done: string[] = [];
  const low = (name: string) => hasher.hash(password, 'low').then(() => done.push(name));
  const high = (name: string) => hasher.matches(password, undefined).then(() => done.push(name));
  await high('ready');
  await Promise.all([
    low('running'),
    ...['low 1', 'low 2'].map(low),
    ...['high 1', 'high 2', 'high 3', 'high 4', 'high 5'].map(high),
  ]);
  expect(done).toEqual([
    'ready',
    'running',
    'high 1',
    'high 2',
    'high 3',
    'low 1',
    'high 4',
    'high 5',
    'low 2',
  ]);
  await hasher.close();
});

it('hashes in as many threads as it is told, and fails what waits when it is closed', async () => {
  const hasher = createPasswordHasher({ cost: 12, threads: 2, timeoutMs: 60_000, logger });
  const hashes = Promise.allSettled(Array.from({ length: 4 }, () => hasher.hash(password, 'high')));
  await hasher.close();
  for (const result of await hashes) {
    expect(result).toMatchObject({ status: 'rejected', reason: { status: 503, code: 'busy' } });
  }
  await expect(hasher.hash(password, 'high')).rejects.toMatchObject({ status: 503 });
});
