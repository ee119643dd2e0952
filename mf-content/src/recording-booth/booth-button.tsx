import type { RecordingTarget } from '@khmer-learning/console-kit';
import { userMessageOf } from '@khmer-learning/console-sdk';
import { Button, MicIcon, toast } from '@khmer-learning/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useMessages } from '../messages/messages.ts';
import type { RecordingBoothProps } from './recording-booth.tsx';

interface BoothButtonProps {
  label: string;
  size?: 'small' | 'medium';
  disabled?: boolean;
  getTargets: () => readonly RecordingTarget[];
}

export function BoothButton({ label, size = 'medium', disabled = false, getTargets }: BoothButtonProps) {
  const t = useMessages();
  const [targets, setTargets] = useState<RecordingBoothProps['targets'] | null>(null);
  const loading = useMutation({
    mutationFn: async () => {
      const { RecordingBooth } = await import(
        /* webpackChunkName: "recording-booth" */ './recording-booth.tsx'
      );
      return { RecordingBooth };
    },
    onSuccess: () => setTargets(getTargets()),
    onError: (error) => toast.error(userMessageOf(error, t('boothButton.notLoaded'))),
    networkMode: 'always',
  });
  return (
    <>
      <Button
        size={size}
        icon={<MicIcon aria-hidden="true" />}
        loading={loading.isPending}
        disabled={disabled}
        onClick={() => loading.mutate()}
      >
        {label}
      </Button>
      {targets === null || loading.data === undefined ? null : (
        <loading.data.RecordingBooth targets={targets} onClose={() => setTargets(null)} />
      )}
    </>
  );
}
