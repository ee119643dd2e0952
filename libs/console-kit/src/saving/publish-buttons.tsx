import { Button, formatSchoolTime, narrowBreakpoint, Text, Tooltip } from '@khmer-learning/ui-kit';
import type { ComponentProps } from 'react';
import styled from 'styled-components';
import { saveKeys } from '../forms/form-keys.ts';
import { useMessages } from '../messages/messages.ts';

/** A button that saves a form, also by Ctrl+S or Cmd+S. By default the submit button of a form. */
export function SaveButton(props: ComponentProps<typeof Button>) {
  const t = useMessages();
  return (
    <Tooltip text={t('saveButton.keys')}>
      <Button
        type="submit"
        variant="primary"
        loadingLabel={t('saveButton.saving')}
        aria-keyshortcuts={saveKeys}
        {...props}
      />
    </Tooltip>
  );
}

/* Beside the buttons where there is room, so that the form keeps its height; otherwise a line of its own under them. */
const Hint = styled(Text)`
  order: 1;
  flex-basis: 100%;
  text-align: end;

  @media (min-width: 64rem) {
    order: -1;
    flex: 1 1 0;
    min-width: 12rem;
    text-align: start;
  }

  /* A small phone, or a keyboard on the screen, leaves no room for it. */
  @media (max-height: 30rem), (max-width: ${narrowBreakpoint}) and (max-height: 42rem) { display: none; }
`;

export interface PublishButtonsProps {
  /** From `usePublishing`. */
  publishing: {
    savingAs: 'draft' | 'working copy' | 'published' | null;
    /** Null for a new item. */
    item: { stored: { updatedAt?: string } } | null;
    /** Null for who may not unpublish it. */
    saveAsDraft: (() => void) | null;
    saveWorkingCopy: (() => void) | null;
    /** Null for who may not publish. */
    publish: (() => void) | null;
    /** Null while there is nothing new to review. */
    askForReview: (() => void) | null;
  };
  /** The publish button's label: `Publish Lesson`. */
  label: string;
  disabled?: boolean;
}

/**
 * The buttons that save a form as a draft or working copy, and publish it or ask for a review, with a line that says what
 * learners see after each. Ctrl+S or Cmd+S saves what they do not see.
 */
export function PublishButtons({ publishing, label, disabled = false }: PublishButtonsProps) {
  const t = useMessages();
  const { savingAs, item, saveAsDraft, saveWorkingCopy, publish, askForReview } = publishing;
  const isSavingWorkingCopy = savingAs === 'working copy';
  const isSavingItem = savingAs !== null && !isSavingWorkingCopy;
  const publishedAt = item?.stored.updatedAt;
  const hint =
    publish === null
      ? t('publishButtons.reviewHint')
      : saveWorkingCopy === null || publishedAt === undefined
        ? t('publishButtons.draftHint', { publish: label })
        : t('publishButtons.publishedHint', {
            publish: label,
            at: formatSchoolTime(new Date(publishedAt), { dateStyle: 'medium' }),
          });
  const draftButton = { disabled: savingAs !== null || disabled, onClick: saveAsDraft ?? undefined };
  return (
    <>
      {saveWorkingCopy === null ? (
        <SaveButton type="button" variant="secondary" {...draftButton}>
          {t('publishButtons.saveAsDraft')}
        </SaveButton>
      ) : (
        <>
          {saveAsDraft === null ? null : <Button {...draftButton}>{t('publishButtons.saveAsDraft')}</Button>}
          <SaveButton
            type="button"
            variant="secondary"
            loading={isSavingWorkingCopy}
            disabled={isSavingItem || disabled}
            onClick={saveWorkingCopy}
          >
            {t('publishButtons.saveWorkingCopy')}
          </SaveButton>
        </>
      )}
      {publish === null ? (
        <Button
          variant="primary"
          disabled={savingAs !== null || disabled || askForReview === null}
          onClick={askForReview ?? undefined}
        >
          {t('publishButtons.askForReview')}
        </Button>
      ) : (
        <Button
          variant="primary"
          loading={isSavingItem}
          loadingLabel={t('action.publishing')}
          disabled={isSavingWorkingCopy || disabled}
          onClick={publish}
        >
          {label}
        </Button>
      )}
      <Hint size="small" muted>
        {hint}
      </Hint>
    </>
  );
}
