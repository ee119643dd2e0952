import { Button, Dialog, Stack } from '@khmer-learning/ui-kit';
import type { ReactNode } from 'react';
import { useMessages } from '../messages/messages.ts';
import { ComparisonStatus, useComparison } from './comparison.tsx';
import type { ComparedField, FieldDifferencesProps } from './field-differences.tsx';

export interface ComparisonDialogProps extends Pick<FieldDifferencesProps, 'names' | 'sameText'> {
  title: string;
  description: string;
  compare: () => Promise<readonly ComparedField[]>;
  onClose: () => void;
  children?: ReactNode;
}

/** Shows what differs between two versions of an item. */
export function ComparisonDialog({
  title,
  description,
  compare,
  onClose,
  children,
  ...differences
}: ComparisonDialogProps) {
  const t = useMessages();
  const comparison = useComparison(compare);
  const { data } = comparison;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="large"
      title={title}
      description={description}
      footer={<Button onClick={onClose}>{t('comparisonDialog.close')}</Button>}
    >
      <Stack gap={4}>
        {children}
        <ComparisonStatus comparison={comparison} />
        {data === undefined ? null : <data.FieldDifferences {...differences} fields={data.compared} />}
      </Stack>
    </Dialog>
  );
}
