import { messages } from '@khmer-learning/contracts';
import { CopyIcon, IconButton, toast } from '@khmer-learning/ui-kit';

interface CopyButtonProps {
  /** What is copied, as part of the button's label: `base URL`. */
  contentLabel: string;
  text: string;
}

/** Copies text to the clipboard and shows a toast. Browsers allow this only over HTTPS or on localhost. */
export function CopyButton({ contentLabel, text }: CopyButtonProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.show({ tone: 'success', title: messages.apiKey.copied });
    } catch {
      toast.error('This browser does not allow copying here. Select the text and copy it manually.');
    }
  };
  return (
    <IconButton
      size="small"
      label={`Copy ${contentLabel}`}
      tooltip="Copy"
      icon={<CopyIcon aria-hidden="true" />}
      onClick={() => void copy()}
    />
  );
}
