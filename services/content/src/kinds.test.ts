import { republishAll } from '@khmer-learning/test-kit';
import { startContent, type TestContent } from './content.test-kit.ts';

let content: TestContent;

beforeAll(async () => {
  content = await startContent();
});
afterAll(() => content.close());

it('republishes what its events have said', async () => {
  const { id: mainLessonId } = await content.createMainLesson();
  const { id: otherId } = await content.createMainLesson({ title: 'Deleted with its lesson' });
  const { id: lessonTypeId } = await content.createLessonType();
  const { id } = await content.createLesson({ mainLessonId, lessonTypeId });
  await content.createLesson({ mainLessonId: otherId, lessonTypeId });
  await content.call('PATCH', `/api/lessons/${id}`, { title: 'At the market' });
  await content.call('DELETE', `/api/main-lesson/${otherId}`);
  const { before, after } = await republishAll(content.service, 'content');
  expect(
    Object.values(before)
      .map(({ type }) => type)
      .sort(),
  ).toEqual(['changed', 'changed', 'changed', 'deleted', 'deleted']);
  expect(after).toEqual(before);
});

it('republishes the threads of comments that there are', async () => {
  const { id } = await content.createMainLesson();
  const path = `/api/main-lessons/${id}/comments`;
  const [kept, ended] = [
    await content.call<{ id: number }>('POST', path, { text: 'Good' }),
    await content.call<{ id: number }>('POST', path, { text: 'Or not' }),
  ];
  await content.call('DELETE', `${path}/${ended.body.id}/1`);
  const { before, after } = await republishAll(content.service, 'content');
  expect(after).toEqual(before);
  const subject = (thread: number) => `events.content.comment-thread.${thread}`;
  expect(after[subject(kept.body.id)]).toMatchObject({ type: 'changed', version: 1 });
  expect(after[subject(ended.body.id)]).toMatchObject({ type: 'deleted', version: 2 });
});
