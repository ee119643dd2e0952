import { hash } from 'node:crypto';
import {
  type BodyOf,
  type Lesson,
  type PreviewLink,
  previewLinkMessages,
  type previewLinks,
  type ResponseOf,
  userEvent,
} from '@khmer-learning/contracts';
import { buildEntityEvent, eventually, publishEvents, type TestPrincipal } from '@khmer-learning/test-kit';
import { buildLessonBody, startContent, type TestContent } from '../content.test-kit.ts';

type Created = ResponseOf<(typeof previewLinks)['create']>;

let content: TestContent;
let parents: { mainLessonId: number; lessonTypeId: number };
let versions = 0;

/** Tells content what users says of the accounts 1 and 2. */
async function setActive(isActive: boolean): Promise<void> {
  versions += 1;
  const state = {
    ...{ email: 'x@example.com', firstName: 'Dara', lastName: 'Sok', role: 'teacher', isActive },
    ...{ registrationType: 'authenication', createdAt: '', updatedAt: '' },
  };
  await publishEvents(
    content.service.nats,
    [1, 2].map((id) => buildEntityEvent(userEvent, id, versions, { id, ...state })),
  );
  const names = content.service.connection.collection('user_names');
  await eventually(async () => expect(await names.countDocuments({ isActive })).toBe(2));
}

beforeAll(async () => {
  content = await startContent();
  parents = {
    mainLessonId: (await content.createMainLesson()).id,
    lessonTypeId: (await content.createLessonType({ title: 'Reading' })).id,
  };
  await setActive(true);
});
afterAll(() => content.close());

const links = (lesson: Pick<Lesson, 'id'>) => `/api/lessons/${lesson.id}/preview-links`;
const rows = () => content.service.connection.collection('preview_links');
const list = async (lesson: Pick<Lesson, 'id'>) =>
  (await content.call<{ links: PreviewLink[] }>('GET', links(lesson))).body.links;

async function create(lesson: Pick<Lesson, 'id'>, as: TestPrincipal = 'teacher') {
  const { status, body } = await content.call<Created>('POST', links(lesson), undefined, { as });
  expect(status).toBe(201);
  return { ...body, token: body.path.replace('/preview/', '') };
}

async function open({ token }: { token: string }) {
  const body: BodyOf<(typeof previewLinks)['open']> = { tokenHash: hash('sha256', token) };
  const answer = await content.call<ResponseOf<(typeof previewLinks)['open']>>(
    'POST',
    '/internal/preview-links/open',
    body,
    { as: 'gateway' },
  );
  expect(answer.status).toBe(200);
  return answer.body.lesson;
}

it('shows the lesson as it was last saved, its working copy if there is one, without what learners must not run', async () => {
  const html = '<p>Hi</p><script>alert(1)</script>';
  const section = { title: 'Talk', content: 'Hi', html };
  const lesson = await content.createLesson({ ...parents, status: 'published', sections: [section] });
  // As a release stored it that knew fewer rules.
  const lessons = content.service.connection.collection<{ _id: number }>('lessons');
  await lessons.updateOne({ _id: lesson.id }, { $set: { 'sections.0.html': html } });
  const link = await create(lesson);
  expect(link.token).toMatch(/^[\w-]{43}$/);
  expect(await rows().findOne({ lessonId: lesson.id })).not.toMatchObject({ tokenHash: link.token });
  expect(await open(link)).toEqual({
    ...{
      title: 'Asking the way',
      description: 'Streets and corners',
      level: 'Beginner',
      lessonType: 'Reading',
    },
    sections: [{ title: 'Talk', content: 'Hi', html: '<p>Hi</p>' }],
  });
  const contents = buildLessonBody({ ...parents, title: 'Reworked' });
  await content.call('PUT', `/api/lessons/${lesson.id}/working-copy`, { contents });
  expect(await open(link)).toMatchObject({ title: 'Reworked', sections: [{ title: 'Key words' }] });
});

it('ends after a day, which the row says, and when it is revoked by its creator or an admin', async () => {
  const lesson = await content.createLesson(parents);
  const [own, ofAdmin, late] = [await create(lesson), await create(lesson, 'admin'), await create(lesson)];
  expect(Date.parse(own.expiresAt) - Date.parse(own.createdAt)).toBe(24 * 3_600_000);
  await rows().updateOne({ tokenHash: hash('sha256', late.token) }, { $set: { expiresAt: new Date() } });
  expect(await open(late)).toBeNull();
  expect((await list(lesson)).map(({ id, createdBy }) => [id, createdBy])).toEqual([
    [ofAdmin.id, { id: 1, name: 'Dara Sok' }],
    [own.id, { id: 2, name: 'Dara Sok' }],
  ]);
  const revoke = (id: number, as: TestPrincipal) =>
    content.call('DELETE', `/api/preview-links/${id}`, undefined, { as });
  expect(await revoke(ofAdmin.id, 'teacher')).toMatchObject({
    status: 403,
    body: { message: previewLinkMessages.notCreator },
  });
  expect((await revoke(own.id, 'admin')).status).toBe(200);
  expect((await revoke(own.id, 'admin')).status).toBe(404);
  expect((await revoke(late.id, 'teacher')).status).toBe(404);
  expect(await open(own)).toBeNull();
  expect(await open(ofAdmin)).not.toBeNull();
});

it('ends with its lesson, also one that is restored or went with its main lesson', async () => {
  const lesson = await content.createLesson(parents);
  const link = await create(lesson);
  await content.call('DELETE', `/api/lessons/${lesson.id}`);
  expect(await open(link)).toBeNull();
  await content.call('POST', `/api/deleted-lessons/${lesson.id}/restore`);
  expect(await open(link)).toBeNull();
  expect(await list(lesson)).toEqual([]);
  const { id: mainLessonId } = await content.createMainLesson();
  const child = await create(await content.createLesson({ ...parents, mainLessonId }));
  await content.call('DELETE', `/api/main-lesson/${mainLessonId}`);
  expect(await open(child)).toBeNull();
  expect((await content.call('POST', links({ id: 999_999 }))).status).toBe(404);
});

it('ends while the account of its creator may not be used', async () => {
  const link = await create(await content.createLesson(parents));
  await setActive(false);
  expect(await open(link)).toBeNull();
  await setActive(true);
  expect(await open(link)).not.toBeNull();
});

it('is one of 20 of a person that work', async () => {
  const lesson = await content.createLesson(parents);
  const createdAt = new Date();
  const missing = 20 - (await rows().countDocuments({ userId: 1 }));
  await rows().insertMany(
    Array.from({ length: missing }, (_, n) => ({
      ...{ tokenHash: `${n}`, lessonId: 999_999, userId: 1, createdAt },
      expiresAt: new Date(createdAt.getTime() + 60_000),
    })),
  );
  expect(await content.call('POST', links(lesson), undefined, { as: 'admin' })).toMatchObject({
    status: 409,
    body: { message: previewLinkMessages.tooMany },
  });
  expect((await create(lesson)).createdBy.id).toBe(2);
});
