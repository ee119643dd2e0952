import { type EventOf, eventSubjectFilter, type QuizStatus, quizEvent } from '@khmer-learning/contracts';
import {
  type EventConsumer,
  isEventOf,
  type Service,
  startEventConsumer,
  syncReplicas,
} from '@khmer-learning/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import { lessonsOf, quizKeys } from '../model/lesson.model.ts';
import { quizReplicasOf, quizzesOfLessons } from '../model/quiz-replica.model.ts';

/** How long saved quizzes gather for one transaction. */
const gatherMs = 250;

/** Consumes the events of quizzes: lists of lessons are filtered by them. It starts with all quizzes that exist. */
export function startQuizConsumer(service: Service): EventConsumer {
  return startEventConsumer(service, {
    durable: 'content-quizzes',
    filterSubject: eventSubjectFilter(quizEvent),
    events: [quizEvent],
    gatherMs,
    handle: (events, { session }) =>
      followQuizzes(
        service.connection,
        events.filter((event) => isEventOf(quizEvent, event)),
        session,
      ),
  });
}

/** Updates the replicas of quizzes from their events, and what lists of lessons are filtered by. Lessons get no new version. */
async function followQuizzes(
  connection: Connection,
  events: readonly EventOf<typeof quizEvent>[],
  session: ClientSession,
): Promise<void> {
  const replicas = quizReplicasOf(connection);
  const ids = events.map(({ entityId }) => Number(entityId));
  const former = await replicas.find({ _id: { $in: ids } }, { lessonId: 1 }, { session }).lean();
  await syncReplicas(replicas, events, session, ({ lessonId, status }) => ({ lessonId, status }));
  const concerned = [...former, ...events.flatMap(({ state }) => state ?? [])];
  const lessonIds = [...new Set(concerned.flatMap(({ lessonId }) => lessonId ?? []))];
  if (lessonIds.length === 0) return;
  const found = await replicas
    // In the order of the alphabet, `active` is the least.
    .aggregate<{ _id: number; status: QuizStatus }>([
      { $match: { lessonId: { $in: lessonIds } } },
      { $group: { _id: '$lessonId', status: { $min: '$status' } } },
    ])
    .hint(quizzesOfLessons)
    .session(session);
  const statuses = new Map(found.map(({ _id, status }) => [_id, status]));
  await lessonsOf(connection).bulkWrite(
    lessonIds.flatMap((_id) => toUpdates(_id, statuses.get(_id))),
    { session },
  );
}

/** Gives a lesson the status of its quizzes with its key, and takes the other keys. MongoDB 4.0 needs two updates for that. */
function toUpdates(_id: number, quizStatus: QuizStatus | undefined) {
  const key = quizKeys[quizStatus ?? 'none'];
  const others = Object.values(quizKeys).filter((other) => other !== key);
  const update = {
    ...(quizStatus ? { $set: { quizStatus } } : { $unset: { quizStatus: 1 as const } }),
    $push: { searchKeys: key },
  };
  return [
    { updateOne: { filter: { _id, searchKeys: { $ne: key } }, update } },
    {
      updateOne: {
        filter: { _id, searchKeys: { $in: others } },
        update: { $pull: { searchKeys: { $in: others } } },
      },
    },
  ];
}
