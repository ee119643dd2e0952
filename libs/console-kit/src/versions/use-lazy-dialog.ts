import { userMessageOf } from '@khmer-learning/console-sdk';
import { loadMessages, toast } from '@khmer-learning/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { message } from '../messages/messages.ts';

/**
 * The state of a dialog whose code is loaded when it is opened. A failure is shown in a toast.
 * @param load loads the dialog's component
 */
export function useLazyDialog<Component>(load: () => Promise<Component>) {
  const [opened, setOpened] = useState<{ Component: Component } | null>(null);
  const opening = useMutation({
    mutationFn: async () => {
      const Component = await load();
      // Texts of its own come with it.
      await loadMessages();
      return { Component };
    },
    onSuccess: setOpened,
    onError: (error) => toast.error(userMessageOf(error, message('lazyDialog.failed'))),
    networkMode: 'always',
  });
  return {
    /** The component while the dialog is open. */
    Dialog: opened?.Component ?? null,
    open: () => opening.mutate(),
    close: () => setOpened(null),
    isOpening: opening.isPending,
  };
}
