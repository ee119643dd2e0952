import { Button, LinkIcon, toast } from '@khmer-learning/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { message, useMessages } from './messages/messages.ts';

export function PhoneLinkButton({ lessonId }: { lessonId: number }) {
  const t = useMessages();
  const [isOpen, setIsOpen] = useState(false);
  const dialog = useMutation({
    mutationFn: () => import(/* webpackChunkName: "phone-link" */ './phone-link-dialog.tsx'),
    onSuccess: () => setIsOpen(true),
    onError: () => void toast.error(message('phoneLink.notLoaded')),
  });
  return (
    <>
      <Button
        size="small"
        icon={<LinkIcon aria-hidden="true" />}
        loading={dialog.isPending}
        onClick={() => dialog.mutate()}
      >
        {t('phoneLink.open')}
      </Button>
      {isOpen && dialog.data ? (
        <dialog.data.PhoneLinkDialog lessonId={lessonId} onClose={() => setIsOpen(false)} />
      ) : null}
    </>
  );
}
