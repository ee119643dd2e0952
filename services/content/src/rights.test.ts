import {
  contentImports,
  contentReleases,
  type Endpoint,
  endpointsOf,
  type Lesson,
  lessonEdits,
  lessons,
  lessonTypes,
  mainLessons,
  messages,
  previewLinks,
  pronunciationReplacementsCreate,
  pronunciationsFind,
  type Rights,
  transfers,
  type WorkingCopyInfo,
} from '@khmer-learning/contracts';
import {
  type AllowedCall,
  createTransferClient,
  eventually,
  findRefusedRights,
  isRefusable,
  type RefusedRights,
} from '@khmer-learning/test-kit';
import { buildLessonBody, startContent, type TestContent } from './content.test-kit.ts';

let content: TestContent;
let lessonTypeId: number;

beforeAll(async () => {
  content = await startContent();
  lessonTypeId = (await content.createLessonType()).id;
});
afterAll(() => content.close());

type Status = 'draft' | 'published';
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const cover = { title: 'First Words', description: 'The first week', imageCover: 'cover.png' };

async function must<T>(answer: Promise<{ status: number; body: T }>): Promise<T> {
  const { status, body } = await answer;
  expect({ status, body }).toMatchObject({ status: status < 300 ? status : 'a success' });
  return body;
}

/** What a case is about: a lesson or main lesson of this status. */
interface Item {
  readonly mainLessonId: number;
  readonly id: number;
  readonly version: number;
  readonly path: string;
}

async function mainLesson(status: Status): Promise<Item> {
  const { id, version } = await content.createMainLesson({ status });
  return { mainLessonId: id, id, version, path: `/api/main-lessons/${id}` };
}
async function lesson(status: Status): Promise<Item> {
  const { id: mainLessonId } = await content.createMainLesson({ status: 'published' });
  const { id, version } = await content.createLesson({ mainLessonId, lessonTypeId, status });
  return { mainLessonId, id, version, path: `/api/lessons/${id}` };
}

const contentsOf = {
  lessons: ({ mainLessonId }: Item) => buildLessonBody({ mainLessonId, lessonTypeId, title: 'Reworked' }),
  mainLessons: () => ({ ...cover, title: 'Reworked' }),
};
/** The cases of the endpoints that lessons and main lessons have, of a draft and of something published. */
const kinds = [
  { contract: lessons, make: lesson, contents: contentsOf.lessons, deletedPath: '/api/lessons/' },
  {
    contract: mainLessons,
    make: mainLesson,
    contents: contentsOf.mainLessons,
    deletedPath: '/api/main-lesson/',
  },
] as const;

type Case = [name: string, endpoint: Endpoint, prepare: () => Promise<AllowedCall>, refused: RefusedRights];

const publish = { publish: true } as const;
const elsewhere = { 'other main lesson': true } as const;
const both = { ...publish, ...elsewhere } as const;
const limited = { ...elsewhere, 'all but its main lesson': true } as const;
const anyone = { ...publish, ...limited } as const;

