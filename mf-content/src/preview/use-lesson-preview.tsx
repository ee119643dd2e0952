import { isSessionEndError, userMessageOf } from '@khmer-learning/console-sdk';
import { Dialog, ErrorPanel } from '@khmer-learning/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useMessages } from '../messages/messages.ts';
import type { LessonPreview } from './previewed-lesson.ts';

interface PreviewRequest {
  /** The lesson's id; 0 for the unsaved lesson of the form. */
  id: number;
  load: () => LessonPreview | Promise<LessonPreview>;
  /** The lesson's title, if it is known before the lesson is fetched. */
  title: string | undefined;
}

/** Opens the preview of a lesson. The preview's code is loaded on first use. */
export function useLessonPreview() {
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
    /** @param title names the lesson if it cannot be fetched */
    open: (id: number, load: PreviewRequest['load'], title?: string) => mutate({ id, load, title }),
    isOpening: (id: number) => isPending && variables.id === id,
    dialog: failure ?? (shown === undefined ? null : <shown.Dialog {...shown.preview} onClose={close} />),
  };
}

interface FailedRequest {
  request: PreviewRequest;
  reason: Error;
}

interface FailedPreviewProps extends FailedRequest {
  retrying: boolean;
  onRetry: () => void;
  onClose: () => void;
}

/** Says which lesson cannot be previewed, and why. */
function FailedPreview({ request: { id, title }, reason, retrying, onRetry, onClose }: FailedPreviewProps) {
  const t = useMessages();
  const idTitle = id === 0 ? t('lessonPreview.titleOfNew') : t('lessonPreview.titleOfId', { id });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title === undefined ? idTitle : t('lessonPreview.titleOf', { title })}
    >
      <ErrorPanel
        title={t('lessonPreview.notLoaded')}
        message={userMessageOf(reason, t('lessonPreview.checkConnection'))}
        onRetry={onRetry}
        retrying={retrying}
      />
    </Dialog>
  );
}
