import { randomUUID } from 'node:crypto';
import {
  type LearnerNote,
  type ListedLearner,
  learnerLimits,
  learnerMessages,
  type User,
} from '@khmer-learning/contracts';
import { createQueryProfiler, isScanOrSort, summarizeCommand } from '@khmer-learning/test-kit';
import {
  createLearnerPrincipal,
  createSessionPrincipal,
  password,
  startUsersApp,
  type UsersApp,
} from '../users-app.fixture.ts';

let users: UsersApp;
let learner: User;
const teacher = createSessionPrincipal({ id: 90, role: 'teacher' });

beforeAll(async () => {
  users = await startUsersApp();
});
beforeEach(async () => {
  learner = await users.createUser({ firstName: 'Nary', lastName: 'Sim' });
});

const pathOf = ({ id }: { id: number }, rest = '') => `/api/learners/${id}${rest}`;
const get = async (path: string, as = teacher) => {
  const answer = await users.call('GET', path, { as });
  return { status: answer.statusCode, body: answer.json(), text: answer.body };
};
const addNote = (text: string, as = teacher, of = learner) =>
  users.call('POST', pathOf(of, '/notes'), { as, body: { text } });

it('are shown to teachers without the address, which a search does not find out either', async () => {
  const { email } = await users.createUser({
    firstName: 'Sreymom',
    lastName: 'Chea',
    email: `hidden.${randomUUID()}@secret-domain.kh`,
  });
  for (const search of ['srey', 'Chea sreym']) {
    const found = await get(`/api/learners?search=${encodeURIComponent(search)}&limit=10`);
    expect(found.body).toMatchObject({
      learners: [{ name: 'Sreymom Chea', isActive: true, lastActiveDay: null }],
      total: 1,
    });
    expect(found.text).not.toContain(email);
  }
  for (const search of ['hidden', 'secret-domain', 'sreymom hidden', email])
    expect((await get(`/api/learners?search=${encodeURIComponent(search)}`)).body).toMatchObject({
      total: 0,
    });
  const staff = await users.createUser({ role: 'teacher', firstName: 'Sreymom' });
  expect((await get(pathOf(staff))).status).toBe(404);
  expect((await get('/api/learners?search=sreymom')).body).toMatchObject({ total: 1 });
  for (const path of [`/api/users/${staff.id}`, pathOf(learner, '/sessions')])
    expect((await get(path)).status).toBe(403);
});

it('have the progress in lessons and, for admins, sessions and devices', async () => {
  const at = new Date().toISOString();
  await users.call('POST', '/api/auth/login', { body: { email: learner.email, password } });
  await users.call('PUT', '/api/v1/progress', {
    as: createLearnerPrincipal(learner),
    body: {
      clientId: randomUUID(),
      records: [
        { sequence: 1, type: 'lesson-opened', lessonId: 7, at },
        { sequence: 2, type: 'lesson-finished', lessonId: 7, at },
        { sequence: 3, type: 'lesson-opened', lessonId: 8, at },
        { sequence: 4, type: 'answer', quizId: 1, questionId: 1, answer: 'River', at },
      ],
    },
  });
  const { body, text } = await get(pathOf(learner));
  expect(body).toEqual({
    ...{ id: learner.id, name: 'Nary Sim', isActive: true, isComplete: true },
    lastActiveDay: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    lessons: [
      { lessonId: 7, openedAt: at, finishedAt: at },
      { lessonId: 8, openedAt: at, finishedAt: null },
    ],
  });
  expect(text).not.toContain(learner.email);
  expect((await get(pathOf(learner, '/sessions'), users.admin)).body).toEqual({
    sessions: [{ lastUsedAt: expect.any(String), expiresAt: expect.any(String) }],
    devices: [{ lastUsedAt: expect.any(String) }],
  });
  // Sessions that were ended are not listed.
  const off = { as: users.admin, body: { isActive: false } };
  await users.call('PATCH', `/api/users/${learner.id}/status`, off);
  expect((await get(pathOf(learner, '/sessions'), users.admin)).body.sessions).toEqual([]);
});

it('have notes of staff, which their author or an admin deletes, and which go with the account', async () => {
  const author = await users.createUser({ role: 'teacher', firstName: 'Dara', lastName: 'Kim' });
  const own = createSessionPrincipal(author);
  const [first, second] = [await addNote('Pays in cash', own), await addNote('Often ill', own)];
  expect(first.statusCode).toBe(201);
  expect(first.json<LearnerNote>()).toMatchObject({
    ...{ text: 'Pays in cash', author: { id: author.id, name: 'Dara Kim' } },
  });
  const read = async (query = '') => (await get(pathOf(learner, `/notes${query}`))).body;
  expect(await read('?limit=1&offset=0')).toMatchObject({ notes: [{ text: 'Often ill' }], total: 2 });
  const remove = (note: typeof first, as = teacher, of = learner) =>
    users.call('DELETE', pathOf(of, `/notes/${note.json<LearnerNote>().id}`), { as });
  const refused = await remove(first);
  expect([refused.statusCode, refused.json().message]).toEqual([403, learnerMessages.notYours]);
  expect((await remove(first, users.admin, await users.createUser())).statusCode).toBe(404);
  expect((await remove(first, own)).statusCode).toBe(200);
  expect((await remove(second, users.admin)).statusCode).toBe(200);
  expect((await addNote('x'.repeat(learnerLimits.note + 1))).statusCode).toBe(400);
  expect((await addNote(' ')).statusCode).toBe(400);

  const notes = users.service.connection.collection('learner_notes');
  const other = await users.createUser();
  for (const one of [learner, other]) await addNote('Goes', own, one);
  await users.call('DELETE', '/api/v1/me', { as: createLearnerPrincipal(learner) });
  await users.call('DELETE', `/api/users/${other.id}`, { as: users.admin });
  expect(await notes.countDocuments({ userId: { $in: [learner.id, other.id] } })).toBe(0);
});

it('has limits, also for notes at once, and reads with an index', async () => {
  const notes = users.service.connection.collection<{ _id: number }>('learner_notes');
  await notes.insertMany(
    Array.from({ length: learnerLimits.notes - 1 }, (_, n) => ({
      ...{ _id: 1_000_000 + n, userId: learner.id, authorId: 1, text: 'x', createdAt: new Date() },
    })),
  );
  const answers = await Promise.all([1, 2, 3].map((n) => addNote(`Note ${n}`)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409]);

  const { connection } = users.service;
  const collections = ['users', 'learner_notes', 'learner_progress', 'progress_entries', 'refresh_families'];
  const profile = await createQueryProfiler(connection, collections);
  const reads = await profile.captureReads(async () => {
    const listed = await get('/api/learners?limit=15');
    expect(listed.body.learners.map(({ name }: ListedLearner) => name)).toContain('Nary Sim');
    for (const rest of ['', '/notes', '/sessions'])
      expect((await get(pathOf(learner, rest), users.admin)).status).toBe(200);
  });
  await profile.stop();
  expect(reads.length).toBeGreaterThan(4);
  expect(reads.filter(isScanOrSort).map(summarizeCommand)).toEqual([]);
});
