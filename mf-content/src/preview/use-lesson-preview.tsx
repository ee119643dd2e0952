import { isSessionEndError, userMessageOf } from '@khmer-learning/console-sdk';
import { toast } from '@khmer-learning/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { LessonPreview } from './previewed-lesson.ts';

interface PreviewRequest {
  /** The lesson's id; 0 for the unsaved lesson of the form. */
  id: number;
  load: () => LessonPreview | Promise<LessonPreview>;
}

/** Opens the preview of a lesson. The preview's code is loaded on first use. */
export function useLessonPreview() {
  const [isOpen, setIsOpen] = useState(false);
  const { mutate, data, isPending, variables } = useMutation({
    mutationFn: async ({ id, load }: PreviewRequest) => {
      const [{ LessonPreviewDialog }, preview] = await Promise.all([
        import(/* webpackChunkName: "lesson-preview" */ './lesson-preview-dialog.tsx'),
        load(),
      ]);
      return { id, Dialog: LessonPreviewDialog, preview };
    },
    onSuccess: () => setIsOpen(true),
    onError: (error) => {
      // The end of the session has its own dialog.
      if (isSessionEndError(error)) return;
      toast.error(
        userMessageOf(error, 'The preview could not be loaded. Check your connection and try again.'),
      );
    },
  });
  const shown = isOpen ? data : undefined;
  const close = () => setIsOpen(false);
  return {
    /** The id of the lesson that is shown; null while the preview is closed. */
    openId: shown?.id ?? null,
    close,
    open: (id: number, load: PreviewRequest['load']) => mutate({ id, load }),
    isOpening: (id: number) => isPending && variables.id === id,
    dialog: shown === undefined ? null : <shown.Dialog {...shown.preview} onClose={close} />,
  };
}
