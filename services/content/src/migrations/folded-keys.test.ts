import { searchFields } from '@khmer-learning/service-kit';
import { startContent, type TestContent } from '../content.test-kit.ts';
import { foldedKeys } from './0005-folded-keys.ts';

let content: TestContent;

beforeAll(async () => {
  content = await startContent();
});
afterAll(() => content.close());

const rowsOf = (name: string) => content.service.connection.collection<{ _id: number }>(name);
const migrate = () => foldedKeys.up(content.service.connection, content.service.config);

it('gives all that earlier releases stored the keys of today, and again changes nothing', async () => {
  const { id: mainLessonId } = await content.createMainLesson({ title: 'ប៉ិច' });
  const { id: lessonTypeId } = await content.createLessonType({ title: 'Caf\u00E9' });
  const sections = [{ title: 'Key words', content: 'Pen [bich] : ប៊ិច\nTen [dop] : ១០' }];
  await content.createLesson({ mainLessonId, lessonTypeId, title: 'walk\u00ADing', sections });
  const deleted = await content.createLesson({ mainLessonId, lessonTypeId, title: 'Jos\u00E9' });
  expect((await content.call('DELETE', `/api/lessons/${deleted.id}`)).status).toBe(200);
  const names = ['main_lessons', 'lesson_types', 'lessons', 'deleted_items'];
  const snapshot = () => Promise.all(names.map((name) => rowsOf(name).find().sort({ _id: 1 }).toArray()));
  const today = await snapshot();
  const former = { searchKeys: ['former'], searchText: 'former' };
  const title = { titleKeys: ['former'], titleText: 'former', titleSort: 'former' };
  await rowsOf('main_lessons').updateMany(
    {},
    { $set: { ...former, titleKey: 'former', titleSort: 'former' } },
  );
  await rowsOf('lesson_types').updateMany({}, { $set: { ...former, titleKey: 'former' } });
  await rowsOf('lessons').updateMany({}, { $set: { ...former, ...title } });
  await rowsOf('deleted_items').updateMany({}, { $set: former });

  await migrate();
  expect(await snapshot()).toEqual(today);
  await migrate();
  expect(await snapshot()).toEqual(today);
});

it('leaves its former key to the newer of two lesson types whose titles are the same now', async () => {
  const first = await content.createLessonType({ title: 'Def' });
  const second = await content.createLessonType({ title: 'Def two' });
  await rowsOf('lesson_types').updateOne(
    { _id: second.id },
    { $set: { title: 'Def\u200E', titleKey: 'def\u200E', ...searchFields(['former']) } },
  );
  await migrate();
  expect(
    await rowsOf('lesson_types')
      .find({ _id: { $in: [first.id, second.id] } })
      .sort({ _id: 1 })
      .toArray(),
  ).toMatchObject([
    { titleKey: 'def' },
    { titleKey: 'def\u200E', searchKeys: expect.arrayContaining(['def']) },
  ]);
});
