import { Button } from '@khmer-learning/ui-kit';

export interface PublishButtonsProps {
  /** From `usePublishing`. */
  publishing: { isSaving: boolean; saveAsDraft: () => void; publish: () => void };
  /** The publish button's label: `Publish Lesson`. */
  label: string;
  /** Saving is not possible at the moment. */
  disabled?: boolean;
}

/** The buttons that save a form as a draft or publish it. */
export function PublishButtons({ publishing, label, disabled = false }: PublishButtonsProps) {
  const { isSaving, saveAsDraft, publish } = publishing;
  return (
    <>
      <Button disabled={isSaving || disabled} onClick={saveAsDraft}>
        Save as Draft
      </Button>
      <Button
        variant="primary"
        loading={isSaving}
        loadingLabel="Publishing..."
        disabled={disabled}
        onClick={publish}
      >
        {label}
      </Button>
    </>
  );
}
