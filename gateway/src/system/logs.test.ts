import { type AuditEntry, headerNames, type LessonType, type MainLesson } from '@khmer-learning/contracts';
import { localInternalPrivateKey, signInternalToken } from '@khmer-learning/service-kit';
import { eventually } from '@khmer-learning/test-kit';
import { generateApiKey, type RunningGateway } from '../gateway.fixture.ts';
import {
  type BrowserSession,
  callJson,
  createUser,
  signIn,
  startTestSystemWithEnv,
  type TestSystem,
  testPassword,
} from './test-system.fixture.ts';

/** The fields of a log line that these tests read. */
interface Line {
  readonly msg: string;
  readonly requestId?: string;
  readonly durable?: string;
  readonly route?: string;
}

let system: TestSystem;
let gateway: RunningGateway;
let admin: BrowserSession;
const gatewayLines: string[] = [];

const parsed = (lines: readonly string[]): Line[] =>
  lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Line);

beforeAll(async () => {
  system = await startTestSystemWithEnv({ LOG_LEVEL: 'debug' }, 'users', 'content', 'stats', 'quizzes');
  gateway = await system.startGateway({
    env: { LOG_LEVEL: 'debug' },
    logDestination: { write: (line) => void gatewayLines.push(line) },
  });
  admin = await signIn(gateway);
});
afterAll(() => system.stop());

async function created<T>(path: string, body: object): Promise<T> {
  const answer = await admin.call<T>('POST', path, body);
  expect(answer.status).toBe(201);
  return answer.body;
}

async function newLesson() {
  const main = await created<MainLesson>('/api/main-lessons', {
    title: 'Market',
    description: 'Buying and selling',
    imageCover: 'cover.png',
  });
  const type = await created<LessonType>('/api/lesson-type', { title: `Type ${main.id}`, icon: '📖' });
  return {
    mainLessonId: main.id,
    lessonTypeId: type.id,
    title: 'Asking for the price',
    description: 'At the market',
    level: 'Beginner',
    sections: [{ title: 'Words', content: 'How much? [tlai-ponmaan] : ថ្លៃប៉ុន្មាន' }],
  };
}

