import { messages } from '@khmer-learning/contracts';
import { CopyIcon, IconButton, toast } from '@khmer-learning/ui-kit';
import { message, useMessages } from '../messages/messages.ts';

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
