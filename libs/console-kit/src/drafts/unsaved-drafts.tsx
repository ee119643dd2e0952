import { useSession } from '@khmer-learning/console-sdk';
import { Badge, Button, Callout, DateText, Inline, langProps, Stack } from '@khmer-learning/ui-kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { useMessages } from '../messages/messages.ts';
import { listStoredDrafts, removeDraft, subscribeToStoredDrafts } from './stored-drafts.ts';

/** The drafts of the form with this name that this browser keeps, as they are now; all rows of a list share one query. */
function useStoredDrafts(form: string) {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const { data = [] } = useQuery({
    queryKey: ['stored-drafts', user.id],
    queryFn: () => listStoredDrafts(user.id),
    networkMode: 'always',
    staleTime: 0,
  });
  useEffect(
    () =>
      subscribeToStoredDrafts(
        () => void queryClient.invalidateQueries({ queryKey: ['stored-drafts', user.id] }),
      ),
    [queryClient, user.id],
  );
  return data.filter((draft) => draft.form === form);
}

export interface UnsavedDraftBadgeProps {
  /** The name of the form, as in `useAutoSave`: `lesson`. */
  form: string;
  itemId: number;
}

/** Marks an item of a list that has unsaved changes in this browser. */
export function UnsavedDraftBadge({ form, itemId }: UnsavedDraftBadgeProps) {
  const t = useMessages();
  const hasDraft = useStoredDrafts(form).some((draft) => draft.itemId === itemId);
  return hasDraft ? <Badge tone="yellow">{t('unsavedDrafts.badge')}</Badge> : null;
}

export interface NewItemDraftsProps {
  /** The name of the form, as in `useAutoSave`: `lesson`. */
  form: string;
  itemType: string;
  /** Opens the form of a new item with the draft: `continueDraft` of `useItemEditor`. */
  onContinue: (draft: string) => void;
}

/** Offers above a list the new items that were left without saving, each with its title and time. */
export function NewItemDrafts({ form, itemType, onContinue }: NewItemDraftsProps) {
  const t = useMessages();
  const id = useId();
  const drafts = useStoredDrafts(form).filter(({ itemId }) => itemId === null);
  if (drafts.length === 0) return null;
  return (
    <Callout tone="info" title={t('unsavedDrafts.title', { itemType })}>
      <Stack gap={2}>
        {drafts.map(({ name, title, savedAt }) => (
          <Inline key={name} justify="between" gap={3} role="group" aria-labelledby={id + name}>
            <span id={id + name}>
              <span {...langProps(title)}>{title ?? t('unsavedDrafts.untitled')}</span>{' '}
              <DateText at={savedAt.toISOString()} />
            </span>
            <Inline>
              <Button size="small" variant="ghost" onClick={() => void removeDraft(name)}>
                {t('action.discard')}
              </Button>
              <Button size="small" onClick={() => onContinue(name)}>
                {t('unsavedDrafts.continue')}
              </Button>
            </Inline>
          </Inline>
        ))}
      </Stack>
    </Callout>
  );
}
