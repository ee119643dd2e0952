import {
  type BodyOf,
  type LessonProgress,
  learnerProgressEvent,
  messages,
  type ProgressEntry,
  type ProgressRecord,
  progressLimits,
  type QueryOf,
  type StateOf,
  type v1ProgressGet,
  type v1ProgressUpdate,
  type v1ReviewsDue,
} from '@khmer-learning/contracts';
import {
  ApiError,
  conflict,
  cutPage,
  dayOf,
  publicPageOf,
  type RequestContext,
  type Service,
  type Transaction,
  transact,
  withNextRow,
} from '@khmer-learning/service-kit';
import type { ClientSession, Collection, Connection } from 'mongoose';
import type { AccountRepository } from '../users/account-repository.ts';
import {
  type LearnerProgressRow,
  type ProgressClient,
  type ProgressDay,
  type ProgressEntryRow,
  progressModels,
  type StoredRecord,
} from './progress.model.ts';
import {
  entryKeyOf,
  latestAtOf,
  mergeFirstAnswer,
  mergeRecords,
  scheduleCard,
  toProgressEntry,
  toReviewCard,
} from './progress-entries.ts';
import { addSequences, includesSequence, lastContiguous } from './received-sequences.ts';
import type { ReviewParametersService } from './review-parameters.ts';

const dayMs = 24 * 60 * 60_000;
/** Days in the event: analytics compare a year with the one before. Learners with no newer event keep their days. */
const daysKept = 732;
const maxLessons = 2_000;
/** Most first answers in the event, and most bytes of their texts. */
const maxFirstAnswers = 500;
const maxFirstAnswerBytes = 64 * 1024;

/** Stores what learners have done, and returns it to their other devices. */
export type LearnerProgress = ReturnType<typeof createLearnerProgress>;

