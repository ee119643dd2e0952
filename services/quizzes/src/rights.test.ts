import {
  quizzes as contract,
  type Endpoint,
  endpointsOf,
  quizEdits,
  quizImports,
  type Rights,
  transfers,
} from '@khmer-learning/contracts';
import {
  type AllowedCall,
  createTransferClient,
  findRefusedRights,
  isRefusable,
  type RefusedRights,
} from '@khmer-learning/test-kit';
import {
  buildLessonEvent,
  buildMainLessonEvent,
  buildQuizBody,
  startQuizzes,
  type TestQuizzes,
} from './quizzes.test-kit.ts';

let quizzes: TestQuizzes;

/** Lesson 1 is in main lesson 1, lesson 2 in main lesson 2. */
beforeAll(async () => {
  quizzes = await startQuizzes();
  await quizzes.publish(
    buildMainLessonEvent(1, 1, {}),
    buildMainLessonEvent(2, 1, {}),
    buildLessonEvent(1, 1, { title: 'The river' }),
    buildLessonEvent(2, 1, { title: 'The boat', mainLessonId: 2 }),
  );
  await quizzes.waitUntilConsumed();
});
afterAll(() => quizzes.close());

type Status = 'draft' | 'active';
type Case = [name: string, endpoint: Endpoint, prepare: () => Promise<AllowedCall>, refused: RefusedRights];

const publish = { publish: true } as const;
const elsewhere = { 'other main lesson': true } as const;
const both = { ...publish, ...elsewhere } as const;
const limited = { ...elsewhere, 'all but its main lesson': true } as const;

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const callOf = (id: number, body?: Readonly<Record<string, unknown>>): AllowedCall => ({
  mainLessonId: 1,
  params: { id },
  ...(body && { body }),
});
async function must(answer: Promise<{ status: number; body: unknown }>): Promise<void> {
  const { status, body } = await answer;
  expect({ status, body }).toMatchObject({ status: status < 300 ? status : 'a success' });
}

const make = async (status: Status) => (await quizzes.createQuiz({ status })).id;
/** A quiz after another call about it. */
async function after(
  status: Status,
  method: 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: Readonly<Record<string, unknown>>,
): Promise<number> {
  const id = await make(status);
  await must(quizzes.call(method, `/api/quizzes/${id}${path}`, body));
  return id;
}
const reworked = { contents: buildQuizBody({ title: 'Reworked' }) };
const plan = { action: 'publish', at: inAnHour(), version: 1 };
const { schedule, review, workingCopy, versions, deleted } = contract;
const ofVersion = (id: number): AllowedCall => ({ ...callOf(id), params: { id, version: 1 } });

const cases: Case[] = [
  ['create a draft', contract.create, async () => ({ mainLessonId: 1, body: buildQuizBody() }), elsewhere],
  [
    'create an active quiz',
    contract.create,
    async () => ({ mainLessonId: 1, body: buildQuizBody({ status: 'active' }) }),
    both,
  ],
  ['save a draft', contract.update, async () => callOf(await make('draft'), { title: 'New' }), elsewhere],
  ['save an active quiz', contract.update, async () => callOf(await make('active'), { title: 'New' }), both],
  ['publish', contract.update, async () => callOf(await make('draft'), { status: 'active' }), both],
  ['unpublish', contract.update, async () => callOf(await make('active'), { status: 'draft' }), both],
  [
    'give a quiz to a lesson of another main lesson',
    contract.update,
    async () => callOf(await make('draft'), { lessonId: 2 }),
    limited,
  ],
  ...(['draft', 'active'] as const).map(
    (status): Case => [
      `delete many quizzes, of which one is ${status}`,
      quizEdits.create,
      async () => ({
        mainLessonId: 1,
        body: { edits: [{ id: await make(status), version: 1, deleted: true }] },
      }),
      status === 'draft' ? elsewhere : both,
    ],
  ),
  [
    'publish many quizzes',
    quizEdits.create,
    async () => ({
      mainLessonId: 1,
      body: { edits: [{ id: await make('draft'), version: 1, status: 'active' }] },
    }),
    both,
  ],
  ['delete a draft', contract.delete, async () => callOf(await make('draft')), elsewhere],
  ['delete an active quiz', contract.delete, async () => callOf(await make('active')), both],
  [
    'restore a deleted draft',
    deleted.restore,
    async () => callOf(await after('draft', 'DELETE', '')),
    elsewhere,
  ],
  [
    'restore a deleted active quiz',
    deleted.restore,
    async () => callOf(await after('active', 'DELETE', '')),
    both,
  ],
  [
    'restore a version of a draft',
    versions.restore,
    async () => ofVersion(await after('draft', 'PATCH', '', { title: 'New' })),
    elsewhere,
  ],
  [
    'restore a version as the working copy',
    versions.restore,
    async () => ofVersion(await after('active', 'PATCH', '', { title: 'New' })),
    elsewhere,
  ],
  ['save a working copy', workingCopy.save, async () => callOf(await make('active'), reworked), elsewhere],
  [
    'save a working copy for a lesson of another main lesson',
    workingCopy.save,
    async () => callOf(await make('active'), { contents: buildQuizBody({ lessonId: 2 }) }),
    limited,
  ],
  [
    'discard a working copy',
    workingCopy.discard,
    async () => callOf(await after('active', 'PUT', '/working-copy', reworked)),
    elsewhere,
  ],
  [
    'publish a working copy',
    workingCopy.publish,
    async () => callOf(await after('active', 'PUT', '/working-copy', reworked), {}),
    both,
  ],
  ['schedule', schedule.set, async () => callOf(await make('draft'), plan), both],
  [
    'schedule a working copy for a lesson of another main lesson',
    schedule.set,
    async () => {
      const contents = buildQuizBody({ lessonId: 2 });
      return callOf(await after('active', 'PUT', '/working-copy', { contents }), plan);
    },
    { ...publish, ...limited },
  ],
  [
    'move a schedule',
    schedule.move,
    async () => callOf(await after('draft', 'PUT', '/schedule', plan), { at: inAnHour() }),
    both,
  ],
  [
    'cancel a schedule',
    schedule.cancel,
    async () => callOf(await after('draft', 'PUT', '/schedule', plan)),
    both,
  ],
  ['ask for a review', review.request, async () => callOf(await make('draft'), { version: 1 }), elsewhere],
  [
    'withdraw the own review',
    review.withdraw,
    async () => callOf(await after('draft', 'PUT', '/review', { version: 1 })),
    {},
  ],
  [
    'ask for changes',
    review.askForChanges,
    async () =>
      callOf(await after('draft', 'PUT', '/review', { version: 1 }), { version: 1, message: 'Shorter' }),
    both,
  ],
  [
    'publish what was reviewed',
    review.grant,
    async () => callOf(await after('draft', 'PUT', '/review', { version: 1 }), { version: 1 }),
    both,
  ],
];

