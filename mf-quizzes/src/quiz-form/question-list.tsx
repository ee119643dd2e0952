import {
  type CollisionDetection,
  closestCenter,
  DndContext,
  DragOverlay,
  pointerWithin,
  rectIntersection,
} from '@dnd-kit/core';
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import {
  focusOrderAfterMove,
  useDragList,
  useFormContext,
  useOfferUndo,
  useUndoableFieldArray,
} from '@khmer-learning/console-kit';
import { quizLimits } from '@khmer-learning/contracts';
import {
  Button,
  Card,
  Heading,
  Inline,
  PlusIcon,
  Stack,
  Text,
  translateServerMessage,
  VisuallyHidden,
} from '@khmer-learning/ui-kit';
import {
  type Ref,
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useFieldArray, useFormState } from 'react-hook-form';
import styled from 'styled-components';
import { questionKey } from '../generator/generate-questions.ts';
import { GenerateQuestionsDialog } from '../generator/generate-questions-dialog.tsx';
import { useMessages } from '../messages/messages.ts';
import { QuestionBankDialog } from '../question-bank/question-bank-dialog.tsx';
import { useDragSensors } from '../reorder/use-drag-sensors.ts';
import { PlayQuiz } from '../try-answer/try-answer.tsx';
import { QuestionEditor, type QuestionEditorProps, SortableQuestionContext } from './question-editor.tsx';
import { emptyQuestion, isEmptyQuestion, type QuestionFormValues } from './question-values.ts';
import type { QuizFormValues } from './quiz.fields.tsx';

/** Questions are tall, so the target is the one under the pointer, or that the dragged title covers most. */
const detectCollision: CollisionDetection = (dragged) => {
  const under = dragged.pointerCoordinates ? pointerWithin(dragged) : rectIntersection(dragged);
  return under.length > 0 ? under : closestCenter(dragged);
};

/** The focus after the next render: the first enabled element of these selectors in the question at this place. */
interface PendingFocus {
  index: number;
  selectors: readonly string[];
}

const actionSelectors = (...actions: readonly string[]) =>
  actions.map((action) => `[data-action="${action}"]:not(:disabled)`);

interface QuestionListProps {
  /** Begins with the dialog that generates questions. */
  startsGenerating: boolean;
  /** The quiz that is edited; null for a new one. */
  quizId: number | null;
  ref?: Ref<{ expand: (index: number) => void }>;
}

