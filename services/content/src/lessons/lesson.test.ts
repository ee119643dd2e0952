import { type EntityEvent, type Lesson, lessonLimits } from '@khmer-learning/contracts';
import { buildLessonBody, section, startContent, type TestContent } from '../content.test-kit.ts';

let content: TestContent;
let parents: { mainLessonId: number; lessonTypeId: number };

beforeAll(async () => {
  content = await startContent();
  parents = {
    mainLessonId: (await content.createMainLesson()).id,
    lessonTypeId: (await content.createLessonType({ title: 'Vocabulary' })).id,
  };
});
afterAll(() => content.close());

const create = (change: Record<string, unknown> = {}) =>
  content.call<Lesson>('POST', '/api/lessons', buildLessonBody({ ...parents, ...change }));
const change = (id: number, patch: Record<string, unknown>, headers: Record<string, string> = {}) =>
  content.call<Lesson>('PATCH', `/api/lessons/${id}`, patch, { headers });
const lessonCount = () => content.service.connection.collection('lessons').countDocuments();

describe('a new lesson', () => {
  it('is a draft by default, and has its type and the default image of its type', async () => {
    const { status, body, headers } = await create();
    expect(status).toBe(201);
    expect(body).toEqual({
      ...buildLessonBody(parents),
      id: expect.any(Number),
      lessonType: {
        id: parents.lessonTypeId,
        title: 'Vocabulary',
        icon: '📖',
        iconMode: 'raw',
        iconUrl: null,
      },
      image: 'vocabulary',
      sections: [{ ...section, html: null, ops: null }],
      status: 'draft',
      position: body.id,
      version: 1,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: body.createdAt,
    });
    expect(headers['x-event']).toBe(`lesson.${body.id}@1`);
    expect((await content.call('GET', `/api/lessons/${body.id}`)).body).toEqual(body);
  });

  it('has its whole state in the stream, with who wrote it', async () => {
    const { body } = await content.call<Lesson>(
      'POST',
      '/api/lessons',
      buildLessonBody({ ...parents, status: 'published' }),
      { as: 'admin', requestId: 'request-7' },
    );
    const { lessonType: _lessonType, version: _version, hiddenBy: _hiddenBy, ...state } = body;
    const event = await content.waitForEvent('lesson', body.id, 1);
    expect(event).toMatchObject({ type: 'changed', actor: { id: 1, role: 'admin' }, requestId: 'request-7' });
    expect(event.state).toEqual({ ...state, status: 'published' });
  });

  it.each([
    ['mainLessonId', 0, 'Main lesson is required'],
    ['mainLessonId', undefined, 'Main lesson is required'],
    ['mainLessonId', { $gt: 0 }, 'Main lesson is required'],
    ['mainLessonId', 999_999, 'Main lesson not found'],
    ['lessonTypeId', 0, 'Lesson type is required'],
    ['lessonTypeId', 999_999, 'Lesson type not found'],
    ['title', '', 'Title is required'],
    ['title', '\u200B\u17B5 ', 'Title is required'],
    ['title', { $gt: '' }, 'Title must be text'],
    ['title', '\u00AD\u200E\uFE0F', 'Title is required'],
    ['title', 'a\uD83D', 'This text has half of a character. Type it again'],
    ['description', '\uDE00b', 'This text has half of a character. Type it again'],
    ['image', '\uDE00', 'This text has half of a character. Type it again'],
    ['description', '', 'Description is required'],
    ['level', '', 'Level is required'],
    ['level', 'Expert', 'Unknown level "Expert". Allowed: Beginner, Intermediate, Advanced'],
    ['level', { $in: ['Beginner'] }, 'Unknown level. Allowed: Beginner, Intermediate, Advanced'],
    ['sections', [], 'At least one section is required'],
    ['sections', undefined, 'At least one section is required'],
    ['sections.0.title', [{ ...section, title: '' }], 'Section title is required'],
    ['sections.0.content', [{ ...section, content: ' ' }], 'Section content is required'],
    [
      'sections.0.content',
      [{ ...section, content: 'a\uD83D b' }],
      'This text has half of a character. Type it again',
    ],
    ['sections.0.html', [{ ...section, html: '\uD83D' }], 'This text has half of a character. Type it again'],
    [
      'sections.0.ops',
      [{ ...section, html: '<p>a</p>', ops: [{ insert: 'a\uD83D' }, { insert: 'b' }] }],
      'This text has half of a character. Type it again',
    ],
  ])('is refused with %s = %j', async (path, value, message) => {
    const before = await lessonCount();
    const field = path.split('.')[0] ?? path;
    const { status, body } = await create({ [field]: value });
    expect(status).toBe(400);
    expect(body).toMatchObject({ message, code: 'validation' });
    expect(body).toHaveProperty('issues.0', { path, message });
    expect(await lessonCount()).toBe(before);
  });

  it('ignores id, version, role and visibility in the body', async () => {
    const { body } = await create({
      id: 9_000,
      _id: 9_000,
      version: 7,
      role: 'admin',
      visibility: 'public',
      createdAt: '2001-01-01T00:00:00.000Z',
      sections: [{ ...section, onload: 'x' }],
    });
    expect(body).toMatchObject({ version: 1, status: 'draft' });
    expect(body.id).toBeLessThan(9_000);
    expect(body.createdAt > '2020').toBe(true);
    const stored = await content.service.connection
      .collection<{ _id: number }>('lessons')
      .findOne({ _id: body.id });
    expect(stored).toMatchObject({ version: 1, visibility: 'draft', sections: [{ html: null, ops: null }] });
    expect(stored).not.toHaveProperty('role');
    expect(JSON.stringify(stored)).not.toContain('onload');
  });

  it('keeps title and content as typed, and a given image', async () => {
    const typed = {
      title: ' ភាសា\u1781\u17C2\u17D2\u1798\u179A\u200B <b>&',
      image: 'Own Picture',
      sections: [{ title: 'a\u200Bb', content: 'x <script>\n\n[y] : ផ្សា\u200Bរ ', html: null, ops: null }],
    };
    expect((await create(typed)).body).toMatchObject(typed);
  });

  it('gets an id of its own when many people create at once', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => create()));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(60);
    for (const { status, body, headers } of answers) {
      expect(status).toBe(201);
      expect(headers['x-event']).toBe(`lesson.${body.id}@1`);
    }
  });

  it('does not fail because of another one created at the same time', async () => {
    const answers = await Promise.all([create(), create({ lessonTypeId: 999_999 }), create(), create()]);
    expect(answers.map(({ status }) => status)).toEqual([201, 400, 201, 201]);
  });
});

