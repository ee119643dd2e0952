import {
  type ApiClient,
  ApiError,
  isSessionEndError,
  queryKeys,
  useAnnounceChanges,
  useApi,
  useApiMutation,
  userMessageOf,
} from '@khmer-learning/console-sdk';
import {
  type BodyOf,
  type LessonEdits,
  type LessonSummary,
  lessonEditMessages,
  lessonEdits,
  lessons,
} from '@khmer-learning/contracts';
import { toast } from '@khmer-learning/ui-kit';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { contentEntities } from '../../content-query-keys.ts';
import { message } from './messages/messages.ts';

export type Edit = BodyOf<typeof lessonEdits.create>['edits'][number];

const pollMs = 1_000;

/** Waits until edits are applied or taken back. */
async function whenOver(
  api: ApiClient,
  begun: LessonEdits,
  onProgress: (edits: LessonEdits) => void = () => undefined,
): Promise<LessonEdits> {
  let edits = begun;
  while (edits.state === 'applying' || edits.state === 'undoing') {
    onProgress(edits);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    edits = await api.call(lessonEdits.get, { params: { id: edits.id } });
  }
  return edits;
}

const recentKeys = queryKeys('lessonEdits', ['lesson']);

/** The user's last edits that can be undone. */
export function useRecentEdits() {
  const api = useApi();
  return useQuery({
    queryKey: recentKeys.list(),
    queryFn: async ({ signal }) => (await api.call(lessonEdits.list, {}, { signal })).data,
  });
}

/** Reads a lesson that was changed since. @param onRead called with the lesson; null when it was deleted */
export function useReloadLesson(onRead: (id: number, lesson: LessonSummary | null) => void) {
  const api = useApi();
  return useMutation({
    mutationFn: async (id: number) => {
      try {
        return await api.call(lessons.get, { params: { id } });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    onSuccess: (lesson, id) => onRead(id, lesson),
    onError: (error) =>
      isSessionEndError(error) || toast.error(userMessageOf(error, message('editLessons.tryAgain'))),
  }).mutate;
}

/** Why an edit was not applied, or which lessons its undo leaves changed. */
export class EditProblem extends Error {}

/** Undoes an edit, and says which lessons stay changed. */
export function useUndoEdit() {
  const api = useApi();
  const announceChanges = useAnnounceChanges();
  return useApiMutation({
    call: async (id: number) => {
      const { state, problem } = await whenOver(api, await api.call(lessonEdits.undo, { params: { id } }));
      if (state !== 'undone' || problem !== null)
        throw new EditProblem(problem ?? message('editLessons.notUndone'));
    },
    successMessage: () => message('editLessons.undone'),
    failureMessage: () => message('editLessons.notUndone'),
    changes: contentEntities,
    onError: (error) => {
      announceChanges(contentEntities);
      if (error instanceof EditProblem) toast.error(error.message);
      return error instanceof EditProblem;
    },
  });
}

/** Edits many lessons. @param onEdited called when all edits are applied */
export function useEditLessons(onEdited: () => void) {
  const api = useApi();
  const announceChanges = useAnnounceChanges();
  const [progress, setProgress] = useState<LessonEdits | null>(null);
  const { mutate: undo } = useUndoEdit();
  const isApplied = ({ state }: LessonEdits) => state === 'applied';
  const { mutate, ...editing } = useApiMutation({
    call: async (edits: readonly Edit[]) => {
      setProgress(null);
      const begun = await api.call(lessonEdits.create, { body: { edits: [...edits] } });
      const ended = await whenOver(api, begun, setProgress);
      if (ended.state === 'failed' || ended.state === 'stopped')
        throw new EditProblem(ended.problem ?? lessonEditMessages.failed);
      return ended;
    },
    successMessage: (ended) =>
      isApplied(ended)
        ? message('editLessons.applied', { count: ended.lessons })
        : message('editLessons.cancelled'),
    successAction: (ended) =>
      isApplied(ended) ? { label: message('editLessons.undo'), onSelect: () => undo(ended.id) } : undefined,
    failureMessage: '',
    changes: contentEntities,
    onSuccess: (ended) => isApplied(ended) && onEdited(),
    // The dialog shows the failure. What is newer is fetched for another try.
    onError: () => {
      announceChanges(contentEntities);
      return true;
    },
  });
  return {
    ...editing,
    apply: mutate,
    progress,
    /** Absent while there is nothing to cancel. */
    cancel:
      progress?.state === 'applying'
        ? async () => setProgress(await api.call(lessonEdits.undo, { params: { id: progress.id } }))
        : undefined,
  };
}
