import { ApiError } from '@khmer-learning/console-sdk';
import {
  Button,
  Callout,
  color,
  Dialog,
  langProps,
  ProgressBar,
  Stack,
  Text,
  translateServerMessage,
} from '@khmer-learning/ui-kit';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { useMessages } from '../messages/messages.ts';
import { type ItemEditing, problemOf } from './use-item-edits.ts';

/* Focusable so that it can be scrolled with the keyboard: it contains no focusable elements. */
const Titles = styled.ul.attrs({ tabIndex: 0 })`
  max-height: 14rem;
  margin: 0;
  padding-left: 1.25rem;
  overflow: auto;
  overflow-wrap: anywhere;
`;
const Reason = styled.span`display: block; color: ${color('textMuted')};`;

export interface EditManyDialogProps<Edit extends { readonly id: number }> {
  title: string;
  description: string;
  question: string;
  confirmLabel: string;
  isDangerous: boolean;
  items: readonly { readonly id: number; readonly title: string }[];
  edits: readonly Edit[];
  editing: ItemEditing<Edit>;
  children?: ReactNode;
  onClose: () => void;
}

/**
 * Asks whether many items are to be edited, shows the progress, and why items cannot be: then nothing was changed, and they can
 * be left out. Hiding it lets the edits go on.
 */
export function EditManyDialog<Edit extends { readonly id: number }>({
  title,
  description,
  question,
  confirmLabel,
  isDangerous,
  items,
  edits,
  editing: { apply, cancel, progress, isPending, error, variables = edits },
  children,
  onClose,
}: EditManyDialogProps<Edit>) {
  const t = useMessages();
  const refusals = new Map(
    (error instanceof ApiError ? error.issues : []).flatMap(({ path, message }) => {
      const edit = variables[Number(/^edits\.(\d+)/.exec(path)?.[1])];
      return edit ? [[edit.id, message] as const] : [];
    }),
  );
  const wanted = edits.filter(({ id }) => !refusals.has(id));
  const titleOf = (id: number) => items.find((item) => item.id === id)?.title ?? '';
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={error === null && !isPending ? description : undefined}
      size="small"
      footer={
        isPending ? (
          <>
            <Button disabled={cancel === undefined} onClick={() => void cancel?.()}>
              {t('action.cancel')}
            </Button>
            <Button onClick={onClose}>{t('editMany.continueInBackground')}</Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{t('action.cancel')}</Button>
            <Button
              variant={isDangerous ? 'danger' : 'primary'}
              disabled={wanted.length === 0}
              onClick={() => apply(wanted)}
            >
              {refusals.size > 0
                ? t('editMany.withoutThese', { action: confirmLabel, count: wanted.length })
                : confirmLabel}
            </Button>
          </>
        )
      }
    >
      <Stack gap={3}>
        {isPending ? (
          <>
            <Text role="status">
              {t('editMany.progress', { done: progress?.done ?? 0, total: variables.length })}
            </Text>
            <ProgressBar label={title} value={((progress?.done ?? 0) / variables.length) * 100} />
          </>
        ) : error === null ? (
          <>
            <Text>{question}</Text>
            {children}
            <Titles>
              {items.map(({ id, title: of }) => (
                <li key={id} {...langProps(of)}>
                  {of}
                </li>
              ))}
            </Titles>
          </>
        ) : (
          <Callout tone="danger" announce title={t('itemEdits.failed')}>
            {translateServerMessage(problemOf(error))}
            {refusals.size === 0 ? null : (
              <Titles>
                {[...refusals].map(([id, reason]) => (
                  <li key={id} {...langProps(titleOf(id))}>
                    {titleOf(id)}
                    <Reason>{translateServerMessage(reason)}</Reason>
                  </li>
                ))}
              </Titles>
            )}
          </Callout>
        )}
      </Stack>
    </Dialog>
  );
}
