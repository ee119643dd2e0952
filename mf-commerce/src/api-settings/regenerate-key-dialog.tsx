import { userMessageOf } from '@khmer-learning/console-sdk';
import { ConfirmDialog } from '@khmer-learning/ui-kit';

interface RegenerateKeyDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onGenerate: () => Promise<unknown>;
}

/** What a key that could not be made is told with, when the server said nothing. */
export const generationFailedMessage = 'Failed to generate API key';

/** Asks before a new key ends the one that apps use now. */
export function RegenerateKeyDialog({ open, onOpenChange, onGenerate }: RegenerateKeyDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Regenerate the API key?"
      description="Your current key stops working everywhere at once. Every app that uses it needs the new one."
      confirmLabel="Regenerate"
      confirmingLabel="Generating..."
      dangerous
      onConfirm={onGenerate}
      describeError={(error) => userMessageOf(error, generationFailedMessage)}
    />
  );
}