/** What a job writes later with the rights of who applied it, and what writes nothing of a quiz. */
const allowedAtTheDoor: readonly Endpoint[] = [
  quizEdits.undo,
  transfers.quizzes.import,
  quizImports.setColumns,
  quizImports.check,
  quizImports.apply,
  quizImports.retry,
  quizImports.undo,
  quizImports.discard,
];

/** The kinds whose own tests say what is refused, by the prefix of their endpoints' ids. */
const testedThemselves: readonly string[] = [];

it('decides on every endpoint that writes', () => {
  const decided = new Set([...cases.map(([, { id }]) => id), ...allowedAtTheDoor.map(({ id }) => id)]);
  const writing = endpointsOf('quizzes')
    .filter(isRefusable)
    .map(({ id }) => id)
    .filter((id) => !testedThemselves.includes(id.split('.')[0] ?? ''));
  expect([...decided].sort()).toEqual(writing.sort());
});

it.each(cases)('%s', async (_name, endpoint, prepare, refused) => {
  expect(await findRefusedRights(quizzes.call, endpoint, prepare)).toEqual(refused);
});

it('counts a quiz without a lesson to no main lesson', async () => {
  const id = await make('draft');
  await quizzes.service.connection
    .collection<{ _id: number }>('quizzes')
    .updateOne({ _id: id }, { $set: { lessonId: null, mainLessonId: null } });
  const save = (rights: Rights) => quizzes.call('PATCH', `/api/quizzes/${id}`, { title: 'New' }, { rights });
  expect((await save({ canPublish: true, mainLessonIds: [1] })).status).toBe(403);
  expect((await save({ canPublish: false, mainLessonIds: null })).status).toBe(200);
});

it.each<[name: string, rights: Rights, status: Status, state: string]>([
  ['drafts without the right to publish', { canPublish: false, mainLessonIds: null }, 'draft', 'applied'],
  ['nothing active without it', { canPublish: false, mainLessonIds: null }, 'active', 'failed'],
  ['quizzes of its main lesson', { canPublish: true, mainLessonIds: [1] }, 'active', 'applied'],
  ['no quizzes of another main lesson', { canPublish: true, mainLessonIds: [2] }, 'draft', 'failed'],
])('imports %s', async (_name, rights, status, state) => {
  const { lessonId: _lesson, ...body } = buildQuizBody({ status });
  const transfers = createTransferClient(quizzes.call, '/api/quiz-imports');
  const file = {
    ...{ format: 'khmer-learning/quizzes', version: 1 },
    quizzes: [{ lesson: { title: 'The river' }, ...body }],
  };
  const { id } = await transfers.uploadAndCheck('quizzes', JSON.stringify(file));
  await must(quizzes.call('POST', `/api/quiz-imports/${id}/apply`, {}, { rights }));
  expect((await transfers.waitForState(id, ['applied', 'failed'])).state).toBe(state);
});