export function createLearnerProgress(deps: {
  readonly service: Service;
  readonly accounts: Pick<AccountRepository, 'lock'>;
  readonly reviewParameters: Pick<ReviewParametersService, 'get'>;
}) {
  const { service, accounts } = deps;
  /** Days begin at midnight in it. */
  const timeZone = service.config.TIME_ZONE;
  const models = progressModels(service.connection);
  const { learners, entries, erasures } = models;

  /** The learner's row, for change. Without one yet, locks the user, so that no progress outlives the account. */
  async function loadLearner(tx: Transaction, userId: number): Promise<LearnerProgressRow> {
    const { session } = tx;
    const learner = await learners.findById(userId, null, { session }).lean<LearnerProgressRow>();
    if (learner) return learner;
    if (!(await accounts.lock(tx, userId))) throw new ApiError(401, messages.auth.unauthenticated);
    return { _id: userId, version: 0, entries: 0, clients: [], days: [] };
  }

  /** Merges records into their entries. @returns how many entries are new */
  async function writeEntries(
    { session }: Transaction,
    userId: number,
    version: number,
    records: readonly StoredRecord[],
  ): Promise<number> {
    const byEntry = new Map<string, StoredRecord[]>();
    for (const record of records) {
      const _id = `${userId}:${entryKeyOf(record)}`;
      byEntry.set(_id, [...(byEntry.get(_id) ?? []), record]);
    }
    if (byEntry.size === 0) return 0;
    const [stored, parameters] = await Promise.all([
      entries.find({ _id: { $in: [...byEntry.keys()] } }, null, { session }).lean<ProgressEntryRow[]>(),
      deps.reviewParameters.get(),
    ]);
    const before = new Map(stored.map((row) => [row._id, row]));
    const { upsertedCount } = await entries.bulkWrite(
      [...byEntry].map(([_id, its], place) => {
        const known = before.get(_id);
        const latest = mergeRecords(known?.latest ?? {}, its);
        const first = mergeFirstAnswer(known?.first, its);
        const firstVersion = first === known?.first ? known?.firstVersion : version;
        const replacement = {
          ...{ _id, userId, latest, at: latestAtOf(latest), version, place },
          ...scheduleCard(known, its, parameters),
          ...(first && firstVersion ? { first, firstVersion } : {}),
        };
        return { replaceOne: { filter: { _id }, replacement, upsert: true } };
      }),
      { session },
    );
    return upsertedCount;
  }

  /** Removes the entries with the earliest `at` beyond the limit. */
  async function removeOldestEntries({ session }: Transaction, userId: number, excess: number) {
    const oldest = await entries
      .find({ userId }, { _id: 1 }, { session })
      .sort({ at: 1 })
      .limit(excess)
      .lean<Pick<ProgressEntryRow, '_id'>[]>();
    await entries.deleteMany({ _id: { $in: oldest.map(({ _id }) => _id) } }, { session });
  }

  /** Adds records to their days, and drops the days that are too old for the event. */
  function addToDays(
    days: readonly ProgressDay[],
    records: readonly StoredRecord[],
    now: Date,
  ): ProgressDay[] {
    const byDay = new Map(days.map((one) => [one.day, one]));
    for (const { type, at } of records) {
      const day = dayOf(at, timeZone);
      const { lessonsFinished = 0, answers = 0, lessonsOpened = 0 } = byDay.get(day) ?? {};
      const opened = lessonsOpened + (type === 'lesson-opened' ? 1 : 0);
      byDay.set(day, {
        day,
        lessonsFinished: lessonsFinished + (type === 'lesson-finished' ? 1 : 0),
        answers: answers + (type === 'answer' ? 1 : 0),
        ...(opened > 0 ? { lessonsOpened: opened } : {}),
      });
    }
    const first = dayOf(new Date(now.getTime() - daysKept * dayMs), timeZone);
    return [...byDay.values()]
      .filter(({ day }) => day >= first)
      .sort((one, other) => one.day.localeCompare(other.day));
  }

  return {
    /** Applies the records that are new, and emits the event. @throws ApiError 401 without an account, 409 with too many gaps */
    async add(
      context: RequestContext,
      userId: number,
      { clientId, records }: BodyOf<typeof v1ProgressUpdate>,
    ) {
      const { result } = await transact(service, context, async (tx) => {
        const now = new Date();
        const learner = await loadLearner(tx, userId);
        const received = learner.clients.find((one) => one.clientId === clientId)?.received ?? [];
        const added = records.filter(({ sequence }) => !includesSequence(received, sequence));
        const recent = added
          .map((record) => toStoredRecord(record, clientId, now))
          .filter(({ at }) => at.getTime() >= now.getTime() - progressLimits.ageDays * dayMs);
        const result = {
          lastSequence: lastContiguous(received),
          applied: recent.length,
          repeated: records.length - added.length,
          ignored: added.length - recent.length,
        };
        if (added.length === 0) return result;

        const nextReceived = addSequences(
          received,
          added.map(({ sequence }) => sequence),
        );
        if (nextReceived.length > progressLimits.gaps)
          throw conflict(`Send the records after sequence ${result.lastSequence} first`);
        const version = learner.version + 1;
        // Before the entries, so that concurrent batches of the learner conflict here.
        await learners.updateOne(
          { _id: userId },
          { $set: { version } },
          { session: tx.session, upsert: true },
        );
        const count = learner.entries + (await writeEntries(tx, userId, version, recent));
        const excess = Math.max(0, count - progressLimits.entries);
        if (excess > 0) await removeOldestEntries(tx, userId, excess);
        const days = addToDays(learner.days, recent, now);
        const clients = withClient(learner.clients, { clientId, received: nextReceived, usedAt: now });
        const firstDay = [learner.firstDay, learner.days[0]?.day, days[0]?.day]
          .filter((day) => day !== undefined)
          .sort()[0];
        await learners.updateOne(
          { _id: userId },
          { $set: { entries: count - excess, clients, days, ...(firstDay ? { firstDay } : {}) } },
          { session: tx.session },
        );
        const state = await presentProgress(service.connection, { _id: userId, days, firstDay }, tx.session);
        tx.emitChanged(learnerProgressEvent, { id: userId, version, state });
        return { ...result, lastSequence: lastContiguous(nextReceived) };
      });
      return result;
    },

    /** A page of the entries that changed after the version `since`, in the order of change. */
    async list(
      userId: number,
      { since, ...query }: QueryOf<typeof v1ProgressGet>,
    ): Promise<{ data: ProgressEntry[]; version: number; nextCursor?: string }> {
      const page = publicPageOf(query, 2);
      const [version = 0, place = 0] = page.after ?? [since, Number.MAX_SAFE_INTEGER];
      // Read first: what is added meanwhile is newer than this version, and comes again with it as `since`.
      const learner = await learners
        .findById(userId, { version: 1 })
        .lean<Pick<LearnerProgressRow, 'version'>>();
      // Entries of a deleted account may not have been erased yet.
      if (!learner) return { data: [], version: 0 };
      const rows = await entries
        .find({
          userId,
          version: { $gte: version },
          $or: [{ version: { $gt: version } }, { place: { $gt: place } }],
        })
        .sort({ version: 1, place: 1 })
        .limit(withNextRow(page).limit)
        .lean<ProgressEntryRow[]>();
      const { rows: shown, next } = cutPage(rows, page, (row) => [row.version, row.place]);
      return { data: shown.map(toProgressEntry), version: learner.version, ...next };
    },

    /** The last day with progress of each of these learners who has any. */
    async lastDaysOf(userIds: readonly number[]) {
      const rows = await learners
        .find({ _id: { $in: userIds } }, { days: { $slice: -1 } })
        .lean<Pick<LearnerProgressRow, '_id' | 'days'>[]>();
      return new Map(rows.flatMap(({ _id, days }) => days.map(({ day }) => [_id, day] as const)));
    },

    /** When each client of a learner was last used, the latest first. */
    async clientsOf(userId: number) {
      const row = await learners.findById(userId, { clients: 1 }).lean<Pick<LearnerProgressRow, 'clients'>>();
      return (row?.clients ?? []).map(({ usedAt }) => usedAt);
    },

    /** What a learner has done with lessons, at most `limit` of them. */
    async lessonsOf(userId: number, limit: number): Promise<LessonProgress[]> {
      const rows = await entries
        .find({ _id: lessonKeysOf(userId) }, { latest: 1 })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<Pick<ProgressEntryRow, 'latest'>[]>();
      return rows.map(toProgressEntry).flatMap((entry) => {
        if (entry.type !== 'lesson') return [];
        const { type: _type, ...lesson } = entry;
        return [lesson];
      });
    },

    /** The cards that are due, those that have been for longest first. */
    async due(userId: number, { limit, before }: QueryOf<typeof v1ReviewsDue>) {
      const filter = { userId, 'schedule.dueAt': { $lte: before ? new Date(before) : new Date() } };
      const [learner, rows, total, parameters] = await Promise.all([
        learners.exists({ _id: userId }),
        entries.find(filter).sort({ 'schedule.dueAt': 1, _id: 1 }).limit(limit).lean<ProgressEntryRow[]>(),
        entries.countDocuments(filter),
        deps.reviewParameters.get(),
      ]);
      // Entries of a deleted account may not have been erased yet.
      if (!learner) return { data: [], total: 0, parameters };
      return { data: rows.flatMap(toReviewCard), total, parameters };
    },

    /** Deletes the progress of a user and emits the tombstone. `progressErasureJob` deletes the entries. */
    async erase(tx: Transaction, userId: number) {
      const { session } = tx;
      const learner = await learners
        .findOneAndDelete({ _id: userId }, { session })
        .lean<LearnerProgressRow>();
      if (!learner) return;
      await erasures.create([{ _id: userId }], { session });
      tx.emitDeleted(learnerProgressEvent, { id: userId, version: learner.version + 1 });
    },
  };
}

