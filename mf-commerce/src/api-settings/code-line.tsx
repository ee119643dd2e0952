import { messages } from '@khmer-learning/contracts';
import {
  CopyIcon,
  color,
  fontFamily,
  fontSize,
  IconButton,
  radius,
  space,
  toast,
} from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { message, useMessages } from '../messages/messages.ts';

export const CodeLine = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(1)};
  min-width: 0;
  padding: ${space(1.5)} ${space(2)} ${space(1.5)} ${space(3)};
  border: 1px solid ${color('border')};
  border-radius: ${radius.medium};
  background: ${color('surfaceSunken')};

  & > code { flex: 1; }
`;

export const Code = styled.code`
  min-width: 0;
  font-family: ${fontFamily.code};
  font-size: ${fontSize.small};
  line-height: 1.6;
  overflow-wrap: anywhere;
`;

interface CopyButtonProps {
  /** What is copied, as part of the button's label: `base URL`. */
  contentLabel: string;
  text: string;
}

/** Copies text to the clipboard and shows a toast. Browsers allow this only over HTTPS or on localhost. */
export function CopyButton({ contentLabel, text }: CopyButtonProps) {
  const t = useMessages();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.show({ tone: 'success', title: messages.apiKey.copied });
    } catch {
      toast.error(message('copyButton.failed'));
    }
  };
  return (
    <IconButton
      size="small"
      label={t('copyButton.label', { content: contentLabel })}
      tooltip={t('copyButton.tooltip')}
      icon={<CopyIcon aria-hidden="true" />}
      onClick={() => void copy()}
    />
  );
}

/** Masks a key for display; only its prefix stays readable: `khmer_••••••••`. */
export function maskApiKey(key: string): string {
  const prefix = key.slice(0, key.indexOf('_') + 1);
  return prefix + '•'.repeat(24);
}
