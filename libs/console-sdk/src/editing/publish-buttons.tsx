import { Button } from '@khmer-learning/ui-kit';
import type { Publishing } from './use-publishing.tsx';

export interface PublishButtonsProps {
  publishing: Pick<Publishing, 'isSaving' | 'saveAsDraft' | 'publish'>;
  /** `Publish Lesson` */
  label: string;
  /** Nothing can be saved at the moment. */
  disabled?: boolean;
}

/** Saves a form as a draft, or for learners to see. */
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