/** Cases of one kind that can be published. */
function publishableCases({ contract, make, contents, deletedPath }: (typeof kinds)[number]): Case[] {
  const call = async (item: Item, body?: object): Promise<AllowedCall> => ({
    mainLessonId: item.mainLessonId,
    params: { id: item.id },
    ...(body && { body: { ...body } }),
  });
  const saveCopy = (item: Item) =>
    must(content.call<WorkingCopyInfo>('PUT', `${item.path}/working-copy`, { contents: contents(item) }));
  const copied = async () => {
    const item = await make('published');
    return { item, copy: await saveCopy(item) };
  };
  const schedule = async (item: Item) => {
    const body = { action: 'publish', at: inAnHour(), version: item.version };
    await must(content.call('PUT', `${item.path}/schedule`, body));
    return item;
  };
  const reviewed = async () => {
    const item = await make('draft');
    await must(content.call('PUT', `${item.path}/review`, { version: item.version }));
    return item;
  };
  const deleted = async (status: Status) => {
    const item = await make(status);
    await must(content.call('DELETE', `${deletedPath}${item.id}`));
    return item;
  };
  const ofVersion = async (item: Item) => ({ ...(await call(item)), params: { id: item.id, version: 1 } });
  const withVersions = async (status: Status) => {
    const item = await make(status);
    await must(content.call('PATCH', item.path, { title: 'Second version' }));
    return item;
  };
  return [
    ['save a draft', contract.update, async () => call(await make('draft'), { title: 'New' }), elsewhere],
    [
      'save what is published',
      contract.update,
      async () => call(await make('published'), { title: 'New' }),
      both,
    ],
    ['publish', contract.update, async () => call(await make('draft'), { status: 'published' }), both],
    ['unpublish', contract.update, async () => call(await make('published'), { status: 'draft' }), both],
    ['delete a draft', contract.delete, async () => call(await make('draft')), elsewhere],
    ['delete what is published', contract.delete, async () => call(await make('published')), both],
    [
      'restore a deleted draft',
      contract.deleted.restore,
      async () => call(await deleted('draft')),
      elsewhere,
    ],
    [
      'restore what was published',
      contract.deleted.restore,
      async () => call(await deleted('published')),
      both,
    ],
    [
      'restore a version of a draft',
      contract.versions.restore,
      async () => ofVersion(await withVersions('draft')),
      elsewhere,
    ],
    [
      'restore a version as the working copy',
      contract.versions.restore,
      async () => ofVersion(await withVersions('published')),
      elsewhere,
    ],
    [
      'save a working copy',
      contract.workingCopy.save,
      async () => {
        const item = await make('published');
        return call(item, { contents: contents(item) });
      },
      elsewhere,
    ],
    [
      'discard a working copy',
      contract.workingCopy.discard,
      async () => call((await copied()).item),
      elsewhere,
    ],
    [
      'publish a working copy',
      contract.workingCopy.publish,
      async () => call((await copied()).item, {}),
      both,
    ],
    [
      'schedule',
      contract.schedule.set,
      async () => {
        const item = await make('draft');
        return call(item, { action: 'publish', at: inAnHour(), version: item.version });
      },
      both,
    ],
    [
      'move a schedule',
      contract.schedule.move,
      async () => call(await schedule(await make('draft')), { at: inAnHour() }),
      both,
    ],
    [
      'cancel a schedule',
      contract.schedule.cancel,
      async () => call(await schedule(await make('draft'))),
      both,
    ],
    [
      'ask for a review',
      contract.review.request,
      async () => call(await make('draft'), { version: 1 }),
      elsewhere,
    ],
    ['withdraw the own review', contract.review.withdraw, async () => call(await reviewed()), {}],
    [
      'ask for changes',
      contract.review.askForChanges,
      async () => call(await reviewed(), { version: 1, message: 'Shorter' }),
      both,
    ],
    [
      'publish what was reviewed',
      contract.review.grant,
      async () => call(await reviewed(), { version: 1 }),
      both,
    ],
  ];
}

const lessonType = async (): Promise<{ mainLessonId: number; id: number }> => ({
  mainLessonId: 1,
  id: (await content.createLessonType()).id,
});
const typeCall = async (body?: object, version?: number): Promise<AllowedCall> => {
  const { id, mainLessonId } = await lessonType();
  return { mainLessonId, params: { id, ...(version && { version }) }, ...(body && { body: { ...body } }) };
};

/** A lesson as a content release has it: a draft, or the working copy of what is published. */
async function releasable(status: Status) {
  const { mainLessonId, id, version, path } = await lesson(status);
  const entity = 'lesson';
  if (status === 'draft') return { mainLessonId, entity, id, version, of: 'item' };
  const body = { contents: buildLessonBody({ mainLessonId, lessonTypeId, title: 'Reworked' }) };
  const copy = await must(content.call<WorkingCopyInfo>('PUT', `${path}/working-copy`, body));
  return { mainLessonId, entity, id, version: copy.version, of: 'working-copy' };
}
async function releaseCall(body?: object): Promise<AllowedCall> {
  const { mainLessonId, ...item } = await releasable('draft');
  const release = { items: [item], at: inAnHour() };
  const { id } = await must(content.call<{ id: number }>('POST', '/api/content-releases', release));
  return { mainLessonId, params: { id }, ...(body && { body: { ...body } }) };
}

