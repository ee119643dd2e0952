import {
  Button,
  Callout,
  CopyIcon,
  Dialog,
  DownloadIcon,
  fontSize,
  Inline,
  Stack,
  space,
} from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { copyText } from '../copy-text.ts';
import { useMessages } from '../messages/messages.ts';

const Codes = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr));
  gap: ${space(2)};
  margin: 0;
  padding: 0;
  list-style: none;
  font-family: ui-monospace, monospace;
  font-size: ${fontSize.body};
`;

function download(text: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = 'khmer-learning-recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Shows recovery codes, which cannot be shown again. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useMessages();
  const text = `${codes.join('\n')}\n`;
  const copy = () => copyText(text, t('recoveryCodes.copied'), t('recoveryCodes.copyFailed'));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('recoveryCodes.title')}
      description={t('recoveryCodes.description')}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('recoveryCodes.done')}
        </Button>
      }
    >
      <Stack gap={4}>
        <Callout tone="warning">{t('recoveryCodes.once')}</Callout>
        <Codes>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Codes>
        <Inline>
          <Button icon={<CopyIcon aria-hidden="true" />} onClick={() => void copy()}>
            {t('action.copy')}
          </Button>
          <Button icon={<DownloadIcon aria-hidden="true" />} onClick={() => download(text)}>
            {t('recoveryCodes.download')}
          </Button>
        </Inline>
      </Stack>
    </Dialog>
  );
}
