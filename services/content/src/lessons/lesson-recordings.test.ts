import {
  type Lesson,
  lessonLimits,
  lessonMessages,
  type packContentGet,
  purchaseEvent,
  type Recording,
  type ResponseOf,
  recordingLimits,
  type v1LessonsGet,
} from '@khmer-learning/contracts';
import { parseVocabulary, serialiseVocabulary } from '@khmer-learning/khmer-text';
import {
  buildEntityEvent,
  buildPurchaseState,
  createTransferClient,
  eventually,
  publishEvents,
} from '@khmer-learning/test-kit';
import fc from 'fast-check';
import { startContent, type TestContent } from '../content.test-kit.ts';

type LearnersLesson = ResponseOf<typeof v1LessonsGet>['data'];

let content: TestContent;
let parents: { mainLessonId: number; lessonTypeId: number };
beforeAll(async () => {
  content = await startContent();
});
afterAll(() => content.close());
beforeEach(async () => {
  parents = {
    mainLessonId: (await content.createMainLesson({ status: 'published' })).id,
    lessonTypeId: (await content.createLessonType()).id,
  };
});

const water: Recording[] = [
  { language: 'en', text: 'Water', file: 'water-en.mp3' },
  { language: 'km', text: 'ទឹក', file: 'water-km.mp3' },
];
const section = {
  title: 'Key words',
  content: 'Water [tuk] : ទឹក\nRice [bay] : បាយ',
  html: null,
  ops: null,
  recordings: water,
};
const publish = (sections: readonly object[] = [section]) =>
  content.createLesson({ ...parents, status: 'published', sections });
const patch = (id: number, sections: readonly object[]) =>
  content.call<Lesson>('PATCH', `/api/lessons/${id}`, { sections });
const learnersLesson = async (id: number, as: 'app' | 'learner' = 'app') =>
  (await content.call<{ data: LearnersLesson }>('GET', `/api/v1/lessons/${id}`, undefined, { as })).body.data;
const learnersItems = async (id: number) => (await learnersLesson(id)).sections.flatMap(({ items }) => items);

