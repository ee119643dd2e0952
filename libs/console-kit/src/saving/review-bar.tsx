import { ApiError, useApi, useApiMutation, useSession } from '@khmer-learning/console-sdk';
import { type Review, reviewMessages } from '@khmer-learning/contracts';
import {
  Button,
  Callout,
  formatSchoolMinute,
  Inline,
  langProps,
  Stack,
  translateServerMessage,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import styled from 'styled-components';
import { useMessages } from '../messages/messages.ts';
import { useRights } from '../rights/use-rights.ts';
import type { PublishableItem } from './publishable-kind.ts';
import { ReviewDialog } from './review-dialog.tsx';
import type { Publishing } from './use-publishing.ts';

const Quote = styled.blockquote`margin: 0; white-space: pre-wrap; overflow-wrap: anywhere;`;

interface ReviewBarProps<Item extends PublishableItem, Contents extends object> {
  publishing: Publishing<Item, Contents>;
  id: number;
  review: Review;
  onReload: () => void;
  disabled: boolean;
}

/** The review of the form's item: for the author what was asked and answered, for a reviewer the buttons that answer it. */
export function ReviewBar<Item extends PublishableItem, Contents extends object>({
  publishing,
  id,
  review,
  onReload,
  disabled,
}: ReviewBarProps<Item, Contents>) {
  const t = useMessages();
  const api = useApi();
  const { mayPublish } = useRights();
  const isOwn = useSession().user.id === review.requestedBy.id;
  const { kind, autoSave, isDirty, isSaving, savedVersion } = publishing;
  const { review: endpoints } = kind.endpoints;
  const [isAsking, setAsking] = useState(false);
  const isAnswered = review.state === 'changes-requested';
  const by = (isAnswered && review.answeredBy) || review.requestedBy;
  const text = isAnswered ? (review.answer ?? '') : review.message;
  const isStale = review.version !== savedVersion;
  const params = { id };
  const common = {
    changes: [kind.entity],
    onSuccess: () => {
      autoSave.save();
      onReload();
    },
    onError: (error: Error) => {
      // Somebody else was faster: what the form shows is over.
      if (error instanceof ApiError && error.status === 409 && !isDirty) onReload();
      return false;
    },
  };
  const granting = useApiMutation({
    ...common,
    call: () => api.call(endpoints.grant, { params, body: { version: savedVersion } }),
    successMessage: translateServerMessage(kind.messages.updated),
    failureMessage: t('reviewBar.publishFailed'),
  });
  const withdrawing = useApiMutation({
    ...common,
    call: () => api.call(endpoints.withdraw, { params }),
    successMessage: translateServerMessage(reviewMessages.withdrawn),
    failureMessage: t('reviewBar.withdrawFailed'),
  });
  const isBusy = granting.isPending || withdrawing.isPending || isSaving || disabled;
  const isReviewer = mayPublish && !isAnswered;
  return (
    <Callout
      tone={isAnswered ? 'warning' : 'info'}
      title={t(isAnswered ? 'reviewBar.changesRequested' : 'reviewBar.requested', {
        at: formatSchoolMinute(new Date((isAnswered && review.answeredAt) || review.requestedAt)),
      })}
    >
      <Stack gap={2}>
        <span>
          {t.rich(
            'reviewBar.by',
            { name: (name) => <strong {...langProps(by.name)}>{name}</strong> },
            { by: by.name },
          )}
        </span>
        {text === '' ? null : <Quote {...langProps(text)}>{text}</Quote>}
        {isStale ? <span>{t(mayPublish ? 'reviewBar.saved' : 'reviewBar.savedOwn')}</span> : null}
        <Inline>
          {isReviewer ? (
            <>
              <Button
                size="small"
                variant="primary"
                loading={granting.isPending}
                loadingLabel={t('action.publishing')}
                disabled={isBusy || isDirty}
                onClick={() => granting.mutate(undefined)}
              >
                {t('publishableForm.publish')}
              </Button>
              <Button size="small" disabled={isBusy} onClick={() => setAsking(true)}>
                {t('reviewBar.askForChanges')}
              </Button>
            </>
          ) : null}
          {isOwn || mayPublish ? (
            <Button
              size="small"
              variant="ghost"
              loading={withdrawing.isPending}
              disabled={isBusy}
              onClick={() => withdrawing.mutate(undefined)}
            >
              {t('reviewBar.withdraw')}
            </Button>
          ) : null}
        </Inline>
      </Stack>
      {isAsking ? (
        <ReviewDialog
          kind={kind}
          title={t('reviewBar.askForChanges')}
          description={t('reviewBar.changesDescription')}
          label={t('reviewBar.changes')}
          required={translateServerMessage(reviewMessages.changes)}
          action={t('reviewBar.askForChanges')}
          done={t('reviewBar.changesSent')}
          send={(message) =>
            api.call(endpoints.askForChanges, { params, body: { version: savedVersion, message } })
          }
          onSent={onReload}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Callout>
  );
}
