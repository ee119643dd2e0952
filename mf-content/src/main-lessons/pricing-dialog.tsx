import type { MainLesson } from '@khmer-learning/contracts';
import { ConfirmDialog, formatTotal, Text } from '@khmer-learning/ui-kit';
import { SalesConsequence } from '../deletion/consequences.tsx';
import { useLessonCount, useMainLessonSales } from '../deletion/deletion-counts.ts';
import { useMessages } from '../messages/messages.ts';

interface PricingDialogProps {
  /** The stored, published main lesson, before the change. */
  lesson: MainLesson;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before a published main lesson that was free becomes paid, or a paid one free. */
export function PricingDialog({ lesson, onConfirm, onCancel }: PricingDialogProps) {
  const t = useMessages();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onCancel()}
      title={t(lesson.free ? 'pricingDialog.makePaidQuestion' : 'pricingDialog.makeFreeQuestion')}
      description={t(lesson.free ? 'pricingDialog.freeNow' : 'pricingDialog.paidNow')}
      confirmLabel={t(lesson.free ? 'pricingDialog.makePaid' : 'pricingDialog.makeFree')}
      dangerous={lesson.free}
      onConfirm={onConfirm}
    >
      {lesson.free ? <LockedLessons id={lesson.id} /> : <PaidSales id={lesson.id} />}
    </ConfirmDialog>
  );
}

function LockedLessons({ id }: { id: number }) {
  const t = useMessages();
  const lessons = useLessonCount({ mainLessonId: String(id), status: 'published' });
  if (lessons === 'loading') return <Text muted>{t('label.counting')}</Text>;
  if (lessons === 'unknown') return <Text>{t('lockedLessons.unknown')}</Text>;
  if (lessons.total === 0) return <Text muted>{t('lockedLessons.none')}</Text>;
  return (
    <Text strong>{t('lockedLessons.locked', { count: lessons.total, total: formatTotal(lessons) })}</Text>
  );
}

function PaidSales({ id }: { id: number }) {
  return (
    <Text>
      <SalesConsequence sales={useMainLessonSales(id)} consequence="noRefund" />
    </Text>
  );
}
