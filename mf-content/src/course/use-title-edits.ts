import {
  ApiError,
  isSessionEndError,
  useAnnounceChanges,
  useApi,
  userMessageOf,
} from '@khmer-learning/console-sdk';
import { type LessonSummary, lessonMessages, lessons } from '@khmer-learning/contracts';
import { isBlank } from '@khmer-learning/khmer-text';
import { translateServerMessage } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { toListed, useSetLessons } from './course.api.ts';
import { message } from './messages/messages.ts';

export interface TitleEdit {
  readonly text: string;
  readonly isSaving: boolean;
  readonly failure: string | null;
}

/**
 * The titles that are edited in rows. A text stays until it is saved or discarded, also while its row is not rendered, and is
 * saved only onto the version that the row shows. @param reload fetches the lessons again, when somebody else has saved one
 */
export function useTitleEdits(mainLessonId: number, reload: () => unknown) {
  const api = useApi();
  const announceChanges = useAnnounceChanges();
  const setLessons = useSetLessons(mainLessonId);
  const [edits, setEdits] = useState<ReadonlyMap<number, TitleEdit>>(new Map());
  const set = (id: number, edit: TitleEdit | null) =>
    setEdits((last) => {
      const next = new Map(last);
      if (edit === null) next.delete(id);
      else next.set(id, edit);
      return next;
    });
  const fail = (id: number, text: string, failure: string | null) =>
    set(id, { text, isSaving: false, failure });

  const save = async (lesson: LessonSummary) => {
    const { id, version } = lesson;
    const edit = edits.get(id);
    if (edit === undefined || edit.isSaving) return;
    const title = edit.text.trim();
    if (title === lesson.title) return set(id, null);
    if (isBlank(title)) return fail(id, edit.text, translateServerMessage(lessonMessages.title));
    set(id, { text: title, isSaving: true, failure: null });
    try {
      const saved = await api.call(lessons.update, { params: { id }, body: { title } }, { version });
      setLessons((all) => all.map((one) => (one.id === id ? toListed(saved, one) : one)));
      set(id, null);
      announceChanges(['lesson']);
    } catch (error) {
      const isStale = error instanceof ApiError && error.status === 409;
      if (isStale) void reload();
      if (isSessionEndError(error)) fail(id, title, null);
      else
        fail(
          id,
          title,
          isStale ? message('coursePage.titleConflict') : userMessageOf(error, lessons.messages.updateFailed),
        );
    }
  };

  return {
    edits,
    begin: ({ id, title }: LessonSummary) => edits.has(id) || fail(id, title, null),
    change: (id: number, text: string) => fail(id, text, null),
    discard: (id: number) => set(id, null),
    save,
  };
}
