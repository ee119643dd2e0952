import { Button } from '@khmer-learning/ui-kit';

export interface PublishButtonsProps {
  /** From `usePublishing`. */
  publishing: {
    savingAs: 'draft' | 'working copy' | 'published' | null;
    saveAsDraft: () => void;
    saveWorkingCopy: (() => void) | null;
    publish: () => void;
  };
  /** The publish button's label: `Publish Lesson`. */
  label: string;
  /** Saving is not possible at the moment. */
  disabled?: boolean;
}

/** The buttons that save a form as a draft or, if it is published, as a working copy, or publish it. */
export function PublishButtons({ publishing, label, disabled = false }: PublishButtonsProps) {
  const { savingAs, saveAsDraft, saveWorkingCopy, publish } = publishing;
  const isSavingWorkingCopy = savingAs === 'working copy';
  const isSavingItem = savingAs !== null && !isSavingWorkingCopy;
  return (
    <>
      <Button disabled={savingAs !== null || disabled} onClick={saveAsDraft}>
        Save as Draft
      </Button>
      {saveWorkingCopy === null ? null : (
        <Button
          loading={isSavingWorkingCopy}
          loadingLabel="Saving..."
          disabled={isSavingItem || disabled}
          onClick={saveWorkingCopy}
        >
          Save working copy
        </Button>
      )}
      <Button
        variant="primary"
        loading={isSavingItem}
        loadingLabel="Publishing..."
        disabled={isSavingWorkingCopy || disabled}
        onClick={publish}
      >
        {label}
      </Button>
    </>
  );
}
