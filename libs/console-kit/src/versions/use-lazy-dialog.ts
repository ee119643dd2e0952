import { userMessageOf } from '@khmer-learning/console-sdk';
import { loadMessages, toast } from '@khmer-learning/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { message } from '../messages/messages.ts';

/** The state of a dialog whose code `load` loads when it is opened. A failure is a toast. */
export function useLazyDialog<Component>(load: () => Promise<Component>) {
  const [opened, setOpened] = useState<{ Component: Component } | null>(null);
  const opening = useMutation({
    mutationFn: async () => {
      const Component = await load();
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
