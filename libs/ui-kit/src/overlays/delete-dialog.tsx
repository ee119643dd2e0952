import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color, fontWeight, radius, space } from '../foundation/tokens.ts';
import { useMessages } from '../messages/messages.ts';
import { langProps } from '../text/lang-props.ts';
import { Text } from '../text/text.tsx';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';

const ItemName = styled.p`
  margin: 0;
  padding: ${space(2.5)} ${space(3)};
  border: 1px solid ${color('border')};
  border-radius: ${radius.medium};
  background: ${color('surfaceSunken')};
  font-weight: ${fontWeight.medium};
  overflow-wrap: anywhere;
`;

const Consequence = styled.p`margin: 0; color: ${color('dangerText')}; font-weight: ${fontWeight.medium};`;

export interface DeleteDialogProps
  extends Pick<
    ConfirmDialogProps,
    'open' | 'onOpenChange' | 'onConfirm' | 'describeError' | 'confirmDisabled' | 'children'
  > {
  /** The type of the item in lower case, for use in a sentence: `lesson`, `main lesson`. */
  itemType: string;
  /** The item's name. */
  itemName: string;
  /** What else will be deleted: `3 lessons will be deleted as well`. */
  consequence?: ReactNode;
  /** The days in which it can be brought back under `Recently deleted`. */
  restorableDays?: number;
}

/** The confirmation dialog for deletions. */
export function DeleteDialog({
  itemType,
  itemName,
  consequence,
  restorableDays,
  children,
  ...rest
}: DeleteDialogProps) {
  const t = useMessages();
  return (
    <ConfirmDialog
      {...rest}
      title={t('deleteDialog.title')}
      description={t('deleteDialog.description')}
      confirmLabel={t('deleteDialog.confirm')}
      confirmingLabel={t('deleteDialog.confirming')}
      dangerous
    >
      <Text>{t('deleteDialog.question', { itemType })}</Text>
      <ItemName {...langProps(itemName)}>{itemName}</ItemName>
      {consequence === undefined ? null : <Consequence>{consequence}</Consequence>}
      {restorableDays === undefined ? null : (
        <Text>{t('deleteDialog.restorable', { days: restorableDays })}</Text>
      )}
      {children}
    </ConfirmDialog>
  );
}
