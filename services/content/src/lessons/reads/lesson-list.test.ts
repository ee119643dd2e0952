import type { Lesson } from '@khmer-learning/contracts';
import { buildSortKey } from '@khmer-learning/khmer-text';
import { expectSortedPages } from '@khmer-learning/test-kit';
import { startContent, type TestContent } from '../../content.test-kit.ts';

type List = { lessons: Lesson[]; total: number };

let content: TestContent;

beforeAll(async () => {
  content = await startContent();
});
afterAll(() => content.close());

const ask = async (query: string) => (await content.call<List>('GET', `/api/lessons${query}`)).body;
const list = async (query: string) => {
  const { lessons, total } = await ask(query);
  return { titles: lessons.map(({ title }) => title), total };
};

describe('the list of lessons', () => {
  const levels = ['Beginner', 'Intermediate', 'Advanced'] as const;
  let rows: Lesson[];
  let mainLessons: number[];
  let lessonTypes: number[];

  beforeAll(async () => {
    mainLessons = [];
    lessonTypes = [];
    for (const status of ['published', 'draft'])
      mainLessons.push((await content.createMainLesson({ status })).id);
    for (const title of ['Vocabulary', 'ភាសាខ្មែរ'])
      lessonTypes.push((await content.createLessonType({ title })).id);
    rows = [];
    for (let n = 0; n < 36; n += 1) {
      rows.unshift(
        await content.createLesson({
          title: `Lesson ${n} ${n % 4 === 0 ? 'fourth' : 'other'}`,
          mainLessonId: mainLessons[n % 2] ?? 0,
          lessonTypeId: lessonTypes[Math.floor(n / 2) % 2] ?? 0,
          level: levels[n % 3] ?? 'Beginner',
          status: Math.floor(n / 6) % 2 === 0 ? 'published' : 'draft',
        }),
      );
    }
  });

  it('is complete, newest first and without sections when there are no parameters', async () => {
    const { lessons, total } = await ask('');
    expect(total).toBe(36);
    expect(lessons).toEqual(rows.map(({ sections: _sections, ...row }) => row));
  });

  it('includes sections on a page', async () => {
    expect(await ask('?limit=3&offset=2')).toEqual({ lessons: rows.slice(2, 5), total: 36 });
  });

  it('has counts of words in place of the sections of a page on request', async () => {
    const { lessons, total } = await ask('?limit=3&offset=2&sections=false');
    expect(total).toBe(36);
    const counts = { words: 1, recordedWords: 0, quiz: 'none' };
    expect(lessons).toEqual(
      rows.slice(2, 5).map(({ sections: _sections, ...row }) => ({ ...row, ...counts })),
    );
    expect((await ask('?limit=3&offset=2&sections=true')).lessons).toEqual(rows.slice(2, 5));
  });

  it('defaults to limit 15 and offset 0 when only one of the two is given', async () => {
    expect((await ask('?offset=30')).lessons).toEqual(rows.slice(30));
    expect((await ask('?offset=0')).lessons).toEqual(rows.slice(0, 15));
    expect((await ask('?limit=4')).lessons).toEqual(rows.slice(0, 4));
  });

  it('is empty past its end, with the true total', async () => {
    expect(await ask('?limit=15&offset=100')).toEqual({ lessons: [], total: 36 });
  });

  it('applies every combination of filters before paging', async () => {
    const typeTitles = ['VOCABULARY', 'ភាសាខ្មែរ'];
    for (const level of [undefined, 'beginner', 'Advanced'])
      for (const status of [undefined, 'published', 'draft'])
        for (const type of [undefined, 0, 1])
          for (const mainLesson of [undefined, 0, 1])
            for (const search of [undefined, 'fourth']) {
              const expected = rows.filter(
                (row) =>
                  (level === undefined || row.level.toLowerCase() === level.toLowerCase()) &&
                  (status === undefined || row.status === status) &&
                  (type === undefined || row.lessonTypeId === lessonTypes[type]) &&
                  (mainLesson === undefined || row.mainLessonId === mainLessons[mainLesson]) &&
                  (search === undefined || row.title.includes(search)),
              );
              const query = new URLSearchParams({
                limit: '2',
                offset: '1',
                ...(level ? { level } : {}),
                ...(status ? { status } : {}),
                ...(type === undefined ? {} : { type: typeTitles[type] ?? '' }),
                ...(mainLesson === undefined ? {} : { mainLessonId: String(mainLessons[mainLesson]) }),
                ...(search ? { search } : {}),
              });
              const { body } = await content.call<List>(
                'GET',
                `/api/lessons?${decodeURIComponent(query.toString())}`,
              );
              expect({ query: query.toString(), ...body }).toEqual({
                query: query.toString(),
                lessons: expected.slice(1, 3),
                total: expected.length,
              });
            }
  });

  it('is filtered by lesson type id too, and is empty when two types are asked for', async () => {
    const [vocabulary, khmer] = lessonTypes;
    expect((await ask(`?lessonTypeId=${vocabulary}&limit=1`)).total).toBe(18);
    expect((await ask(`?lessonTypeId=${khmer}&type=vocabulary&limit=1`)).total).toBe(0);
    expect(await ask('?type=nothing')).toEqual({ lessons: [], total: 0 });
  });

  it('treats "all" and an empty value as no filter', async () => {
    expect((await ask('?level=all&type=all&status=ALL&search=&mainLessonId=&limit=1')).total).toBe(36);
  });

  it.each([
    ['limit=1000000', 'limit must be between 1 and 100'],
    ['limit=0', 'limit must be between 1 and 100'],
    ['limit=ten', 'limit must be a number'],
    ['offset=-1', 'offset must be 0 or more'],
    ['offset=10001', 'offset must be at most 10000'],
    ['status=gone', 'Must be one of: all, published, draft, scheduled, changed, review'],
    ['level=Expert', 'Must be one of: all, Beginner, Intermediate, Advanced'],
    ['mainLessonId=x', 'Invalid id'],
    [`search=${'x'.repeat(501)}`, 'Search is limited to 500 characters'],
  ])('refuses %s', async (query, message) => {
    const { status, body } = await content.call('GET', `/api/lessons?${query}`);
    expect({ status, body }).toMatchObject({ status: 400, body: { message, code: 'validation' } });
  });

  it('never accepts a query operator as a filter', async () => {
    expect((await content.call('GET', '/api/lessons?level=Beginner&level=Advanced')).status).toBe(400);
    expect((await ask('?search[$ne]=x&level[$ne]=Beginner&limit=1')).total).toBe(36);
  });

  it('shows the lessons of a main lesson, in their order and without sections', async () => {
    const [first] = mainLessons;
    const { body } = await content.call<Lesson[]>('GET', `/api/main-lessons-details/${first}`);
    const expected = rows.filter((row) => row.mainLessonId === first).reverse();
    expect(body).toEqual(expected.map(({ sections: _sections, ...row }) => row));
    const page = await content.call<Lesson[]>('GET', `/api/main-lessons-details/${first}?limit=2&offset=1`);
    expect(page.body.map(({ id }) => id)).toEqual(expected.slice(1, 3).map(({ id }) => id));
    expect((await content.call('GET', '/api/main-lessons-details/999999')).status).toBe(404);
  });

  it('counts a lesson as soon as it is written', async () => {
    const before = (await ask('?limit=1')).total;
    await content.createLesson({
      mainLessonId: mainLessons[0] ?? 0,
      lessonTypeId: lessonTypes[0] ?? 0,
      title: 'One more',
    });
    expect((await ask('?limit=1')).total).toBe(before + 1);
  });
});

