import {
  type ApiClient,
  type ChangedEntity,
  isSessionEndError,
  useAnnounceChanges,
  useApi,
  useApiMutation,
  useBackgroundTasks,
  userMessageOf,
} from '@khmer-learning/console-sdk';
import {
  type ItemEdits,
  itemEditMessages,
  type lessonEdits,
  type quizEdits,
} from '@khmer-learning/contracts';
import { toast } from '@khmer-learning/ui-kit';
import { useEffect, useRef, useState } from 'react';
import { message } from '../messages/messages.ts';

type Endpoints = Pick<typeof lessonEdits | typeof quizEdits, 'get' | 'undo'>;

const pollMs = 1_000;

/** Why an edit of many was not applied, or which items its undo leaves changed. */
class EditProblem extends Error {}

export const problemOf = (error: Error): string =>
  error instanceof EditProblem ? error.message : userMessageOf(error, message('itemEdits.tryAgain'));

async function whenOver(
  api: ApiClient,
  { get }: Endpoints,
  begun: ItemEdits,
  onProgress: (edits: ItemEdits) => void = () => undefined,
): Promise<ItemEdits> {
  let edits = begun;
  while (edits.state === 'applying' || edits.state === 'undoing') {
    onProgress(edits);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    edits = await api.call(get, { params: { id: edits.id } });
  }
  return edits;
}

/** Undoes edits of many items, and says which items stay changed. @param entities those that it changes */
export function useUndoItemEdits(endpoints: Endpoints, entities: readonly ChangedEntity[]) {
  const api = useApi();
  const announceChanges = useAnnounceChanges();
  return useApiMutation({
    call: async (id: number) => {
      const begun = await api.call(endpoints.undo, { params: { id } });
      const { state, problem } = await whenOver(api, endpoints, begun);
      if (state !== 'undone' || problem !== null)
        throw new EditProblem(problem ?? message('itemEdits.notUndone'));
    },
    successMessage: () => message('itemEdits.undone'),
    failureMessage: () => message('itemEdits.notUndone'),
    changes: entities,
    onError: (error) => {
      announceChanges(entities);
      if (error instanceof EditProblem) toast.error(error.message);
      return error instanceof EditProblem;
    },
  });
}

/** Edits of many items, which begin with `apply`. */
export interface ItemEditing<Edit> {
  apply(edits: readonly Edit[]): void;
  /** Forgets how the last ones ended. */
  reset(): void;
  readonly isPending: boolean;
  readonly error: Error | null;
  /** The last edits that were begun. */
  readonly variables: readonly Edit[] | undefined;
  /** Of those that take longer. */
  readonly progress: ItemEdits | null;
  /** Absent while there is nothing to cancel. */
  readonly cancel: (() => Promise<void>) | undefined;
}

/** Edits many items, all of them or none, also after its view is left. The console shows the progress, a toast undoes it. */
export function useItemEdits<Edit extends { readonly id: number }>(options: {
  readonly endpoints: Endpoints;
  readonly create: (api: ApiClient, edits: Edit[]) => Promise<ItemEdits>;
  readonly entities: readonly ChangedEntity[];
  readonly label: string;
  readonly successMessage: (count: number) => string;
  readonly onEdited: (ids: readonly number[]) => void;
  /** Whether the caller shows the edits, and their failure; otherwise a toast says it. */
  readonly isShown: boolean;
  /** Shows edits again that go on in the background. */
  readonly show: () => void;
}): ItemEditing<Edit> {
  const { endpoints, create, entities, label, successMessage, onEdited, isShown, show } = options;
  const isWatched = useRef(false);
  useEffect(() => {
    isWatched.current = isShown;
    return () => {
      isWatched.current = false;
    };
  }, [isShown]);
  const api = useApi();
  const announceChanges = useAnnounceChanges();
  const startTask = useBackgroundTasks();
  const [progress, setProgress] = useState<ItemEdits | null>(null);
  const { mutate: undo } = useUndoItemEdits(endpoints, entities);
  const isApplied = ({ state }: ItemEdits) => state === 'applied';
  const { mutate, reset, isPending, error, variables } = useApiMutation({
    call: async (edits: readonly Edit[]) => {
      setProgress(null);
      const begun = await create(api, [...edits]);
      let task: ReturnType<typeof startTask> | undefined;
      try {
        const ended = await whenOver(api, endpoints, begun, (last) => {
          task ??= startTask({ label, total: last.items, show });
          task.progress(last.done);
          setProgress(last);
        });
        if (ended.state === 'failed' || ended.state === 'stopped')
          throw new EditProblem(ended.problem ?? itemEditMessages.failed);
        return ended;
      } finally {
        task?.end();
      }
    },
    successMessage: (ended) =>
      isApplied(ended) ? successMessage(ended.items) : message('itemEdits.cancelled'),
    successAction: (ended) =>
      isApplied(ended) ? { label: message('action.undo'), onSelect: () => undo(ended.id) } : undefined,
    failureMessage: '',
    changes: entities,
    onSuccess: (ended, edits) => isApplied(ended) && onEdited(edits.map(({ id }) => id)),
    // What is newer is fetched for another try.
    onError: (error) => {
      announceChanges(entities);
      if (!isWatched.current && !isSessionEndError(error)) toast.error(problemOf(error));
      return true;
    },
  });
  return {
    ...{ reset, isPending, error, variables, progress },
    apply: (edits) => mutate(edits),
    cancel:
      progress?.state === 'applying'
        ? async () => setProgress(await api.call(endpoints.undo, { params: { id: progress.id } }))
        : undefined,
  };
}