describe('html of a lesson', () => {
  const html =
    '<p onclick="x()">ខ្មែរ <b>b</b></p><script>alert(1)</script><a href="javascript:x">link</a>' +
    '<svg><style><img src=x onerror=alert(1)></style></svg><img src="https://x.example/a.png">';
  const safe = '<p>ខ្មែរ <b>b</b></p><a>link</a><img src="https://x.example/a.png" />';

  it('is sanitised when stored, both on create and on update', async () => {
    const { body } = await create({ sections: [{ ...section, html }] });
    expect(body.sections[0]?.html).toBe(safe);
    const changed = await change(body.id, { sections: [section, { ...section, html }] });
    expect(changed.body.sections[1]?.html).toBe(safe);
    expect((await content.waitForEvent('lesson', body.id, 2)).state).toMatchObject({
      sections: [{ html: null }, { html: safe }],
    });
  });

  it('is stored with its operations, of which only the known fields are kept', async () => {
    const ops = [{ insert: 'a', attributes: { bold: true, link: 'javascript:x' } }, { retain: 3 }];
    const { body } = await create({ sections: [{ ...section, html: '<b>a</b>', ops }] });
    expect(body.sections[0]?.ops).toEqual([{ insert: 'a', attributes: { bold: true } }, {}]);
  });
});

it('joins the halves of a character that two operations have, so that saving it again changes nothing', async () => {
  const ops = [
    { insert: 'a\uD83D' },
    { insert: '\uDE0B', attributes: { bold: true } },
    { insert: 'b\uD83D' },
    { insert: '\uDE0Bc' },
  ];
  const { body } = await create({ sections: [{ ...section, html: '<p>a😋b😋c</p>', ops }] });
  expect(body.sections[0]?.ops).toEqual([{ insert: 'a😋' }, { insert: 'b😋' }, { insert: 'c' }]);
  const again = await change(body.id, { sections: [{ ...section, html: '<p>a😋b😋c</p>', ops }] });
  expect(again.body.version).toBe(1);
});

