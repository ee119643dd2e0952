import {
  contentReleaseEvent,
  contentReleaseMessages,
  type EventOf,
  eventSubjectFilter,
  quizEvent,
  quizReleaseEvent,
  quizzes,
  type ReleasedItem,
  type ReleaseFailure,
  specificErrorCodes,
} from '@khmer-learning/contracts';
import {
  checkReleasedItems,
  createPublishableItems,
  publishReleasedItems,
  type ScheduledKind,
} from '@khmer-learning/item-kit';
import {
  ApiError,
  addCommitHook,
  type CommitHook,
  commit,
  createServiceContext,
  deleteTombstones,
  isEventOf,
  type JobDefinition,
  LeaseLostError,
  lockRow,
  type Service,
  type ServiceContext,
  startEventConsumer,
  type Transaction,
} from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { quizKind } from '../quizzes/quiz.kind.ts';
import {
  findHeldQuizzes,
  type QuizReleaseRow,
  quizReleaseRowsOf,
  quizReleasesOf,
  toQuizReleaseState,
} from './quiz-release.model.ts';

/** Refuses saves of quizzes that a release holds, and of their working copies. Deletions and restorations go through. */
const refuseHeld: CommitHook = {
  async store(connection, changes, { session }) {
    const saved = changes.filter(({ definition: { entity }, before, after }) =>
      entity === quizEvent.entity ? before && after : entity === quizzes.workingCopyEvent.entity,
    );
    if (saved.length === 0) return;
    const held = await findHeldQuizzes(
      connection,
      saved.map(({ id }) => Number(id)),
      session,
    );
    if (held.size > 0) throw beingPublished();
  },
};

const beingPublished = () =>
  new ApiError(409, contentReleaseMessages.beingPublished, { code: specificErrorCodes.beingPublished });

/** Has a release hold its quizzes while it is prepared. Call it once per connection, before the first save. */
export function registerQuizReleases(connection: Connection): void {
  quizReleasesOf(connection);
  addCommitHook(connection, refuseHeld);
}

/** Consumes what content asks for its releases. */
export function startContentReleaseConsumer(service: Service): void {
  const { connection } = service;
  const store = createServiceContext(service);
  // Nothing is created here, so nothing waits for a lesson.
  const { scheduled: kind } = createPublishableItems(
    store,
    quizKind(store, async () => false),
  );
  const rows = quizReleaseRowsOf(connection);

  async function prepare(
    { version, actor, requestId, state }: EventOf<typeof contentReleaseEvent>,
    tx: Transaction,
  ): Promise<void> {
    const { session } = tx;
    if (!state) return;
    const { id: _id, quizzes: items, isVersionBound, mainLessonIds } = state;
    const rights = mainLessonIds && { canPublish: true, mainLessonIds };
    // What an earlier attempt holds, of whose end nothing was heard.
    await rows.deleteOne({ _id }, { session });
    const { titles, failure } = await check({ ...tx, rights }, items, isVersionBound);
    const step = failure ? 'refused' : 'prepared';
    const row: QuizReleaseRow = { _id, version, step, items, titles, failure, actor, requestId };
    await rows.insertOne(row, { session });
    await deleteTombstones(connection, quizReleaseEvent, [_id], session);
    const answer = { id: _id, version, state: toQuizReleaseState(row), surrogateKeys: [] };
    tx.emitChanged(quizReleaseEvent, answer, { actor, requestId });
  }

  async function check(tx: Transaction, items: readonly ReleasedItem[], isVersionBound: boolean) {
    const checked = await checkReleasedItems(
      connection,
      tx,
      [kind],
      items,
      isVersionBound ? 'seen' : 'saved',
    );
    // After the check, which locks the quizzes: another release cannot hold them meanwhile.
    const held = await findHeldQuizzes(
      connection,
      items.map(({ id }) => id),
      tx.session,
    );
    if (held.size === 0) return checked;
    const message = contentReleaseMessages.beingPublished;
    const failure: ReleaseFailure = {
      message: contentReleaseMessages.refused,
      items: [...held].map((id) => ({ entity: 'quiz', id, title: '', message })),
    };
    return { ...checked, failure };
  }

  async function take(event: EventOf<typeof contentReleaseEvent>, tx: Transaction): Promise<void> {
    const { state, version } = event;
    const _id = Number(event.entityId);
    if (state?.step === 'prepare') return prepare(event, tx);
    const { session } = tx;
    if (state) {
      const due = { step: 'commit', endVersion: version, heldUntil: new Date(0) } as const;
      await rows.updateOne({ _id }, { $set: due }, { session });
    } else if ((await rows.deleteOne({ _id }, { session })).deletedCount > 0)
      tx.emitDeleted(quizReleaseEvent, { id: _id, version, surrogateKeys: [] }, event);
  }

  startEventConsumer(service, {
    durable: 'quizzes-releases',
    filterSubject: eventSubjectFilter(contentReleaseEvent),
    events: [contentReleaseEvent],
    async handle(events, tx) {
      for (const event of events) if (isEventOf(contentReleaseEvent, event)) await take(event, tx);
    },
  });
}

/** Publishes the quizzes of a release whose other items are published. What has become impossible stays: a deletion wins. */
export function quizReleaseJob(store: ServiceContext, kind: ScheduledKind): JobDefinition<QuizReleaseRow> {
  return {
    name: 'quizzes of a release',
    collection: 'quiz_releases',
    dueFilter: () => ({ step: 'commit' }) as object,
    async run({ row: { _id, holder = null, actor, requestId } }) {
      await commit(store, { actor, requestId }, async (tx) => {
        const { session } = tx;
        const where = { holder };
        const row = await lockRow(quizReleasesOf(store.connection), _id, session, { where });
        if (!row?.endVersion) throw new LeaseLostError();
        // It holds nothing anymore.
        await quizReleaseRowsOf(store.connection).deleteOne({ _id }, { session });
        const { failure } = await checkReleasedItems(store.connection, tx, [kind], row.items, 'held');
        const impossible = new Set(failure?.items.map(({ id }) => id));
        const items = row.items.filter(({ id }) => !impossible.has(id));
        await publishReleasedItems(tx, [kind], items, `release ${_id}`);
        tx.emitDeleted(quizReleaseEvent, { id: _id, version: row.endVersion, surrogateKeys: [] });
      });
    },
  };
}