describe('the recordings of a section', () => {
  it('are kept with it, in the response, the event and the list', async () => {
    const { id, sections } = await publish();
    expect(sections).toEqual([section]);
    expect((await content.call<Lesson>('GET', `/api/lessons/${id}`)).body.sections).toEqual([section]);
    expect((await content.waitForEvent('lesson', id, 1)).state).toMatchObject({ sections: [section] });
    const list = await content.call<{ lessons: Lesson[] }>(
      'GET',
      `/api/lessons?limit=5&mainLessonId=${parents.mainLessonId}`,
    );
    expect(list.body.lessons[0]?.sections).toEqual([section]);
  });

  it('are in its versions, come back with them and with a deleted lesson', async () => {
    const { id } = await publish();
    const path = `/api/lessons/${id}`;
    const other = { ...section, recordings: [{ ...water[0], file: 'retake.mp3' }] };
    await patch(id, [other]);
    expect((await content.call<Lesson>('GET', `${path}/versions/1`)).body.sections).toEqual([section]);
    await content.call('POST', `${path}/versions/1/restore`);
    const published = await content.call<Lesson>('POST', `${path}/working-copy/publish`, {});
    expect(published.body.sections).toEqual([section]);
    await content.call('DELETE', path);
    const restored = await content.call<Lesson>('POST', `/api/deleted-lessons/${id}/restore`);
    expect(restored.body.sections).toEqual([section]);
  });

  it('are copied with the lesson and with its main lesson', async () => {
    const { id } = await publish();
    expect((await content.call<Lesson>('POST', `/api/lessons/${id}/duplicate`)).body.sections).toEqual([
      section,
    ]);
    const copy = await content.call<{ id: number }>(
      'POST',
      `/api/main-lessons/${parents.mainLessonId}/duplicate`,
    );
    await eventually(async () => {
      const found = await content.call<{ lessons: Lesson[] }>(
        'GET',
        `/api/lessons?limit=5&mainLessonId=${copy.body.id}`,
      );
      expect(found.body.lessons.map(({ sections }) => sections)).toEqual([[section], [section]]);
    });
  });

  it('are heard by learners when the working copy that has them is published', async () => {
    const { id, ...lesson } = await publish([{ ...section, recordings: [] }]);
    const { mainLessonId, lessonTypeId, title, description, level, image } = lesson;
    const contents = {
      ...{ mainLessonId, lessonTypeId, title, description, level, image },
      sections: [section],
    };
    const path = `/api/lessons/${id}/working-copy`;
    expect((await content.call('PUT', path, { contents })).status).toBe(200);
    expect((await learnersItems(id))[0]?.recordings).toEqual({ en: null, km: null });
    expect((await content.call('POST', `${path}/publish`, {})).status).toBe(200);
    expect((await learnersItems(id))[0]?.recordings).toEqual({
      en: '/uploads/water-en.mp3',
      km: '/uploads/water-km.mp3',
    });
  });

  it('are in a file of lessons, which changes nothing here and brings them elsewhere', async () => {
    const { id } = await publish();
    const transfers = createTransferClient(content.call);
    const { body } = await transfers.downloadExport(
      `/api/export/lessons?mainLessonId=${parents.mainLessonId}`,
    );
    expect(await transfers.uploadAndCheck('lessons', body)).toMatchObject({
      counts: { create: 0, change: 0, refuse: 0 },
    });
    await content.call('DELETE', `/api/lessons/${id}`);
    expect(await transfers.importFile('lessons', body)).toMatchObject({ state: 'applied' });
    const found = await content.call<{ lessons: Lesson[] }>(
      'GET',
      `/api/lessons?limit=5&mainLessonId=${parents.mainLessonId}`,
    );
    expect(found.body.lessons[0]?.sections).toEqual([section]);
  });

  it('stay when a file of vocabulary changes other words', async () => {
    const { id } = await publish();
    const transfers = createTransferClient(content.call);
    const { body } = await transfers.downloadExport(
      `/api/export/vocabulary?mainLessonId=${parents.mainLessonId}`,
    );
    const changed = body.replace('Rice', 'Cooked rice');
    expect(changed).not.toBe(body);
    expect(await transfers.importFile('vocabulary', changed)).toMatchObject({ state: 'applied' });
    const { sections } = (await content.call<Lesson>('GET', `/api/lessons/${id}`)).body;
    expect(sections[0]?.content).toContain('Cooked rice');
    expect(sections[0]?.recordings).toEqual(water);
  });

  it('list the lesson under stale recordings while one is of no word, also after each way of writing it', async () => {
    const stale = { ...section, content: 'Wader [tuk] : ទឹក\nRice [bay] : បាយ' };
    const listed = async (filters = '') => {
      const query = `limit=10&mainLessonId=${parents.mainLessonId}&recordings=stale${filters}`;
      const { body } = await content.call<{ lessons: Lesson[]; total: number }>(
        'GET',
        `/api/lessons?${query}`,
      );
      expect(body.total).toBe(body.lessons.length);
      return body.lessons.map(({ id }) => id);
    };
    const { id } = await publish();
    expect(await listed()).toEqual([]);
    await patch(id, [stale]);
    expect(await listed()).toEqual([id]);
    expect(await listed('&status=draft')).toEqual([]);
    expect(await listed('&search=wader&sort=title')).toEqual([id]);
    expect(await listed('&search=nothing')).toEqual([]);
    const copy = await content.call<Lesson>('POST', `/api/lessons/${id}/duplicate`);
    expect(await listed()).toEqual([copy.body.id, id]);
    await content.call('POST', `/api/lessons/${id}/versions/1/restore`);
    await content.call('POST', `/api/lessons/${id}/working-copy/publish`, {});
    expect(await listed()).toEqual([copy.body.id]);
    await content.call('DELETE', `/api/lessons/${copy.body.id}`);
    expect(await listed()).toEqual([]);
    await content.call('POST', `/api/deleted-lessons/${copy.body.id}/restore`);
    expect(await listed()).toEqual([copy.body.id]);
    // Another spelling of the same word is that word.
    await patch(copy.body.id, [{ ...section, content: 'WATER [tuk] : ទ\u200bឹក' }]);
    expect(await listed()).toEqual([]);
    expect(await content.call('GET', '/api/lessons?recordings=old')).toMatchObject({ status: 400 });
  });

  it('are none when the list is empty or absent, without a version of its own', async () => {
    const { recordings: _none, ...without } = section;
    const { id, version } = await publish([without]);
    expect((await patch(id, [{ ...without, recordings: [] }])).body).toMatchObject({
      version,
      sections: [without],
    });
  });

  it('count for the size of the section', async () => {
    const room = lessonLimits.sectionBytes - 100;
    const lines = 'x'.repeat(room);
    const small = { ...section, content: lines, recordings: [] };
    const { id } = await publish([small]);
    expect(await patch(id, [{ ...small, recordings: water }])).toMatchObject({
      status: 413,
      body: { message: lessonMessages.sectionTooLarge },
    });
  });

  it.each<[string, unknown, string]>([
    ['no list', 'water.mp3', 'Recordings must be a list'],
    ['a picture', [{ ...water[0], file: 'water.png' }], 'Recording must be an uploaded recording'],
    ['a path', [{ ...water[0], file: '../water.mp3' }], 'Recording must be an uploaded recording'],
    ['no text', [{ ...water[0], text: ' ' }], 'Recorded text is required'],
    [
      'an unknown language',
      [{ ...water[0], language: 'fr' }],
      'sections.0.recordings.0.language must be one of: en, km',
    ],
    [
      'too many',
      Array.from({ length: recordingLimits.perSection + 1 }, () => water[0]),
      'At most 400 recordings are allowed',
    ],
  ])('cannot be %s', async (_what, recordings, message) => {
    const { id } = await publish();
    expect(await patch(id, [{ ...section, recordings } as object])).toMatchObject({
      status: 400,
      body: { message },
    });
    expect((await content.call<Lesson>('GET', `/api/lessons/${id}`)).body.sections).toEqual([section]);
  });
});

