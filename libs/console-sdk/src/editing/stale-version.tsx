import { failureCodes } from '@khmer-learning/contracts';
import { Button, Dialog, Stack, Text } from '@khmer-learning/ui-kit';
import { ApiError } from '../api/api-error.ts';

/** Whether a save failed because someone else had saved first. */
export function isStaleVersion(error: Error): boolean {
  return error instanceof ApiError && error.code === failureCodes.staleVersion;
}

export interface StaleVersionDialogProps {
  open: boolean;
  /** As it stands in a sentence: `main lesson`. */
  thing: string;
  /** What becomes of the changes here when the newer version is loaded. */
  whatReloadDoes: string;
  onKeepEditing: () => void;
  onReload: () => void;
  onOverwrite: () => void;
}

/** Someone else saved the same thing meanwhile: whose version is it to be? */
export function StaleVersionDialog(props: StaleVersionDialogProps) {
  const { open, thing, whatReloadDoes, onKeepEditing, onReload, onOverwrite } = props;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onKeepEditing()}
      title={`This ${thing} was changed by someone else`}
      description="Your changes have not been saved."
      footer={
        <>
          <Button onClick={onKeepEditing}>Keep editing</Button>
          <Button onClick={onReload}>Reload</Button>
          <Button variant="danger" onClick={onOverwrite}>
            Overwrite
          </Button>
        </>
      }
    >
      <Stack gap={2}>
        <Text>{`Reload shows the ${thing} as it is now. ${whatReloadDoes}`}</Text>
        <Text>Overwrite saves what you have here, in place of the other person’s changes.</Text>
      </Stack>
    </Dialog>
  );
}
