import type { ChangedEntity } from '@khmer-learning/console-sdk';
import { useAnnounceChanges, useApi, useApiMutation } from '@khmer-learning/console-sdk';
import type { versionEndpoints } from '@khmer-learning/contracts';
import type { z } from 'zod';
import { message } from '../messages/messages.ts';

interface RestoredItem {
  title: string;
  restored?: { lessons: number };
}

/** The endpoints of the deleted items of one kind. */
export type DeletedItemEndpoints = Pick<
  ReturnType<typeof versionEndpoints<'content' | 'quizzes', z.ZodType, z.ZodType<RestoredItem>>>,
  'listDeleted' | 'restoreDeleted'
>;

export interface DeletedItemsOptions {
  /** In lower case, for use in a sentence: `main lesson`. */
  itemType: string;
  endpoints: DeletedItemEndpoints;
  /** The entities that come back: the item's, and what was deleted with it. */
  changes: readonly ChangedEntity[];
}

/** What was deleted with an item comes back through events, shortly after the API's response. */
const refetchDelayMs = 1_000;

/** Restores a deleted item by its id. Shows the result, with what came back with it, as a toast. */
export function useRestoreDeleted({ itemType, endpoints, changes }: DeletedItemsOptions) {
  const api = useApi();
  const announceChanges = useAnnounceChanges();
  return useApiMutation({
    call: (id: number) => api.call(endpoints.restoreDeleted, { params: { id } }),
    successMessage: ({ title, restored }) => {
      const lessons = restored?.lessons ?? 0;
      return lessons === 0
        ? message('restoreDeleted.done', { itemType, title })
        : message('restoreDeleted.doneWithLessons', { itemType, title, lessons });
    },
    failureMessage: message('restoreDeleted.failed', { itemType }),
    changes,
    invalidates: [[endpoints.listDeleted.id]],
    onSuccess: () => {
      setTimeout(() => announceChanges(changes), refetchDelayMs);
    },
  });
}