const cases: Case[] = [
  ...kinds.flatMap(publishableCases),
  [
    'create a draft lesson',
    lessons.create,
    async () => {
      const { mainLessonId } = await mainLesson('published');
      return { mainLessonId, body: buildLessonBody({ mainLessonId, lessonTypeId }) };
    },
    elsewhere,
  ],
  [
    'create a published lesson',
    lessons.create,
    async () => {
      const { mainLessonId } = await mainLesson('published');
      return { mainLessonId, body: buildLessonBody({ mainLessonId, lessonTypeId, status: 'published' }) };
    },
    both,
  ],
  [
    'copy a published lesson',
    lessons.duplicate,
    async () => {
      const { mainLessonId, id } = await lesson('published');
      return { mainLessonId, params: { id } };
    },
    elsewhere,
  ],
  ...(['draft', 'published'] as const).flatMap((status): Case[] => [
    [
      `place a lesson that is ${status}`,
      lessons.move,
      async () => {
        const { mainLessonId, id } = await lesson(status);
        const { id: afterId } = await content.createLesson({ mainLessonId, lessonTypeId });
        return { mainLessonId, params: { id }, body: { afterId } };
      },
      status === 'draft' ? elsewhere : both,
    ],
    [
      `place a main lesson that is ${status}`,
      mainLessons.move,
      async () => {
        await mainLesson('published');
        const { mainLessonId, id } = await mainLesson(status);
        return { mainLessonId, params: { id }, body: { afterId: null } };
      },
      status === 'draft' ? elsewhere : both,
    ],
  ]),
  [
    'move a lesson into another main lesson',
    lessons.update,
    async () => {
      const { mainLessonId, id } = await lesson('draft');
      return { mainLessonId, params: { id }, body: { mainLessonId: (await mainLesson('draft')).id } };
    },
    limited,
  ],
  ...(['draft', 'published'] as const).map(
    (status): Case => [
      `edit many lessons, of which one is ${status}`,
      lessonEdits.create,
      async () => {
        const { mainLessonId, id, version } = await lesson(status);
        return { mainLessonId, body: { edits: [{ id, version, level: 'Advanced' }] } };
      },
      status === 'draft' ? elsewhere : both,
    ],
  ),
  [
    'move many lessons into another main lesson',
    lessonEdits.create,
    async () => {
      const { mainLessonId, id, version } = await lesson('draft');
      return {
        mainLessonId,
        body: { edits: [{ id, version, mainLessonId: (await mainLesson('draft')).id }] },
      };
    },
    limited,
  ],
  [
    'save a working copy that moves a lesson',
    lessons.workingCopy.save,
    async () => {
      const { mainLessonId, id } = await lesson('published');
      const { id: other } = await mainLesson('draft');
      return {
        mainLessonId,
        params: { id },
        body: { contents: buildLessonBody({ mainLessonId: other, lessonTypeId }) },
      };
    },
    limited,
  ],
  [
    'create a draft main lesson',
    mainLessons.create,
    async () => ({ mainLessonId: (await mainLesson('draft')).id, body: cover }),
    limited,
  ],
  [
    'copy a main lesson',
    mainLessons.duplicate,
    async () => {
      const { mainLessonId, id } = await mainLesson('published');
      return { mainLessonId, params: { id } };
    },
    limited,
  ],
  [
    'create a lesson type',
    lessonTypes.create,
    async () => ({ mainLessonId: 1, body: { icon: '📖', title: `New ${performance.now()}` } }),
    anyone,
  ],
  ['save a lesson type', lessonTypes.update, () => typeCall({ icon: '🛶' }), anyone],
  ['delete a lesson type', lessonTypes.delete, () => typeCall(), anyone],
  [
    'restore a lesson type',
    lessonTypes.deleted.restore,
    async () => {
      const call = await typeCall();
      await must(content.call('DELETE', `/api/lesson-type/${call.params?.id}`));
      return call;
    },
    anyone,
  ],
  [
    'restore a version of a lesson type',
    lessonTypes.versions.restore,
    async () => {
      const call = await typeCall(undefined, 1);
      await must(content.call('PATCH', `/api/lesson-type/${call.params?.id}`, { icon: '🛶' }));
      return call;
    },
    anyone,
  ],
  ...(['draft', 'published'] as const).flatMap((status): Case[] => [
    [
      `publish a lesson that is ${status} together with others`,
      contentReleases.create,
      async () => {
        const { mainLessonId, ...item } = await releasable(status);
        return { mainLessonId, body: { items: [item], at: inAnHour() } };
      },
      both,
    ],
  ]),
  ['publish together at another time', contentReleases.move, () => releaseCall({ at: inAnHour() }), both],
  ['cancel what is published together', contentReleases.cancel, () => releaseCall(), both],
  [
    'replace pronunciations',
    pronunciationReplacementsCreate,
    async () => ({ mainLessonId: 1, body: { khmer: 'នៅណា?', phonemic: 'x' } }),
    anyone,
  ],
];

/** What a job writes later with the rights of who applied it, and what writes nothing of an item. */
const allowedAtTheDoor: Endpoint[] = [
  transfers.lessons.import,
  transfers.vocabulary.import,
  contentImports.setColumns,
  contentImports.check,
  contentImports.apply,
  contentImports.retry,
  contentImports.undo,
  contentImports.discard,
  lessonEdits.undo,
  pronunciationsFind,
  previewLinks.create,
  previewLinks.revoke,
];

/** The kinds whose own tests say what is refused, by the prefix of their endpoints' ids. */
const testedThemselves: readonly string[] = [];

it('decides on every endpoint that writes', () => {
  const decided = new Set([...cases.map(([, { id }]) => id), ...allowedAtTheDoor.map(({ id }) => id)]);
  const writing = endpointsOf('content')
    .filter(isRefusable)
    .map(({ id }) => id)
    .filter((id) => !testedThemselves.includes(id.split('.')[0] ?? ''));
  expect([...decided].sort()).toEqual(writing.sort());
});

it.each(cases)('%s', async (_name, endpoint, prepare, refused) => {
  expect(await findRefusedRights(content.call, endpoint, prepare)).toEqual(refused);
});