describe('the size of a lesson', () => {
  const large = (bytes: number) => ({ ...section, content: 'x'.repeat(bytes) });

  it('is limited for each section', async () => {
    expect((await create({ sections: [large(lessonLimits.sectionBytes - 100)] })).status).toBe(201);
    for (const sections of [
      [large(lessonLimits.sectionBytes)],
      [large(2 * lessonLimits.sectionBytes)],
      [section, { ...section, html: `<p>${'ខ'.repeat(90_000)}</p>` }],
      [{ ...section, html: '&'.repeat(60_000) }],
      [{ ...section, html: '<b>'.repeat(10_001) }],
    ])
      expect(await create({ sections })).toMatchObject({
        status: 413,
        body: { message: 'This section is too large', code: 'too_large' },
      });
  });

  it('leaves no word out of the search, and is limited by what can be found', async () => {
    const syllables = ['កា', 'ខិ', 'គី', 'ឃុ', 'ងូ', 'ចេ', 'ឆែ', 'ជៃ', 'ញោ', 'តៅ', 'ធំ', 'នះ', 'ពា'];
    const khmer = (row: number) =>
      row.toString(13).replace(/./g, (digit) => syllables[Number.parseInt(digit, 13)] ?? '');
    const rows = (count: number) =>
      Array.from({ length: count }, (_, row) => `word${row} [sound-${row}] : ${khmer(row + 2_197)}`);
    const sections = [{ ...section, content: rows(2_400).join('\n') }];
    const { status, body } = await create({ title: 'A real list', sections });
    expect(status).toBe(201);
    for (const search of ['word2399', 'sound 2398', khmer(2_397 + 2_197), 'word1200'])
      expect(
        (await content.call<{ lessons: Lesson[] }>('GET', `/api/lessons?limit=5&search=${search}`)).body
          .lessons,
      ).toMatchObject([{ id: body.id }]);
    const letters = (row: number) =>
      (row * 7_919 + 28_561).toString(26).replace(/\d/g, (digit) => 'pqrstuvwxy'.charAt(Number(digit)));
    const many = Array.from({ length: 4 }, (_, part) => ({
      ...section,
      content: Array.from(
        { length: 6_000 },
        (_, row) => `${letters(part * 6_000 + row)} ${letters(part * 9_000 + row)}z`,
      ).join('\n'),
    }));
    const message = 'This lesson has too many different words. Divide it into several lessons';
    expect(await create({ sections: many })).toMatchObject({
      status: 413,
      body: { message, issues: [{ path: 'sections' }] },
    });
  });

  it('is limited as a whole', async () => {
    const sections = Array.from({ length: 4 }, () => large(lessonLimits.sectionBytes - 1_000));
    expect(await create({ sections })).toMatchObject({
      status: 413,
      body: { message: 'This lesson is too large', code: 'too_large' },
    });
  });

  it('is small enough for its event in the stream', async () => {
    const sections = [1, 2, 3].map(() => large(lessonLimits.sectionBytes - 100));
    const last = large(lessonLimits.lessonBytes - 3 * lessonLimits.sectionBytes - 100);
    const { status, body } = await create({ sections: [...sections, last] });
    expect(status).toBe(201);
    expect((await content.waitForEvent('lesson', body.id, 1)).entityId).toBe(String(body.id));
  });

  it('is limited before the request body is read', async () => {
    const before = await lessonCount();
    expect(await create({ description: 'x'.repeat(2 * 1024 * 1024) })).toMatchObject({
      status: 413,
      body: { code: 'too_large' },
    });
    expect(await lessonCount()).toBe(before);
  });
});

