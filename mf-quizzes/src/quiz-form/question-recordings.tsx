import {
  type RecordableRow,
  RecordingButtons,
  type RecordingTarget,
  type RowRecordings,
  removeRowRecordings,
  UnassignedRecordings,
  useFormContext,
  useRecordingTarget,
  useRowRecordings,
  useSetFormValues,
} from '@khmer-learning/console-kit';
import { type Recording, recordingLimits } from '@khmer-learning/contracts';
import { createContext, type ReactNode, useContext } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import type { QuestionFormValues } from './question-values.ts';
import type { QuizFormValues } from './quiz.fields.tsx';

/** A text of a question that can be recorded; options are counted from 0. */
type QuestionText = 'question' | 'answer' | `option-${number}`;

const QuestionRecordingsContext = createContext<{
  readonly target: RecordingTarget;
  readonly recordings: RowRecordings;
  readonly removeOption: (index: number) => void;
} | null>(null);

function useQuestionRecordings() {
  const recordings = useContext(QuestionRecordingsContext);
  if (recordings === null)
    throw new Error('There is no QuestionRecordingsProvider around this part of the form');
  return recordings;
}

/** The texts of a question of any kind: those of another kind stay in the form. A text is read in both languages. */
function toRows({ question, options, answer = '' }: QuestionFormValues): RecordableRow[] {
  const row = (id: QuestionText, text: string) => ({ id, texts: { en: text, km: text } });
  return [
    row('question', question),
    ...options.map((option, index) => row(`option-${index}`, option)),
    row('answer', answer),
  ];
}

const noRecordings: readonly Recording[] = [];

/** Makes the texts of a question recordable, and lists its recordings of other texts after `children`. */
export function QuestionRecordingsProvider({
  control,
  index,
  label,
  children,
}: {
  control: Control<QuizFormValues>;
  index: number;
  label: string;
  children: ReactNode;
}) {
  const { getValues, setValue } = useFormContext<QuizFormValues>();
  const setFormValues = useSetFormValues();
  const values = useWatch({ control, name: `questions.${index}` });
  const target = useRecordingTarget({
    label,
    index,
    getRows: () => toRows(getValues(`questions.${index}`)),
    getRecordings: () => getValues(`questions.${index}.recordings`),
    // A step of its own in the undo history, whatever is being typed when an upload is complete.
    setRecordings: (next) =>
      setFormValues({
        ...getValues(),
        questions: getValues('questions').map((question, other) =>
          other === index ? { ...question, recordings: toFieldValue(next) } : question,
        ),
      }),
    max: recordingLimits.perQuestion,
  });
  const recordings = useRowRecordings(toRows(values), values.recordings ?? noRecordings);
  const removeOption = (option: number) => {
    const left = removeRowRecordings(target.getRecordings(), `option-${option}`, recordings);
    if (left !== target.getRecordings())
      setValue(`questions.${index}.recordings`, toFieldValue(left), { shouldDirty: true });
  };
  return (
    <QuestionRecordingsContext value={{ target, recordings, removeOption }}>
      {children}
      <UnassignedRecordings target={target} recordings={recordings.unassigned} />
    </QuestionRecordingsContext>
  );
}

/** The field is absent when a question has no recordings. */
const toFieldValue = (recordings: readonly Recording[]) =>
  recordings.length === 0 ? undefined : [...recordings];

export function QuestionTextRecordings({ name, text }: { name: QuestionText; text: string }) {
  const { target, recordings } = useQuestionRecordings();
  return (
    <RecordingButtons target={target} texts={{ en: text, km: text }} recorded={recordings.byRow.get(name)} />
  );
}

/** @returns removes the recordings of an option that is being removed */
export const useRemoveOptionRecordings = () => useQuestionRecordings().removeOption;
