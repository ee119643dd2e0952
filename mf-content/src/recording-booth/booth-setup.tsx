import { type RecordingTarget, useClips, useRecordingUploadsContext } from '@khmer-learning/console-kit';
import { recordingLimits } from '@khmer-learning/contracts';
import { Button, Callout, Card, FormField, MicIcon, RadioGroup, Stack, Text } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { useMessages } from '../messages/messages.ts';
import { listPrompts, type Prompt, type PromptChoice } from './prompts.ts';

interface BoothSetupProps {
  targets: readonly RecordingTarget[];
  onStart: (prompts: readonly Prompt[]) => void;
}

export function BoothSetup({ targets, onStart }: BoothSetupProps) {
  const t = useMessages();
  const clips = useClips(useRecordingUploadsContext());
  const [languages, setLanguages] = useState<PromptChoice['languages']>('both');
  const [rows, setRows] = useState<PromptChoice['rows']>('missing');
  const { prompts, withoutRoom } = listPrompts(targets, { languages, rows }, clips);
  return (
    <Card>
      <Stack gap={4}>
        <Text>{t('boothSetup.explanation')}</Text>
        <FormField group label={t('boothSetup.languages')}>
          <RadioGroup
            options={[
              { value: 'en', label: t('boothSetup.english') },
              { value: 'km', label: t('boothSetup.khmer') },
              { value: 'both', label: t('boothSetup.both') },
            ]}
            value={languages}
            onValueChange={setLanguages}
          />
        </FormField>
        <FormField group label={t('boothSetup.words')}>
          <RadioGroup
            options={[
              { value: 'missing', label: t('boothSetup.missing') },
              { value: 'all', label: t('boothSetup.all') },
            ]}
            value={rows}
            onValueChange={setRows}
          />
        </FormField>
        {withoutRoom > 0 ? (
          <Callout tone="warning">
            {t('boothSetup.withoutRoom', { count: withoutRoom, max: recordingLimits.perSection })}
          </Callout>
        ) : null}
        <Text role="status" strong>
          {prompts.length > 0
            ? t('boothSetup.count', { count: prompts.length })
            : t(rows === 'missing' ? 'boothSetup.nothingMissing' : 'boothSetup.noWords')}
        </Text>
        <div>
          <Button
            variant="primary"
            icon={<MicIcon aria-hidden="true" />}
            disabled={prompts.length === 0}
            onClick={() => onStart(prompts)}
          >
            {t('boothSetup.start')}
          </Button>
        </div>
      </Stack>
    </Card>
  );
}
