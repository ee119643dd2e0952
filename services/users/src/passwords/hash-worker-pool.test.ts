import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { createLogger } from '@khmer-learning/service-kit';
import { createSessionPrincipal, password, startUsersApp } from '../users-app.fixture.ts';
import { createPasswordHasher, hashWithoutQueue } from './password-hasher.ts';

/** Number of threads of this process with a positive niceness (proc_pid_stat(5): the 19th field). */
async function lowPriorityThreads(): Promise<number> {
  if (process.platform !== 'linux') return 0;
  const tasks = await readdir('/proc/self/task');
  const stats = await Promise.all(tasks.map((task) => readFile(`/proc/self/task/${task}/stat`, 'utf8')));
  const niceness = stats.map((stat) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]));
  return niceness.filter((nice) => nice === 10).length;
}

const logger = createLogger({ service: 'users', level: 'silent' });

it('rejects hashes that would miss the timeout before they start, and does not block other calls', async () => {
  // The cost is so high that a hash which waits for another misses the timeout on any machine, and that other calls are
  // answered during a hash on a busy one.
  const users = await startUsersApp({ BCRYPT_COST: '15', HASH_THREADS: '2', HASH_TIMEOUT_MS: '100' });
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
  const session = await users.call('GET', '/api/auth/session', { as: createSessionPrincipal(teacher) });
  expect([session.statusCode, ended.includes(201)]).toEqual([200, false]);

  await Promise.all(flood);
  const registered = ended.filter((status) => status === 201).length;
  expect(registered).toBeGreaterThanOrEqual(1);
  expect(ended.filter((status) => status === 503)).toHaveLength(8 - registered);
  expect(await pending.countDocuments()).toBe(registered);
  // Plus the hash of creating the teacher.
  const hashed = users.logLines.filter((line) => line.includes('Passwords hashed'));
  expect(hashed).toHaveLength(registered + 1);
});

it('hashes for those who sign in beside those who register, whose threads come last for the processor', async () => {
  const before = await lowPriorityThreads();
  const hasher = createPasswordHasher({ cost: 12, threads: 3, timeoutMs: 60_000, logger });
  // Far cheaper than the hashes of those who register, so that it ends first on a busy machine, too.
  const stored = await hashWithoutQueue(password, 4);
  const done: string[] = [];
  const high = () => hasher.matches(password, stored).then(() => done.push('high'));
  const low = (count: number) => hasher.hash(password, 'low').then(() => done.push(`low ${count}`));
  await high();
  const registering = [1, 2, 3, 4, 5, 6].map(low);
  await high();
  expect(done).not.toContain('low 6');
  await Promise.all(registering);
  // A process that was started with a low priority has no other threads.
  if (getPriority() < 10)
    expect(await lowPriorityThreads()).toBe(before + (process.platform === 'linux' ? 2 : 0));
  await hasher.close();
});

it('signs people in while the thread for those who register is taken by one that takes longer than there is time', async () => {
  // Two hashes in sequence exceed the timeout, so the second would be rejected in a shared pool.
  const hasher = createPasswordHasher({ cost: 14, threads: 2, timeoutMs: 100, logger });
  const registering = hasher.hash(password, 'low');
  await expect(hasher.hash(password, 'low')).rejects.toMatchObject({ status: 503, code: 'busy' });
  await expect(hasher.matches(password, undefined)).resolves.toBe(false);
  await registering;
  await hasher.close();
}, 120_000);

it('signs people in before it hashes the passwords of accounts that an admin creates', async () => {
  const hasher = createPasswordHasher({ cost: 12, threads: 2, timeoutMs: 60_000, logger });
  const stored = await hashWithoutQueue(password, 4);
  const done: string[] = [];
  const creating = Array.from({ length: 4 }, () =>
    hasher.hash(password, 'high').then(() => done.push('created')),
  );
  await Promise.all([hasher.matches(password, stored).then(() => done.push('signed in')), ...creating]);
  // Two hashes have started before.
  expect(done.indexOf('signed in')).toBeLessThanOrEqual(2);
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
