import type { MainLesson } from '@khmer-learning/contracts';
import { ConfirmDialog, formatTotal, Text } from '@khmer-learning/ui-kit';
import { SalesConsequence } from '../deletion/consequences.tsx';
import { useLessonCount, useMainLessonSales } from '../deletion/deletion-counts.ts';

interface PricingDialogProps {
  /** The stored, published main lesson, before the change. */
  lesson: MainLesson;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before a published main lesson that was free becomes paid, or a paid one free. */
export function PricingDialog({ lesson, onConfirm, onCancel }: PricingDialogProps) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onCancel()}
      title={lesson.free ? 'Make this main lesson paid?' : 'Make this main lesson free?'}
      description={describePricing(lesson)}
      confirmLabel={lesson.free ? 'Make paid' : 'Make free'}
      dangerous={lesson.free}
      onConfirm={onConfirm}
    >
      <AffectedByPricing lesson={lesson} />
    </ConfirmDialog>
  );
}

const describePricing = ({ free }: MainLesson) =>
  free
    ? 'It is free now. Learners who have not paid for it will no longer be able to open its lessons.'
    : 'It is paid now. Every learner will be able to open its lessons.';

const AffectedByPricing = ({ lesson: { id, free } }: Pick<PricingDialogProps, 'lesson'>) =>
  free ? <LockedLessons id={id} /> : <PaidSales id={id} />;

/** Says what it means that a published main lesson becomes paid, or free. `lesson` is the stored one. */
export function PricingConsequence({ lesson }: Pick<PricingDialogProps, 'lesson'>) {
  return (
    <>
      <Text>{describePricing(lesson)}</Text>
      <AffectedByPricing lesson={lesson} />
    </>
  );
}

function LockedLessons({ id }: { id: number }) {
  const lessons = useLessonCount({ mainLessonId: String(id), status: 'published' });
  if (lessons === 'loading') return <Text muted>Counting its lessons...</Text>;
  if (lessons === 'unknown') return <Text>It is not known how many lessons this locks.</Text>;
  if (lessons.total === 0) return <Text muted>It has no published lessons.</Text>;
  return (
    <Text strong>
      {lessons.total === 1
        ? '1 published lesson is locked.'
        : `${formatTotal(lessons)} published lessons are locked.`}
    </Text>
  );
}

function PaidSales({ id }: { id: number }) {
  return (
    <Text>
      <SalesConsequence sales={useMainLessonSales(id)} consequence="will not be refunded automatically" />
    </Text>
  );
}
