import type { ApiClient } from '@khmer-learning/console-sdk';
import { quizzes, type ReleasedEntity, type ReleasedItem } from '@khmer-learning/contracts';
import type { PublishableItem } from './publishable-kind.ts';

/** An item that may be published together with others. */
export interface ReleaseCandidate extends Pick<PublishableItem, 'id' | 'version' | 'status' | 'workingCopy'> {
  readonly entity: ReleasedEntity;
  readonly title: string;
}

/** Items of one kind as candidates. */
export const toCandidates = (
  entity: ReleasedEntity,
  items: readonly Omit<ReleaseCandidate, 'entity'>[],
): ReleaseCandidate[] =>
  items.map(({ id, title, version, status, workingCopy }) => ({
    ...{ entity, id, title, version, status, workingCopy },
  }));

/** Whether there is something of an item that learners do not see yet. */
export const hasChanges = ({ status, workingCopy }: Pick<ReleaseCandidate, 'status' | 'workingCopy'>) =>
  status === 'draft' || Boolean(workingCopy);

/** What publishing an item would publish, as a release names it. */
export const toReleasedItem = ({
  entity,
  id,
  version,
  status,
  workingCopy,
}: ReleaseCandidate): ReleasedItem =>
  workingCopy && status !== 'draft'
    ? { entity, id, version: workingCopy.version, of: 'working-copy' }
    : { entity, id, version, of: 'item' };

/** Finds the quizzes of lessons that have something to publish. */
export async function findChangedQuizzes(
  api: ApiClient,
  lessonIds: readonly number[],
  signal: AbortSignal,
): Promise<ReleaseCandidate[]> {
  const ids = new Set(lessonIds);
  const lists = await Promise.all(
    (['draft', 'changed'] as const).map((status) =>
      api.call(quizzes.list, { query: { status } }, { signal }),
    ),
  );
  return toCandidates(
    'quiz',
    lists.flat().filter(({ lessonId }) => lessonId !== null && ids.has(lessonId)),
  );
}
