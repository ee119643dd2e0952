import { userMessageOf } from '@khmer-learning/console-sdk';
import { ConfirmDialog } from '@khmer-learning/ui-kit';

interface RegenerateKeyDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onGenerate: () => Promise<unknown>;
}

/** Shown if a key cannot be generated and the server gives no message. */
export const generationFailedMessage = 'Failed to generate API key';

/** Asks for confirmation before a new key replaces the current one. */
export function RegenerateKeyDialog({ open, onOpenChange, onGenerate }: RegenerateKeyDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Regenerate the API key?"
      description="Your current key will stop working everywhere immediately. Every app that uses it needs the new key."
      confirmLabel="Regenerate"
      confirmingLabel="Generating..."
      dangerous
      onConfirm={onGenerate}
      describeError={(error) => userMessageOf(error, generationFailedMessage)}
    />
  );
}
