import { randomUUID } from 'node:crypto';
import type { Import, ImportState, Lesson, MainLesson, Quiz, User } from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
import type { RunningGateway } from '../gateway.fixture.ts';
import {
  type BrowserSession,
  callJson,
  createUser,
  shareTestSystem,
  signIn,
  type TestSystem,
  testPassword,
} from './test-system.fixture.ts';

let system: TestSystem;
let gateway: RunningGateway;
let admin: BrowserSession;
let teacher: BrowserSession;
let teacherId: number;

beforeAll(async () => {
  system = await shareTestSystem();
  gateway = await system.startGateway();
  admin = await signIn(gateway);
  const user = await createUser(admin, 'teacher');
  teacherId = user.id;
  teacher = await signIn(gateway, user.email);
});
afterAll(() => system.stopGateways());

const person = (change: Record<string, unknown> = {}) => ({
  firstName: 'Sok',
  lastName: 'Dara',
  email: `${randomUUID()}@school.example`,
  password: testPassword,
  role: 'student',
  ...change,
});
const userOf = async (id: number) => (await admin.call<User>('GET', `/api/users/${id}`)).body;
const register = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  callJson<{ user: User }>(gateway, 'POST', '/api/auth/register', { body, headers });

/** Fields that users must not be able to set on themselves. */
const stolenFields = {
  id: 1,
  _id: 1,
  version: 99,
  isAdmin: true,
  roles: ['admin'],
  passwordHash: 'x',
  registrationType: 'sso',
  lastLogin: '2020-01-01T00:00:00.000Z',
  createdAt: '2020-01-01T00:00:00.000Z',
  updatedAt: '2020-01-01T00:00:00.000Z',
};

describe('registering', () => {
  it.each(['admin', 'teacher', 'ADMIN', ['admin'], { $ne: 'student' }])(
    'makes nobody %j without an admin, and stores nothing',
    async (role) => {
      const before = (await admin.call<{ total: number }>('GET', '/api/users?limit=1')).body.total;
      for (const headers of [{}, teacher.headers]) {
        expect([400, 403]).toContain((await register(person({ role }), headers)).status);
      }
      expect((await admin.call<{ total: number }>('GET', '/api/users?limit=1')).body.total).toBe(before);
    },
  );

  it('ignores extra fields', async () => {
    const { status, body } = await register(person(stolenFields), admin.headers);
    expect(status).toBe(201);
    const stored = await userOf(body.user.id);
    expect(stored).toMatchObject({ role: 'student', version: 1, lastLogin: null, isActive: true });
    expect(stored.registrationType).toBe('authenication');
    expect(stored.id).not.toBe(1);
    expect(Date.parse(stored.createdAt)).toBeGreaterThan(Date.parse('2021-01-01'));
    expect(stored).not.toHaveProperty('passwordHash');
  });

  it('gives a learner no console, whatever the sign-in says', async () => {
    const { email } = await createUser(admin, 'student');
    for (const more of [{}, { role: 'admin' }, { user: { role: 'admin' } }]) {
      const answer = await callJson(gateway, 'POST', '/api/auth/admin', {
        body: { email, password: testPassword, ...more },
      });
      expect(answer).toMatchObject({ status: 403, body: { message: 'This account cannot use the console' } });
    }
  });
});

