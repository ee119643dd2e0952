import { messages } from '@khmer-learning/contracts';
import { CopyIcon, IconButton, toast } from '@khmer-learning/ui-kit';

interface CopyButtonProps {
  /** What is copied, as it stands in the button's name: `base URL`. */
  contentLabel: string;
  text: string;
}

/** Copies a text and says so. Browsers allow it on pages served over https, and on this machine. */
export function CopyButton({ contentLabel, text }: CopyButtonProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.show({ tone: 'success', title: messages.apiKey.copied });
    } catch {
      toast.error('This browser does not allow copying here. Select the text and copy it by hand.');
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
