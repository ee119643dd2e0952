import { EditManyDialog, type ItemEditing, useItemEdits } from '@khmer-learning/console-kit';
import { type BodyOf, type Quiz, quizEdits, versionLimits } from '@khmer-learning/contracts';
import { Text } from '@khmer-learning/ui-kit';
import { useMessages } from '../messages/messages.ts';

type Edit = BodyOf<typeof quizEdits.create>['edits'][number];

/** An action on many quizzes. Its texts are the messages `quizAction`, which select by its name. */
export interface QuizAction {
  name: 'publish' | 'unpublish' | 'delete';
  edit: Pick<Edit, 'status' | 'deleted'>;
  /** Whether the action would change the quiz. */
  appliesTo: (quiz: Quiz) => boolean;
}

export const quizActions: readonly QuizAction[] = [
  {
    name: 'publish',
    // Of a quiz that is active already, this publishes the working copy.
    edit: { status: 'active' },
    appliesTo: ({ status, workingCopy }) => status !== 'active' || Boolean(workingCopy),
  },
  { name: 'unpublish', edit: { status: 'draft' }, appliesTo: ({ status }) => status === 'active' },
  { name: 'delete', edit: { deleted: true }, appliesTo: () => true },
];

/** Edits many quizzes, see `useItemEdits`. */
export const useEditQuizzes = (
  options: Omit<Parameters<typeof useItemEdits<Edit>>[0], 'endpoints' | 'create' | 'entities'>,
) =>
  useItemEdits<Edit>({
    ...options,
    endpoints: quizEdits,
    create: (api, edits) => api.call(quizEdits.create, { body: { edits } }),
    entities: ['quiz'],
  });

interface QuizActionDialogProps {
  action: QuizAction;
  quizzes: readonly Quiz[];
  editing: ItemEditing<Edit>;
  onClose: () => void;
}

/** Asks whether an action is to be done with many quizzes, and does it. */
export function QuizActionDialog({ action: { name, edit }, quizzes, ...props }: QuizActionDialogProps) {
  const t = useMessages();
  const workingCopies = quizzes.filter(({ workingCopy }) => workingCopy).length;
  return (
    <EditManyDialog
      {...props}
      title={t('quizAction.title', { action: name })}
      description={t('quizAction.warning', { action: name })}
      question={t('quizAction.question', { action: name, count: quizzes.length })}
      confirmLabel={t('quizAction.label', { action: name })}
      isDangerous={name === 'delete'}
      items={quizzes}
      edits={quizzes.map(({ id, version }) => ({ ...edit, id, version }))}
    >
      {name !== 'delete' && workingCopies > 0 ? (
        <Text strong>{t('quizAction.workingCopies', { action: name, count: workingCopies })}</Text>
      ) : null}
      {name === 'delete' ? (
        <Text>{t('quizAction.restorable', { days: versionLimits.deletedDays })}</Text>
      ) : null}
    </EditManyDialog>
  );
}