describe('the search for lessons', () => {
  const lessonWith = (title: string, content_: string, description = 'd') => ({
    title,
    description,
    sections: [{ title: 'Words', content: content_ }],
  });

  beforeAll(async () => {
    await content.service.connection.collection('lessons').deleteMany({});
    const { id: mainLessonId } = await content.createMainLesson();
    const { id: lessonTypeId } = await content.createLessonType();
    for (const lesson of [
      lessonWith('Market', 'I want to go [x] : ខ្ញុំចង់ទៅផ្សារ'),
      lessonWith('Khmer', 'Khmer [kmae] : ខ្មែរ'),
      lessonWith('Zero width', 'Market [p] : ខ្ញុំ\u200Bទៅ\u200Bផ្សា\u200Bរធំ'),
      lessonWith('Other order', '[x] : ភាសា\u1781\u17C2\u17D2\u1798\u179A'),
      lessonWith('Where', 'Where? [nouw-naa?] : នៅណា?'),
      lessonWith('Greetings', 'Hello [suəsdey] : សួស្តី', 'Say it politely'),
      lessonWith('Pattern', 'The text (a+)+$ itself'),
      lessonWith('Invisible', 'walk\u00ADing [daə] : ដើ\u200Eរ'),
      lessonWith('Look-alikes', 'Jos\u00E9 bought 10 pens [nĕə] : ទិញប៊ិច យឺត ៗ'),
    ])
      await content.createLesson({ mainLessonId, lessonTypeId, ...lesson });
  });

  it.each([
    ['ផ្សារ', ['Zero width', 'Market']],
    ['ចង់ទៅផ្សារ', ['Market']],
    ['ទៅផ្សារធំ', ['Zero width']],
    ['ផ្សារ\u200Bធំ', ['Zero width']],
    ['ខ្មែរ', ['Khmer', 'Other order']],
    ['\u1781\u17C2\u17D2\u1798\u179A', ['Khmer', 'Other order']],
    ['ខមែរ', []],
    ['ភាសាខ្មែរ', ['Other order']],
    ['nouw', ['Where']],
    ['[nouw-naa?]', ['Where']],
    ['naa where', ['Where']],
    ['greet', ['Greetings']],
    ['GREETINGS', ['Greetings']],
    ['politely hello', ['Greetings']],
    ['eetings', []],
    ['greet market', []],
    ['(a+)+$', ['Pattern']],
    ['.*', []],
    ['$where', []],
    ['walking', ['Invisible']],
    ['ដើរ', ['Invisible']],
    ['ប៉ិច', ['Look-alikes']],
    ['បុិច', ['Look-alikes']],
    ['jose ១០', ['Look-alikes']],
    ['neə', ['Look-alikes']],
    ['nea', []],
    ['យឺតៗ', ['Look-alikes']],
    [
      'words',
      [
        'Look-alikes',
        'Invisible',
        'Pattern',
        'Greetings',
        'Where',
        'Other order',
        'Zero width',
        'Khmer',
        'Market',
      ],
    ],
  ])('finds for %j: %j', async (search, titles) => {
    expect(await list(`?search=${search}&limit=10`)).toEqual({ titles, total: titles.length });
    expect(await list(`?search=${search}`)).toEqual({ titles, total: titles.length });
  });

  it('treats a long pattern as text', async () => {
    expect(await list(`?search=${'.*'.repeat(50)}&limit=5`)).toEqual({ titles: [], total: 0 });
    // It has the same words as the title that contains the word once.
    expect(await list(`?search=${'(a+)+$'.repeat(20)}&limit=5`)).toEqual({ titles: ['Pattern'], total: 1 });
  });
});

