import { useFetchOpenedItem } from '@khmer-learning/console-kit';
import { isSessionEndError, userMessageOf } from '@khmer-learning/console-sdk';
import { Dialog, ErrorPanel } from '@khmer-learning/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLessonTypes } from '../lesson-types/lesson-types.api.ts';
import { lessonKind } from '../lessons/lessons.api.ts';
import { useMessages } from '../messages/messages.ts';
import { type LessonPreview, unknownLessonType } from './previewed-lesson.tsx';

interface PreviewRequest {
  id: number;
  load: () => LessonPreview | Promise<LessonPreview>;
  /** The lesson's title, if it is known before the lesson is fetched. */
  title?: string | undefined;
}

const unsavedLessonId = 0;

export function useLessonPreview() {
  const fetchPreview = useFetchPreview();
  const [isOpen, setIsOpen] = useState(false);
  // Stays open while it is tried again.
  const [failed, setFailed] = useState<FailedRequest | null>(null);
  const { mutate, data, isPending, variables } = useMutation({
    mutationFn: async ({ id, load }: PreviewRequest) => {
      const [{ LessonPreviewDialog }, preview] = await Promise.all([
        import(/* webpackChunkName: "lesson-preview" */ './lesson-preview-dialog.tsx'),
        load(),
      ]);
      return { id, Dialog: LessonPreviewDialog, preview };
    },
    onSuccess: () => {
      setFailed(null);
      setIsOpen(true);
    },
    onError: (reason, request) => {
      // The end of the session has its own dialog.
      if (!isSessionEndError(reason)) setFailed({ request, reason });
    },
  });
  const close = () => {
    setFailed(null);
    setIsOpen(false);
  };
  const shown = isOpen ? data : undefined;
  const failure =
    failed === null ? null : (
      <FailedPreview
        {...failed}
        retrying={isPending}
        onRetry={() => mutate(failed.request)}
        onClose={close}
      />
    );
  return {
    /** The id of the lesson that is shown; null while the preview is closed. */
    openId: failed?.request.id ?? shown?.id ?? null,
    close,
    /** Opens a stored lesson, which `title` names if it cannot be fetched. */
    open: ({ id, title }: Pick<PreviewRequest, 'id' | 'title'>) =>
      mutate({ id, load: () => fetchPreview(id), title }),
    openUnsaved: (lesson: LessonPreview) => mutate({ id: unsavedLessonId, load: () => lesson }),
    isOpening: (id = unsavedLessonId) => isPending && variables.id === id,
    dialog: failure ?? (shown === undefined ? null : <shown.Dialog {...shown.preview} onClose={close} />),
  };
}

interface FailedRequest {
  request: PreviewRequest;
  reason: Error;
}

function FailedPreview({
  request: { id, title },
  reason,
  ...props
}: FailedRequest & { retrying: boolean; onRetry: () => void; onClose: () => void }) {
  const t = useMessages();
  const idTitle =
    id === unsavedLessonId ? t('lessonPreview.titleOfNew') : t('lessonPreview.titleOfId', { id });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      title={title === undefined ? idTitle : t('lessonPreview.titleOf', { title })}
    >
      <ErrorPanel
        title={t('lessonPreview.notLoaded')}
        message={userMessageOf(reason, t('lessonPreview.checkConnection'))}
        onRetry={props.onRetry}
        retrying={props.retrying}
      />
    </Dialog>
  );
}

/** Fetches what the preview of a stored lesson shows: the working copy, if there is one, and what learners see. */
function useFetchPreview(): (id: number) => Promise<LessonPreview> {
  const fetchLesson = useFetchOpenedItem(lessonKind);
  const lessonTypes = useLessonTypes();
  return async (id) => {
    const { stored, edited } = await fetchLesson(id);
    if (edited === stored) return { lesson: stored, savedId: id };
    // A working copy names its type only by the id.
    const lessonType = lessonTypes.data?.find((type) => type.id === edited.lessonTypeId) ?? unknownLessonType;
    return { lesson: { ...edited, lessonType }, published: stored, savedId: id };
  };
}