describe('a changed lesson', () => {
  it('keeps fields that were not sent, gets a new version and an event with the whole state', async () => {
    const before = (await create()).body;
    const { status, body, headers } = await change(before.id, {
      title: 'Left and right',
      status: 'published',
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...before,
      title: 'Left and right',
      status: 'published',
      hiddenBy: { entity: 'main-lesson', id: before.mainLessonId },
      version: 2,
      updatedAt: body.updatedAt,
    });
    expect(body.updatedAt > before.updatedAt).toBe(true);
    expect(headers['x-event']).toBe(`lesson.${before.id}@2`);
    const { lessonType: _lessonType, version: _version, hiddenBy: _hiddenBy, ...state } = body;
    expect((await content.waitForEvent('lesson', before.id, 2)).state).toEqual(state);
    expect((await content.call('GET', `/api/lessons/${before.id}`)).body).toEqual(body);
  });

  it('is found by its new words and no longer by the old ones', async () => {
    const { id } = (await create({ title: 'Elephants' })).body;
    await change(id, { title: 'Giraffes' });
    const found = async (search: string) =>
      (await content.call<{ total: number }>('GET', `/api/lessons?search=${search}&limit=5`)).body.total;
    expect([await found('elephants'), await found('giraffes')]).toEqual([0, 1]);
  });

  it('gets the default image of its new type, unless an image is given', async () => {
    const { id: lessonTypeId } = await content.createLessonType({ title: 'Reading Aloud' });
    const { id } = (await create()).body;
    expect((await change(id, { lessonTypeId })).body).toMatchObject({
      image: 'reading aloud',
      lessonType: { id: lessonTypeId, title: 'Reading Aloud' },
    });
    expect((await change(id, { ...parents, image: 'own' })).body.image).toBe('own');
  });

  it.each([
    [{ mainLessonId: 999_999 }, 'Main lesson not found'],
    [{ lessonTypeId: 999_999 }, 'Lesson type not found'],
    [{ title: ' ' }, 'Title is required'],
    [{ sections: [] }, 'At least one section is required'],
    [{ status: 'gone' }, undefined],
    [{ title: { $set: 'x' } }, 'Title must be text'],
  ])('is refused with %j', async (patch, message) => {
    const before = (await create()).body;
    const { status, body } = await change(before.id, patch);
    expect(status).toBe(400);
    if (message) expect(body).toMatchObject({ message });
    expect((await content.call('GET', `/api/lessons/${before.id}`)).body).toEqual(before);
  });

  it('stays unchanged when the body has no known field', async () => {
    const before = (await create()).body;
    const patch = { id: 1, version: 9, role: 'admin', $set: { title: 'x' } };
    expect(await change(before.id, patch)).toMatchObject({ status: 200, body: before });
  });

  it('is rejected for the second of two writers with the same version', async () => {
    const { id } = (await create()).body;
    const seen = { 'if-match': '"1"' };
    const answers = await Promise.all([
      change(id, { title: 'A' }, seen),
      change(id, { title: 'B' }, seen),
      change(id, { title: 'C' }, seen),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const stale = answers.find(({ status }) => status === 409);
    expect(stale?.body).toMatchObject({ message: 'This lesson was changed by someone else' });
    const stored = await content.call<Lesson>('GET', `/api/lessons/${id}`);
    expect(stored.body).toMatchObject({
      version: 2,
      title: answers.find((a) => a.status === 200)?.body.title,
    });
  });

  it('accepts every change without If-Match', async () => {
    const { id } = (await create()).body;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => change(id, { title: `Title ${index}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(answers.map(({ body }) => body.version).sort()).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    const last = answers.find(({ body }) => body.version === 9);
    expect((await content.waitForEvent('lesson', id, 9)).state).toMatchObject({ title: last?.body.title });
  });

  it('must exist', async () => {
    for (const answer of [
      await change(999_999, { title: 'A' }),
      await content.call('GET', '/api/lessons/999999'),
    ])
      expect(answer).toMatchObject({ status: 404, body: { message: 'Lesson not found', code: 'not_found' } });
  });
});

describe('a deleted lesson', () => {
  it('leaves a tombstone of a newer version', async () => {
    const { id } = (await create()).body;
    await change(id, { title: 'Last words' });
    const { body, headers } = await content.call('DELETE', `/api/lessons/${id}`);
    expect(body).toEqual({ message: 'Lesson deleted successfully' });
    expect(headers['x-event']).toBe(`lesson.${id}@3`);
    const event: EntityEvent = await content.waitForEvent('lesson', id, 3);
    expect(event).toMatchObject({ type: 'deleted', state: null, entityId: String(id) });
    expect((await content.call('DELETE', `/api/lessons/${id}`)).status).toBe(404);
    expect((await create()).body.id).toBeGreaterThan(id);
  });
});