describe('changing an account', () => {
  it('is for admins alone', async () => {
    const change = { firstName: 'X', lastName: 'Y', email: 'x@school.example', role: 'admin' };
    for (const id of [teacherId, 1]) {
      expect((await teacher.call('PUT', `/api/users/${id}`, change)).status).toBe(403);
      expect((await teacher.call('PATCH', `/api/users/${id}/status`, { isActive: false })).status).toBe(403);
      expect((await teacher.call('DELETE', `/api/users/${id}`)).status).toBe(403);
    }
    expect(await userOf(teacherId)).toMatchObject({ role: 'teacher', firstName: 'Sok', isActive: true });
  });

  it('makes no staff of a learner, not even by an admin', async () => {
    const { id } = await createUser(admin, 'student');
    expect((await admin.call('PUT', `/api/users/${id}`, { firstName: 'X', role: 'admin' })).status).toBe(400);
    expect(await userOf(id)).toMatchObject({ role: 'student', firstName: 'Sok' });
  });

  it('of one’s own changes nothing beyond name and email', async () => {
    const change = { ...stolenFields, firstName: 'Dara', role: 'admin', isActive: false };
    expect((await teacher.call('PUT', '/api/account', change)).status).toBe(200);
    expect(await userOf(teacherId)).toMatchObject({ id: teacherId, firstName: 'Dara', role: 'teacher' });
    expect(await userOf(1)).not.toMatchObject({ firstName: 'Dara' });
    expect((await teacher.call('PUT', '/api/account', { firstName: 'Sok' })).status).toBe(200);
  });

  it('takes rights at the next request, whatever an earlier token says', async () => {
    const { id, email } = await createUser(admin, 'teacher');
    const before = await signIn(gateway, email);
    const body = { title: 'First', description: 'Words', imageCover: 'cover.png', status: 'published' };
    expect((await before.call('POST', '/api/main-lessons', body)).status).toBe(201);
    const rights = { canPublish: false, mainLessonIds: null };
    expect((await admin.call('PUT', `/api/users/${id}`, { rights })).status).toBe(200);
    await eventually(async () =>
      expect((await before.call('POST', '/api/main-lessons', body)).status).toBe(401),
    );
    const after = await signIn(gateway, email);
    expect(await after.call('POST', '/api/main-lessons', body)).toMatchObject({
      status: 403,
      body: { message: 'You may not publish. Ask for a review instead.' },
    });
    expect((await after.call('POST', '/api/main-lessons', { ...body, status: 'draft' })).status).toBe(201);
  });

  it('by an admin changes nothing beyond name, email and role', async () => {
    const { id, version, createdAt } = await createUser(admin, 'student');
    const change = { firstName: 'Chan', lastName: 'Vanna', email: `${randomUUID()}@school.example` };
    const answer = await admin.call('PUT', `/api/users/${id}`, {
      ...stolenFields,
      ...change,
      currentPassword: testPassword,
      role: 'student',
      isActive: false,
      password: 'taken over',
    });
    expect(answer.status).toBe(200);
    expect(await userOf(id)).toMatchObject({
      ...change,
      id,
      createdAt,
      role: 'student',
      isActive: true,
      version: version + 1,
    });
    const signIn = { email: change.email, password: 'taken over' };
    expect((await callJson(gateway, 'POST', '/api/auth/login', { body: signIn })).status).toBe(401);
  });

  it("sets nobody else's password", async () => {
    const answer = await teacher.call('PUT', '/api/auth/change-password', {
      id: 1,
      currentPassword: testPassword,
      newPassword: 'taken over',
      confirmPassword: 'taken over',
    });
    expect([403, 404]).toContain(answer.status);
    await signIn(gateway);
  });
});