describe('the sorted list of lessons', () => {
  const titles = [
    'ខ',
    'Lesson 10',
    'lesson 2',
    'Élan',
    'ក្រុម',
    'ការ',
    'lesson 2',
    'elan',
    'ខ',
    '១០',
    'Zoo',
    '2',
  ];

  it('has in its pages what the whole list has, with equal titles and with filters', async () => {
    const published = (await content.createMainLesson({ status: 'published' })).id;
    const draft = (await content.createMainLesson({ status: 'draft' })).id;
    const lessonTypeId = (await content.createLessonType({ title: 'Sorted' })).id;
    for (const [n, title] of titles.entries())
      await content.createLesson({
        title,
        description: 'sortable',
        mainLessonId: n % 3 ? published : draft,
        lessonTypeId,
        level: n % 2 ? 'Beginner' : 'Advanced',
        status: n % 4 ? 'published' : 'draft',
      });
    const visibility = ({ status, mainLessonId }: Lesson) => {
      if (status === 'draft') return 'draft';
      return mainLessonId === published ? 'public' : 'hidden';
    };
    await expectSortedPages(
      async (query) => (await ask(`?type=sorted&${query}`)).lessons,
      {
        title: ({ title, id }) => [buildSortKey(title), id],
        status: (lesson) => [visibility(lesson), lesson.level, -lesson.id],
        updatedAt: ({ updatedAt, id }) => [updatedAt, id],
      },
      ['', '&status=published', '&search=sortable', '&level=Beginner&search=sortable'],
    );
    await expectSortedPages(
      async (query) => (await ask(`?${query}`)).lessons,
      { title: ({ title, id }) => [buildSortKey(title), id] },
      [''],
    );
  });

  it('follows a new title', async () => {
    const [first] = (await ask('?type=sorted&sort=title&limit=1')).lessons;
    await content.call('PATCH', `/api/lessons/${first?.id}`, { title: 'អ' });
    expect((await ask('?type=sorted&sort=-title&limit=1')).lessons[0]?.id).toBe(first?.id);
    expect((await ask('?sort=-title')).lessons[0]).not.toHaveProperty('titleSort');
  });

  it('names the orders that there are', async () => {
    const { status, body } = await content.call('GET', '/api/lessons?sort=level');
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(
      'Must be one of: title, -title, status, -status, updatedAt, -updatedAt',
    );
  });
});

it('says of a published lesson whether its main lesson, a draft, hides it from learners', async () => {
  const mainLesson = await content.createMainLesson({ status: 'draft' });
  const { id: lessonTypeId } = await content.createLessonType();
  const parents = { mainLessonId: mainLesson.id, lessonTypeId };
  const draft = await content.createLesson(parents);
  const hidden = await content.createLesson({ ...parents, status: 'published' });
  const hiddenBy = { entity: 'main-lesson', id: mainLesson.id };
  expect(hidden).toMatchObject({ status: 'published', hiddenBy });
  expect(draft).not.toHaveProperty('hiddenBy');
  const read = async () => (await content.call<Lesson>('GET', `/api/lessons/${hidden.id}`)).body;
  expect(await read()).toMatchObject({ hiddenBy });
  const published = await content.call<Lesson>('PATCH', `/api/lessons/${draft.id}`, { status: 'published' });
  expect(published.body).toMatchObject({ hiddenBy });
  const { lessons } = await ask(`?mainLessonId=${mainLesson.id}&limit=5&sections=false`);
  expect(lessons.map((lesson) => lesson.hiddenBy)).toEqual([hiddenBy, hiddenBy]);
  await content.call('PATCH', `/api/main-lessons/${mainLesson.id}`, { status: 'published' });
  expect(await read()).not.toHaveProperty('hiddenBy');
});
