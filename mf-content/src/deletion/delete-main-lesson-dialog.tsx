import { DeleteItemDialog } from '@khmer-learning/console-kit';
import type { MainLesson } from '@khmer-learning/contracts';
import { normaliseKhmer, trimInvisible } from '@khmer-learning/khmer-text';
import { FormField, TextInput } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { mainLessonKind } from '../main-lessons/main-lessons.api.ts';
import { useMessages } from '../messages/messages.ts';
import { LessonConsequence, SalesConsequence } from './consequences.tsx';
import { useLessonCount, useMainLessonSales, useQuizCount } from './deletion-counts.ts';

/** Titles are compared as they look: zero-width characters and spaces at the ends cannot be seen. */
const comparable = (title: string) => trimInvisible(normaliseKhmer(title));

/** Confirms the deletion of a main lesson. If learners have paid for it, or it is not known, the title must be typed. */
export function DeleteMainLessonDialog({ lesson, onClose }: { lesson: MainLesson; onClose: () => void }) {
  const t = useMessages();
  const { id, title } = lesson;
  const lessons = useLessonCount({ mainLessonId: String(id) });
  const quizzes = useQuizCount({ mainLessonId: id });
  const sales = useMainLessonSales(id);
  const [typed, setTyped] = useState('');
  const mustType = sales === 'unknown' || (sales !== 'loading' && sales.learners > 0);

  return (
    <DeleteItemDialog
      kind={mainLessonKind}
      item={lesson}
      onClose={onClose}
      consequence={
        <>
          <LessonConsequence lessons={lessons} quizzes={quizzes} />
          <br />
          <SalesConsequence sales={sales} consequence="losesAccess" />
        </>
      }
      confirmDisabled={sales === 'loading' || (mustType && comparable(typed) !== comparable(title))}
    >
      {mustType ? (
        <FormField label={t('deleteMainLessonDialog.typeTitle')}>
          <TextInput value={typed} onChange={(event) => setTyped(event.target.value)} autoComplete="off" />
        </FormField>
      ) : null}
    </DeleteItemDialog>
  );
}
