import { type RecordingTarget, useRecordingUploadsContext } from '@khmer-learning/console-kit';
import { Button, Callout, ConfirmDialog, Dialog, Inline, ProgressBar, Stack } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { useMessages } from '../messages/messages.ts';
import { BoothSetup } from './booth-setup.tsx';
import { BoothStage } from './booth-stage.tsx';
import { BoothSummary } from './booth-summary.tsx';
import { useBooth } from './use-booth.ts';

export interface RecordingBoothProps {
  targets: readonly RecordingTarget[];
  onClose: () => void;
}

export function RecordingBooth({ targets, onClose }: RecordingBoothProps) {
  const t = useMessages();
  const booth = useBooth(useRecordingUploadsContext());
  const [isConfirming, setIsConfirming] = useState(false);
  const { prompts, progress, current, failedCount } = booth;
  const unsent = progress.filter(({ state }) => state === 'uploading' || state === 'failed').length;
  const recorded = progress.filter(({ state }) => state !== 'none').length;
  const close = () => {
    if (unsent === 0) onClose();
    else {
      booth.recorder.pause();
      setIsConfirming(true);
    }
  };
  return (
    <Dialog open onOpenChange={(open) => !open && close()} size="full" title={t('recordingBooth.title')}>
      {prompts.length === 0 ? (
        <BoothSetup targets={targets} onStart={booth.begin} />
      ) : (
        <Stack gap={5}>
          <ProgressBar
            label={t('recordingBooth.progress', { count: recorded, total: prompts.length })}
            value={(100 * recorded) / prompts.length}
          />
          {failedCount > 0 ? (
            <Callout tone="danger" announce>
              <Inline justify="between">
                <span>{t('recordingBooth.failed', { count: failedCount })}</span>
                <Button size="small" onClick={booth.sendFailedAgain}>
                  {t('recordingBooth.sendAgain')}
                </Button>
              </Inline>
            </Callout>
          ) : null}
          {current === undefined ? (
            <BoothSummary booth={booth} onClose={close} />
          ) : (
            <BoothStage booth={booth} />
          )}
        </Stack>
      )}
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={t('recordingBooth.leave')}
        description={t('recordingBooth.unsent', { count: unsent })}
        confirmLabel={t('recordingBooth.confirmLeave')}
        cancelLabel={t('recordingBooth.stay')}
        onConfirm={onClose}
      />
    </Dialog>
  );
}
