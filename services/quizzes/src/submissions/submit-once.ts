import { specificErrorCodes } from '@khmer-learning/contracts';
import {
  ApiError,
  type BatchItemResult,
  notFound,
  type ServiceContext,
  transact,
} from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { recordTries, type Try, triesOfResult } from '../first-tries/first-tries.ts';
import { recordResults } from './analytics.ts';
import type { SubmissionKey } from './idempotency-key.ts';
import type { SubmissionResult } from './score-answers.ts';
import { type StoredSubmissionKey, submissionKeysOf } from './submission-key.model.ts';

/** A scored submission with its key, or the error that it gets. */
export interface KeyedSubmission {
  readonly key: SubmissionKey;
  /** The learner whose token came with it. */
  readonly learnerId: number | undefined;
  readonly outcome: BatchItemResult<SubmissionResult>;
}

/** Most keys that are kept. Beyond it the oldest are deleted, before their 24 hours are over. */
const maxKeys = 50_000;

/**
 * Counts the submissions whose keys are new, and stores the keys with the results, in one transaction.
 *
 * @returns for each submission the result that its key was first answered with; the error 422 when its key belongs to
 *   another submission, 404 when the quiz has been deleted. An error stores no key
 */
export async function countOnce(
  store: ServiceContext,
  timeZone: string,
  submissions: readonly KeyedSubmission[],
): Promise<BatchItemResult<SubmissionResult>[]> {
  const keys = submissionKeysOf(store.connection);
  const { result: answered } = await transact(
    store,
    { actor: null, requestId: null },
    async ({ session }) => {
      const stored = await keys
        .find({ _id: { $in: submissions.map(({ key }) => key.id) } }, null, { session })
        .lean<StoredSubmissionKey[]>();
      const byId = new Map(stored.map((row) => [row._id, row]));
      const added = new Map<string, StoredSubmissionKey>();
      const createdAt = new Date();
      const tries: Try[] = [];
      for (const { key, outcome, learnerId } of submissions) {
        if (!('value' in outcome) || byId.has(key.id) || added.has(key.id)) continue;
        added.set(key.id, { _id: key.id, fingerprint: key.fingerprint, result: outcome.value, createdAt });
        tries.push(...triesOfResult(outcome.value, learnerId));
      }
      await recordTries(store.connection, tries, session);
      for (const quizId of new Set([...added.values()].map(({ result }) => result.quizId))) {
        const rows = [...added.values()].filter(({ result }) => result.quizId === quizId);
        const results = rows.map(({ result }) => result);
        if (!(await recordResults(store.connection, quizId, { results, timeZone }, session)))
          for (const { _id } of rows) added.delete(_id);
      }
      if (added.size > 0) await keys.insertMany([...added.values()], { session, lean: true });
      return new Map([...byId, ...added]);
    },
  );
  await deleteOldestKeys(store.connection);

  return submissions.map(({ key, outcome }) => {
    const first = answered.get(key.id);
    if (!first) return 'value' in outcome ? { error: notFound('Quiz') } : outcome;
    return first.fingerprint === key.fingerprint ? { value: first.result } : { error: keyReused() };
  });
}

/** Most keys that one submission deletes: more than it adds. */
const maxDeletedAtOnce = 1_000;

/** Keeps the collection near its limit. */
async function deleteOldestKeys(connection: Connection): Promise<void> {
  const keys = submissionKeysOf(connection);
  const excess = (await keys.estimatedDocumentCount()) - maxKeys;
  if (excess <= 0) return;
  const oldest = await keys
    .find({}, { _id: 1 })
    .sort({ createdAt: 1 })
    .limit(Math.min(excess, maxDeletedAtOnce))
    .lean<Pick<StoredSubmissionKey, '_id'>[]>();
  await keys.deleteMany({ _id: { $in: oldest.map(({ _id }) => _id) } });
}

function keyReused(): ApiError {
  return new ApiError(422, 'This Idempotency-Key was used for another submission', {
    code: specificErrorCodes.idempotencyKeyReused,
  });
}