/** The questions of the form, written by hand, generated from a lesson's vocabulary or copied from other quizzes. */
export function QuestionList({ startsGenerating, quizId, ref }: QuestionListProps) {
  const t = useMessages();
  const { control, getValues, setValue, subscribe } = useFormContext<QuizFormValues>();
  const { errors, isSubmitted, submitCount } = useFormState({ control, name: 'questions', exact: true });
  // Questions have their own `id`, so the field array's render key needs another name.
  const { fields, append, insert, move, remove, replace } = useFieldArray({
    control,
    name: 'questions',
    keyName: 'key',
  });
  useUndoableFieldArray('questions', { insert, remove, move });
  const offerUndo = useOfferUndo();
  const [adding, setAdding] = useState<'generated' | 'bank' | null>(startsGenerating ? 'generated' : null);
  /** The keys of the questions that are collapsed. */
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  /** The last change to the list, announced to screen readers. */
  const [announcement, setAnnouncement] = useState('');

  const root = useRef<HTMLDivElement>(null);
  const pendingFocus = useRef<PendingFocus | null>(null);
  useEffect(() => {
    if (pendingFocus.current === null) return;
    const { index, selectors } = pendingFocus.current;
    pendingFocus.current = null;
    const question = root.current?.querySelector(`[data-question="${index}"]`);
    const targets = selectors.map((selector) => question?.querySelector<HTMLElement>(selector));
    targets.find((target) => target)?.focus();
  });

  const toggle = useCallback((key: string) => {
    setCollapsed((last) => {
      const next = new Set(last);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  }, []);
  const expand = (keys: readonly string[]) =>
    setCollapsed((last) => new Set([...last].filter((key) => !keys.includes(key))));
  useImperativeHandle(ref, () => ({
    expand: (index) => flushSync(() => expand(fields.slice(index, index + 1).map(({ key }) => key))),
  }));
  // What is hidden cannot get the focus when a save finds errors.
  const expandInvalid = useEffectEvent(() => {
    const invalid = fields.filter(({ key }, index) => errors.questions?.[index] && collapsed.has(key));
    if (invalid.length === 0) return;
    expand(invalid.map(({ key }) => key));
    const index = fields.findIndex((_, place) => errors.questions?.[place]);
    const focused = document.activeElement?.closest('[aria-invalid="true"]:not([hidden] *)');
    if (!focused) pendingFocus.current = { index, selectors: ['[aria-invalid="true"]'] };
  });
  useEffect(() => {
    if (submitCount > 0) expandInvalid();
  }, [submitCount]);

  // Undo changes a question and focuses it, also a collapsed one.
  const expandChanged = useEffectEvent((name: string) => {
    const index = /^questions\.(\d+)\.(?!id$|recordings)/.exec(name)?.[1];
    const key = fields[Number(index)]?.key;
    if (key !== undefined && collapsed.has(key)) expand([key]);
  });
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ name = '' }) => expandChanged(name) }),
    [subscribe],
  );

  const moveTo = useCallback(
    (from: number, to: number) => {
      pendingFocus.current = { index: to, selectors: actionSelectors(...focusOrderAfterMove(from, to)) };
      move(from, to);
      setAnnouncement(t('questionList.moved', { from: from + 1, to: to + 1 }));
    },
    [move, t],
  );
  const duplicate = useCallback(
    (index: number) => {
      // The server gives the copy an id of its own.
      const copy = { ...getValues(`questions.${index}`), id: undefined };
      insert(index + 1, copy, { focusName: `questions.${index + 1}.question` });
      setAnnouncement(t('questionList.duplicated', { number: index + 1 }));
    },
    [insert, getValues, t],
  );
  const removeAt = useCallback(
    (index: number) => {
      remove(index);
      // The question that takes its place, or the last one. The last remaining question has no remove button.
      const next = Math.min(index, getValues('questions').length - 1);
      pendingFocus.current = { index: next, selectors: [...actionSelectors('remove'), 'input'] };
      offerUndo(t('questionList.removed', { number: index + 1 }));
    },
    [remove, getValues, offerUndo, t],
  );

  const addQuestions = (questions: readonly QuestionFormValues[], lessonId = 0) => {
    const written = getValues('questions').filter((question) => !isEmptyQuestion(question));
    replace([...written, ...questions]);
    if (getValues('lessonId') === 0 && lessonId > 0) {
      setValue('lessonId', lessonId, { shouldDirty: true, shouldValidate: isSubmitted });
    }
    offerUndo(t('questionList.added', { count: questions.length }));
    setAdding(null);
  };
  const dialogProps = () => {
    const written = getValues('questions').filter((question) => !isEmptyQuestion(question));
    return {
      lessonId: getValues('lessonId'),
      remainingCapacity: quizLimits.questions - written.length,
      existingQuestions: new Set(getValues('questions').map(questionKey)),
      onAdd: addQuestions,
      onClose: () => setAdding(null),
    };
  };

  const keys = fields.map(({ key }) => key);
  const nameOf = (id: unknown) => t('label.questionNumber', { number: keys.indexOf(String(id)) + 1 });
  const { dragged, context } = useDragList({
    ids: keys,
    nameOf,
    instructions: t('sortableTexts.dragInstructions'),
    onMove: move,
  });
  const sensors = useDragSensors();
  const areCollapsed = fields.every(({ key }) => collapsed.has(key));

  return (
    <Stack gap={4} ref={root}>
      <Inline justify="between">
        <Heading level={2} size="section">
          {t('questionList.title', { count: fields.length })}
        </Heading>
        <Inline gap={2}>
          {fields.length > 1 ? (
            <Button variant="ghost" onClick={() => setCollapsed(new Set(areCollapsed ? [] : keys))}>
              {t(areCollapsed ? 'questionList.expandAll' : 'questionList.collapseAll')}
            </Button>
          ) : null}
          <PlayQuiz />
          <Button onClick={() => setAdding('generated')}>{t('action.generate')}</Button>
        </Inline>
      </Inline>
      <DndContext {...context} sensors={sensors} collisionDetection={detectCollision}>
        <SortableContext items={keys} strategy={verticalListSortingStrategy}>
          {fields.map(({ key }, index) => (
            <SortableQuestion
              key={key}
              control={control}
              fieldKey={key}
              index={index}
              count={fields.length}
              isCollapsed={collapsed.has(key)}
              onToggle={toggle}
              onMove={moveTo}
              onDuplicate={duplicate}
              onRemove={removeAt}
            />
          ))}
        </SortableContext>
        <DragOverlay>
          {dragged === null ? null : (
            <Card>
              <Text strong lines={1}>
                {nameOf(dragged)}
              </Text>
            </Card>
          )}
        </DragOverlay>
      </DndContext>
      {errors.questions?.root?.message === undefined ? null : (
        <Text role="alert">{translateServerMessage(errors.questions.root.message)}</Text>
      )}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <Inline gap={2}>
        <Button
          icon={<PlusIcon aria-hidden="true" />}
          disabled={fields.length >= quizLimits.questions}
          onClick={() => append(emptyQuestion)}
        >
          {t('questionList.add')}
        </Button>
        <Button onClick={() => setAdding('bank')}>{t('questionList.addFromBank')}</Button>
      </Inline>
      {adding === 'generated' ? <GenerateQuestionsDialog {...dialogProps()} /> : null}
      {adding === 'bank' ? <QuestionBankDialog {...dialogProps()} quizId={quizId} /> : null}
    </Stack>
  );
}

const Place = styled.div`&[data-dragging='true'] { opacity: 0.4; }`;

/** The place of a question, which is rendered often during a drag; the question itself is not. */
function SortableQuestion(props: QuestionEditorProps) {
  const sortable = useSortable({ id: props.fieldKey });
  return (
    <Place
      ref={sortable.setNodeRef}
      data-form-place=""
      data-question={props.index}
      data-dragging={sortable.isDragging}
      style={{ transform: CSS.Translate.toString(sortable.transform), transition: sortable.transition }}
    >
      <SortableQuestionContext value={sortable}>
        <QuestionEditor {...props} />
      </SortableQuestionContext>
    </Place>
  );
}