describe('learners', () => {
  it('get the addresses with each word, and null where there is none', async () => {
    const { id } = await publish();
    expect(await learnersItems(id)).toEqual([
      {
        english: 'Water',
        phonemic: '[tuk]',
        khmer: 'ទឹក',
        recordings: { en: '/uploads/water-en.mp3', km: '/uploads/water-km.mp3' },
      },
      { english: 'Rice', phonemic: '[bay]', khmer: 'បាយ', recordings: { en: null, km: null } },
    ]);
  });

  it('never get the recording of a text that the section no longer has', async () => {
    const { id } = await publish([{ ...section, content: 'Wader [tuk] : ទឹកកក\nRice [bay] : បាយ' }]);
    expect(JSON.stringify(await learnersLesson(id))).not.toContain('.mp3');
  });

  it('get the latest of several recordings of a text, in the language it is of', async () => {
    const retake = { language: 'km', text: 'ទឹក', file: 'retake.mp3' };
    const { id } = await publish([{ ...section, content: 'ទឹក [tuk] : ទឹក', recordings: [...water, retake] }]);
    expect((await learnersItems(id))[0]?.recordings).toEqual({ en: null, km: '/uploads/retake.mp3' });
  });

  it('keep the recording of a word through every edit that leaves its text', async () => {
    const { id } = await publish();
    const invisible = fc.constantFrom('', '\u200b', '\u200c', '\u2060');
    const blank = fc.constantFrom('', ' ', '  ');
    const edit = fc.record({
      english: fc.tuple(invisible, fc.constantFrom('Water', 'water', 'WATER'), blank),
      khmer: fc.tuple(blank, fc.constantFrom('ទឹក', 'ទ\u200bឹក', 'ទឹ\u200cក'), invisible),
      phonemic: fc.constantFrom('tuk', 'toek', 'tɨk'),
      others: fc.array(fc.constantFrom('Rice', 'Fire', 'Boat'), { maxLength: 3 }),
      after: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(edit, async ({ english, khmer, phonemic, others, after }) => {
        const word = { english: english.join(''), phonemic, khmer: khmer.join('') };
        const rest = others.map((one) => ({ english: one, phonemic: 'x', khmer: 'បាយ' }));
        const rows = after ? [...rest, word] : [word, ...rest];
        const text = serialiseVocabulary({ rows, unparsedLines: [] });
        expect(parseVocabulary(text).rows).toHaveLength(rows.length);
        expect((await patch(id, [{ ...section, content: text }])).status).toBe(200);
        const items = await learnersItems(id);
        const found = items[after ? rest.length : 0];
        expect(found?.recordings).toEqual({ en: '/uploads/water-en.mp3', km: '/uploads/water-km.mp3' });
        for (const item of items.filter((one) => one !== found))
          expect(item.recordings).toEqual({ en: null, km: null });
      }),
      { numRuns: depth(8, 40) },
    );
  });

  it('get none of a lesson that they have not bought', async () => {
    const paid = await content.createMainLesson({ status: 'published', free: false, price: 499 });
    parents = { ...parents, mainLessonId: paid.id };
    const { id } = await publish();
    expect((await learnersLesson(id)).sections).toEqual([]);
    const purchase = buildPurchaseState({ mainLessonId: paid.id });
    await publishEvents(content.service.nats, [buildEntityEvent(purchaseEvent, purchase.id, 1, purchase)]);
    await eventually(async () =>
      expect((await learnersLesson(id, 'learner')).sections[0]?.items[0]?.recordings.km).toBe(
        '/uploads/water-km.mp3',
      ),
    );
  });

  it('find the files in the offline pack, without those of other texts', async () => {
    const stale: Recording = { language: 'en', text: 'Fire', file: 'stale.mp3' };
    await publish([{ ...section, recordings: [...water, stale] }]);
    const body = { mainLessonId: parents.mainLessonId, since: null, learnerId: null };
    const answer = await content.call<ResponseOf<typeof packContentGet>>(
      'POST',
      '/internal/packs/content',
      body,
      { as: 'gateway' },
    );
    expect(answer.body.part?.files.filter((name) => name.endsWith('.mp3')).sort()).toEqual([
      'water-en.mp3',
      'water-km.mp3',
    ]);
  });
});