describe('what is not one call', () => {
  const withoutPublish = { canPublish: false, mainLessonIds: null } as const satisfies Rights;

  it('creates what is allowed of concurrent creations', async () => {
    const { mainLessonId } = await mainLesson('published');
    const create = (status: Status) =>
      content.call('POST', '/api/lessons', buildLessonBody({ mainLessonId, lessonTypeId, status }), {
        rights: withoutPublish,
      });
    const answers = await Promise.all([create('draft'), create('published'), create('draft')]);
    expect(answers.map(({ status }) => status)).toEqual([201, 403, 201]);
  });

  it('takes and brings back children of a draft, whatever their status', async () => {
    const { id } = await mainLesson('draft');
    const child = await content.createLesson({ mainLessonId: id, lessonTypeId, status: 'published' });
    await must(content.call('DELETE', `/api/main-lesson/${id}`, undefined, { rights: withoutPublish }));
    const path = `/api/deleted-main-lessons/${id}/restore`;
    await must(content.call('POST', path, {}, { rights: withoutPublish }));
    await eventually(async () =>
      expect((await content.call('GET', `/api/lessons/${child.id}`)).status).toBe(200),
    );
  });

  it('lets nobody change what a schedule publishes who may not publish', async () => {
    const { path, version } = await lesson('draft');
    const schedule = (isPinned: boolean, seen = version) =>
      must(
        content.call('PUT', `${path}/schedule`, {
          ...{ action: 'publish', at: inAnHour(), version: seen, isPinned },
        }),
      );
    const save = (title: string) => content.call('PATCH', path, { title }, { rights: withoutPublish });
    await schedule(false);
    expect(await save('Unseen')).toMatchObject({
      status: 403,
      body: { message: messages.auth.mayNotChangeScheduled },
    });
    await schedule(true);
    expect((await save('Later')).status).toBe(200);
  });

  it('lets nobody end a scheduled publication by discarding it who may not publish', async () => {
    const { path, mainLessonId } = await lesson('published');
    const contents = buildLessonBody({ mainLessonId, lessonTypeId, title: 'Reworked' });
    const { version } = await must(
      content.call<WorkingCopyInfo>('PUT', `${path}/working-copy`, { contents }),
    );
    const body = { action: 'publish', at: inAnHour(), version, isPinned: true };
    await must(content.call('PUT', `${path}/schedule`, body));
    const discard = (rights?: Rights) =>
      content.call('DELETE', `${path}/working-copy`, undefined, rights && { rights });
    expect((await discard(withoutPublish)).status).toBe(403);
    expect((await discard()).status).toBe(200);
  });

  it('lets everybody comment who reads', async () => {
    const { path } = await lesson('published');
    const rights = { canPublish: false, mainLessonIds: [999_999] };
    expect((await content.call('POST', `${path}/comments`, { text: 'Good' }, { rights })).status).toBe(201);
    expect((await content.call('GET', path, undefined, { rights })).status).toBe(200);
  });

  it.each<[name: string, rights: (of: Item) => Rights, status: Status, state: string]>([
    ['drafts without the right to publish', () => withoutPublish, 'draft', 'applied'],
    ['nothing that would be published without it', () => withoutPublish, 'published', 'failed'],
    ['its own main lesson', ({ id }) => ({ canPublish: true, mainLessonIds: [id] }), 'published', 'applied'],
    [
      'nothing of another main lesson',
      ({ id }) => ({ canPublish: true, mainLessonIds: [id + 1] }),
      'draft',
      'failed',
    ],
  ])('imports %s', async (name, rightsOf, status, state) => {
    const target = await content.createMainLesson({ title: `Imported: ${name}` });
    const type = await content.createLessonType();
    const { mainLessonId: _in, lessonTypeId: _of, ...fields } = buildLessonBody({ status });
    const transfers = createTransferClient(content.call);
    const file = {
      ...{ format: 'khmer-learning/lessons', version: 1, mainLessons: [], lessonTypes: [] },
      lessons: [{ ...fields, mainLesson: target.title, lessonType: type.title }],
    };
    const { id } = await transfers.uploadAndCheck('lessons', JSON.stringify(file));
    const rights = rightsOf({ ...target, mainLessonId: target.id, path: '' });
    await must(content.call('POST', `/api/imports/${id}/apply`, {}, { rights }));
    const ended = await transfers.waitForState(id, ['applied', 'failed']);
    expect(ended.state).toBe(state);
    const found = await must(content.call<Lesson[]>('GET', `/api/main-lessons-details/${target.id}`));
    expect(found).toHaveLength(state === 'applied' ? 1 : 0);
    if (state === 'failed')
      expect(ended.problem).toMatch(/^You may not make all of these changes \(lesson "/);
  });
});
