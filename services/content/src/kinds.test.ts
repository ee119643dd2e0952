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
