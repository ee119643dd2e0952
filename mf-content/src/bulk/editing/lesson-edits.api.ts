import { type ApiClient, useAnnounceChanges, useApi, userMessageOf } from '@khmer-learning/console-sdk';
import { type BodyOf, type LessonEdits, lessonEdits } from '@khmer-learning/contracts';
import { toast, translateServerMessage } from '@khmer-learning/ui-kit';
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

/** Edits many lessons: applies the edits, with what is known of their progress, and cancels or undoes them. */
export function useLessonEdits() {
  const api = useApi();
  const announceChanges = useAnnounceChanges();
  const [progress, setProgress] = useState<LessonEdits | null>(null);
  const undo = (id: number) => api.call(lessonEdits.undo, { params: { id } });

  const undoLater = async (id: number) => {
    try {
      const { state, problem } = await whenOver(api, await undo(id));
      if (state !== 'undone' || problem !== null)
        toast.error(problem === null ? message('editLessons.notUndone') : translateServerMessage(problem));
      else toast.success(message('editLessons.undone'));
    } catch (error) {
      toast.error(userMessageOf(error, message('editLessons.notUndone')));
    }
    announceChanges(contentEntities);
  };

  return {
    progress,
    async apply(edits: readonly Edit[]): Promise<LessonEdits> {
      const begun = await api.call(lessonEdits.create, { body: { edits: [...edits] } });
      return whenOver(api, begun, setProgress);
    },
    cancel: async (id: number) => {
      setProgress(await undo(id));
    },
    /** Says that lessons were edited, and offers to undo it. */
    offerUndo: ({ id, lessons: count }: LessonEdits) =>
      toast.show({
        tone: 'success',
        title: message('editLessons.applied', { count }),
        action: { label: message('editLessons.undo'), onSelect: () => void undoLater(id) },
      }),
  };
}