const lessonKeysOf = (userId: number) => ({ $gt: `${userId}:lesson:`, $lt: `${userId}:lesson;` });

/** The state of the event. */
export async function presentProgress(
  connection: Connection,
  { _id: userId, days, firstDay }: Pick<LearnerProgressRow, '_id' | 'days' | 'firstDay'>,
  session?: ClientSession,
): Promise<StateOf<typeof learnerProgressEvent>> {
  const entries = connection.collection<ProgressEntryRow>('progress_entries');
  const options = session ? { session } : {};
  const firstAnswers = await readFirstAnswers(entries, userId, options);
  const rows = await entries
    .find({ _id: lessonKeysOf(userId) }, { projection: { latest: 1 }, ...options })
    .sort({ _id: 1 })
    .limit(maxLessons)
    .toArray();
  const lessons = rows.flatMap(({ latest }) => {
    const finished = latest['lesson-finished'];
    const lessonId = finished?.lessonId ?? latest['lesson-opened']?.lessonId;
    return lessonId === undefined ? [] : [{ lessonId, isFinished: finished !== undefined }];
  });
  return { userId, days, ...(firstDay ? { firstDay } : {}), lessons, firstAnswers };
}

/** The first answers that changed last. */
async function readFirstAnswers(
  entries: Collection<ProgressEntryRow>,
  userId: number,
  options: { session?: ClientSession },
): Promise<StateOf<typeof learnerProgressEvent>['firstAnswers']> {
  const rows = await entries
    .find({ userId, firstVersion: { $gt: 0 } }, { projection: { first: 1 }, ...options })
    .sort({ firstVersion: -1 })
    .limit(maxFirstAnswers)
    .toArray();
  let bytes = 0;
  return rows.flatMap(({ first }) => {
    bytes += Buffer.byteLength(first?.answer ?? '');
    if (!first || bytes > maxFirstAnswerBytes) return [];
    const { quizId, questionId, answer, at } = first;
    return [{ quizId, questionId, answer, at: at.toISOString() }];
  });
}

/** A record with dates. A future one happens on arrival: the device's clock is wrong. */
function toStoredRecord(record: ProgressRecord, clientId: string, now: Date): StoredRecord {
  const at = new Date(Math.min(Date.parse(record.at), now.getTime()));
  if (record.type !== 'review') return { ...record, at, clientId };
  const { dueAt, ...review } = record;
  return { ...review, ...(dueAt ? { dueAt: new Date(dueAt).toISOString() } : {}), at, clientId };
}

/** The clients with a changed or new one. A new one beyond the limit replaces the one unused for longest. */
function withClient(clients: readonly ProgressClient[], changed: ProgressClient): ProgressClient[] {
  const others = clients.filter(({ clientId }) => clientId !== changed.clientId);
  return [changed, ...others]
    .sort((first, second) => second.usedAt.getTime() - first.usedAt.getTime())
    .slice(0, progressLimits.clients);
}