describe('writing content', () => {
  const stolen = {
    id: 777,
    _id: 777,
    version: 50,
    visibility: 'public',
    locked: false,
    lessonIsPublic: true,
    position: -5,
    createdAt: '2020-01-01T00:00:00.000Z',
    updatedAt: '2020-01-01T00:00:00.000Z',
    searchKeys: ['everything'],
    analytics: { completions: 1_000, averageScore: 100 },
    imageCoverUrl: 'https://elsewhere.example/x.png',
  };
  const isOurs = (stored: { id: number; version: number; createdAt: string }) => {
    expect(stored).toMatchObject({ version: 1 });
    expect(stored.id).not.toBe(777);
    expect(Date.parse(stored.createdAt)).toBeGreaterThan(Date.parse('2021-01-01'));
  };

  it('stores no extra fields', async () => {
    const parent = await teacher.call<MainLesson>('POST', '/api/main-lessons', {
      ...stolen,
      title: 'First words',
      description: 'The first week',
      imageCover: 'cover.png',
      free: true,
      price: 1,
    });
    expect(parent.status).toBe(201);
    isOurs(parent.body);
    expect(parent.body).toMatchObject({ price: null, status: 'draft', imageCoverUrl: '/uploads/cover.png' });

    const type = await teacher.call<{ id: number; version: number; createdAt: string }>(
      'POST',
      '/api/lesson-type',
      {
        ...stolen,
        title: 'Grammar',
        icon: 'fas fa-book',
        iconMode: 'raw',
      },
    );
    expect(type.status).toBe(201);
    isOurs(type.body);

    const lesson = await teacher.call<Lesson>('POST', '/api/lessons', {
      ...stolen,
      mainLessonId: parent.body.id,
      lessonTypeId: type.body.id,
      title: 'Greetings',
      description: 'Hello',
      level: 'Beginner',
      sections: [{ title: 'Key words', content: 'Hello [hae-low] : សួស្តី', id: 5, locked: false }],
    });
    expect(lesson.status).toBe(201);
    isOurs(lesson.body);
    expect(lesson.body.status).toBe('draft');
    expect(lesson.body.sections[0]).not.toHaveProperty('locked');
    expect(
      (await teacher.call<Lesson>('PATCH', `/api/lessons/${lesson.body.id}`, stolen)).body,
    ).toMatchObject({
      id: lesson.body.id,
      status: 'draft',
      createdAt: lesson.body.createdAt,
    });

    const quiz = await eventually(async () => {
      const made = await teacher.call<Quiz>('POST', '/api/quizzes', {
        ...stolen,
        lessonId: lesson.body.id,
        title: 'Greetings',
        description: 'Do you know them?',
        questions: [{ question: 'Hello?', options: ['សួស្តី', 'ទេ'], correctAnswer: 'សួស្តី' }],
      });
      expect(made.status).toBe(201);
      return made.body;
    });
    isOurs(quiz);
    expect(quiz).toMatchObject({ status: 'draft' });
    expect(JSON.stringify(quiz.analytics)).not.toContain('1000');
  });

  it.each(['__proto__', 'constructor', 'prototype'])('is not led astray by %s', async (name) => {
    const text = `{"title":"Prototype","description":"x","imageCover":"cover.png","${name}":{"isAdmin":true,"status":"published"}}`;
    const answer = await gateway.call('/api/main-lessons', {
      method: 'POST',
      headers: { ...teacher.headers, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      body: text,
    });
    expect([201, 400]).toContain(answer.status);
    if (answer.status === 201) expect(await answer.json()).toMatchObject({ status: 'draft' });
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    expect((await teacher.call('GET', '/api/users')).status).toBe(403);
  });
});

describe('importing', () => {
  const upload = async (browser: BrowserSession, text: string) => {
    const form = new FormData();
    form.append('file', new Blob([text], { type: 'application/json' }), 'lessons.json');
    const answer = await gateway.call('/api/import/lessons', {
      method: 'POST',
      headers: { ...browser.headers, 'sec-fetch-site': 'same-origin' },
      body: form,
    });
    expect(answer.status).toBe(201);
    return (await answer.json()) as Import;
  };
  const becomes = (browser: BrowserSession, id: number, state: ImportState) =>
    eventually(async () => {
      const { body } = await browser.call<Import>('GET', `/api/imports/${id}`);
      expect(body).toMatchObject({ state, problem: null });
    });
  const exported = async () => {
    const answer = await gateway.call('/api/export/lessons', { headers: teacher.headers });
    return JSON.parse(await answer.text()) as { lessons: { id: number }[]; mainLessons: object[] };
  };

  it('stores nothing that the form would reject, and only its author can access it', async () => {
    const file = await exported();
    const [target] = file.lessons;
    if (!target) throw new Error('There is no lesson to import');
    const { body: before } = await teacher.call<Lesson>('GET', `/api/lessons/${target.id}`);
    const lie = {
      _id: 1,
      version: 50,
      visibility: 'public',
      position: -5,
      locked: false,
      searchKeys: ['everything'],
      updatedAt: '2020-01-01T00:00:00.000Z',
      isAdmin: true,
    };
    const lies = {
      ...file,
      ...lie,
      users: [{ email: 'mine@school.example', role: 'admin' }],
      mainLessons: file.mainLessons.map((row) => ({ ...row, ...lie })),
      lessons: file.lessons.map((row) => ({ ...row, ...lie, title: 'Imported greetings' })),
    };
    const { id } = await upload(
      teacher,
      JSON.stringify({ format: 'khmer-learning/lessons', ...lies, version: 1 }),
    );
    await becomes(teacher, id, 'checked');

    for (const [method, path] of [
      ['GET', `/api/imports/${id}`],
      ['GET', `/api/imports/${id}/lines`],
      ['POST', `/api/imports/${id}/apply`],
      ['DELETE', `/api/imports/${id}`],
    ] as const)
      expect([path, (await admin.call(method, path)).status]).toEqual([path, 404]);
    const correction = { lines: [{ place: 0, cells: { title: 'Mine' } }] };
    expect((await admin.call('POST', `/api/imports/${id}/check`, correction)).status).toBe(404);

    expect((await teacher.call('POST', `/api/imports/${id}/apply`)).status).toBe(200);
    await becomes(teacher, id, 'applied');
    const { body: after } = await teacher.call<Lesson>('GET', `/api/lessons/${target.id}`);
    expect(after).toMatchObject({
      title: 'Imported greetings',
      id: before.id,
      version: before.version + 1,
      status: before.status,
      createdAt: before.createdAt,
    });
    expect(Date.parse(after.updatedAt)).toBeGreaterThan(Date.parse('2021-01-01'));
    expect(after).not.toHaveProperty('visibility');
    const { body: found } = await admin.call<{ total: number }>('GET', '/api/users?search=mine&limit=1');
    expect(found.total).toBe(0);
  });
});