it('one request id leads from the answer through the logs of gateway and service to those of every consumer', async () => {
  const body = await newLesson();
  const answer = await gateway.call('/api/lessons', {
    method: 'POST',
    headers: { ...admin.headers, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(201);
  await answer.json();
  const requestId = answer.headers.get(headerNames.requestId);
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/);

  const linesOf = (lines: readonly string[]) => parsed(lines).filter((line) => line.requestId === requestId);
  const answered = { msg: 'Request answered', route: '/api/lessons' };
  await eventually(() => {
    expect(linesOf(gatewayLines)).toEqual([expect.objectContaining(answered)]);
    expect(linesOf(system.log('content'))).toContainEqual(expect.objectContaining(answered));
    for (const service of ['stats', 'quizzes', 'users'] as const)
      expect(linesOf(system.log(service))).toContainEqual(
        expect.objectContaining({ msg: 'Event handled', durable: expect.any(String) }),
      );
  });
});

it('a refused call is in the log with who and from where, and an admin sees it in the audit trail', async () => {
  const teacher = await createUser(admin, 'teacher');
  const { call, session } = await signIn(gateway, teacher.email);
  for (let i = 0; i < 20; i += 1) expect((await call('GET', '/api/users')).status).toBe(403);
  // Calls a service directly, without the gateway. The service rejects it itself.
  const principal = {
    kind: 'session',
    userId: teacher.id,
    role: 'teacher',
    sessionId: 's',
    sessionExpiresAt: 2_000_000_000,
  } as const;
  const token = signInternalToken(localInternalPrivateKey, {
    audience: 'users',
    requestId: 'past',
    principal,
  });
  const past = { [headerNames.internalToken]: token, [headerNames.clientAddress]: '198.51.100.7' };
  expect((await fetch(`${system.services.get('users')}/api/users`, { headers: past })).status).toBe(403);
  await admin.call('POST', '/api/auth/logout');
  await eventually(async () => expect((await admin.call('GET', '/api/users')).status).toBe(401));
  admin = await signIn(gateway);

  const refused = { route: '/api/users', address: '127.0.0.1' };
  await eventually(() => {
    expect(parsed(gatewayLines)).toContainEqual(
      expect.objectContaining({ ...refused, status: 403, userId: teacher.id }),
    );
    expect(parsed(gatewayLines)).toContainEqual(
      expect.objectContaining({ ...refused, status: 401, userId: 1 }),
    );
    expect(parsed(system.log('users'))).toContainEqual(
      expect.objectContaining({ status: 403, userId: teacher.id, address: '198.51.100.7' }),
    );
  });
  expect(gatewayLines.join('')).not.toContain(session);

  const auditRecordsOf = async (service: string) => {
    const { body } = await admin.call<{ data: AuditEntry[] }>('GET', '/api/audit?action=refused&limit=100');
    return body.data.filter((entry) => entry.service === service);
  };
  const record = { entity: 'call', entityId: 'users.list', title: 'GET /api/users' };
  await eventually(async () => {
    const told = await auditRecordsOf('gateway');
    // There may be two windows, if one ended in between.
    expect(told.length).toBeLessThanOrEqual(8);
    const more = told.map(({ detail }) => Number(/^and (\d+) more/.exec(detail ?? '')?.[1] ?? 0));
    expect(more.reduce((sum, count) => sum + count, told.length)).toBe(20);
    for (const entry of told)
      expect(entry).toMatchObject({ ...record, actor: { id: teacher.id }, address: '127.0.0.1' });
    expect(await auditRecordsOf('users')).toMatchObject([
      {
        ...record,
        actor: { id: teacher.id, email: teacher.email },
        address: '198.51.100.7',
        requestId: 'past',
      },
    ]);
  });
});

it('no password, cookie, token or key is in any log, though every line is written', async () => {
  const key = generateApiKey();
  const secrets = [
    'a wrong password 1',
    'a new password 22',
    'learner password 3',
    testPassword,
    key,
    admin.session,
  ];
  const form = (email: string, submittedPassword: string) => ({
    firstName: 'Sok',
    lastName: 'Dara',
    email,
    password: submittedPassword,
    confirmPassword: submittedPassword,
    role: 'student',
  });
  await callJson(gateway, 'POST', '/api/auth/admin', {
    body: { email: 'admin@school.example', password: 'a wrong password 1' },
  });
  await admin.call('POST', '/api/auth/register', form('learner@school.example', 'learner password 3'));
  await admin.call('POST', '/api/auth/register', {
    ...form('not an address', 'a wrong password 1'),
    role: 7,
  });
  const learner = await callJson<{ token: string }>(gateway, 'POST', '/api/auth/login', {
    body: { email: 'learner@school.example', password: 'learner password 3' },
  });
  secrets.push(learner.body.token);
  expect((await admin.call('POST', '/api/api-keys', { key })).status).toBe(201);
  const learners = { 'x-api-key': key, authorization: `Bearer ${learner.body.token}` };
  await eventually(async () => {
    const { status } = await callJson(gateway, 'GET', '/api/v1/me', { headers: learners });
    expect(status).toBe(200);
  });
  await callJson(gateway, 'POST', '/api/auth/forgot-password', { body: { email: 'learner@school.example' } });
  const resetToken = 'a-reset-token-that-nobody-was-given-0123456789';
  secrets.push(resetToken);
  await callJson(gateway, 'POST', '/api/auth/reset-password', {
    body: { token: resetToken, password: 'a new password 22', confirmPassword: 'a new password 22' },
  });
  await gateway.call(`/reset-password?token=${resetToken}`);
  for (let round = 0; round < 20; round += 1) {
    await callJson(gateway, 'GET', '/api/v1/lessons', { headers: learners });
    await callJson(gateway, 'GET', `/api/v1/lessons/${round}`, { headers: { 'x-api-key': `${key}x` } });
    await admin.call('GET', '/api/lessons?limit=15');
    await admin.call('PATCH', '/api/lessons/999', { title: 'Gone' });
    await admin.call('POST', '/api/lessons', { sections: admin.session });
  }
  await admin.call('PUT', '/api/auth/change-password', {
    currentPassword: testPassword,
    newPassword: 'a new password 22',
    confirmPassword: 'a new password 22',
  });
  await admin.call('POST', '/api/auth/logout');

  const logs = [gatewayLines, ...(['users', 'content', 'stats', 'quizzes'] as const).map(system.log)];
  await eventually(() => expect(gatewayLines.join('')).toContain('/api/auth/logout'));
  for (const lines of logs) expect(lines.length).toBeGreaterThan(5);
  const text = logs.map((lines) => lines.join('\n')).join('\n');
  for (const secret of secrets) expect(text.includes(secret)).toBe(false);
  // Any other signed token, such as internal tokens.
  expect(text).not.toMatch(/eyJ[\w-]{10,}\.[\w-]+\./);
  expect(text).not.toMatch(/\$2[aby]\$\d\d\$/);
});
