import { userMessageOf, useSession } from '@khmer-learning/console-sdk';
import { type LearnerNote, learnerLimits } from '@khmer-learning/contracts';
import {
  Button,
  DateText,
  DeleteDialog,
  FormField,
  Inline,
  langProps,
  Stack,
  Text,
  TextArea,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { LearnerSection, Rows } from './learner-section.tsx';
import { useAddNote, useDeleteNote, useLearnerNotes } from './learners.api.ts';
import { useMessages } from './messages/messages.ts';

const step = 20;

interface LearnerNotesProps {
  id: number;
  text: string;
  onTextChange: (text: string) => void;
}

export function LearnerNotes({ id, text, onTextChange }: LearnerNotesProps) {
  const t = useMessages();
  const { user } = useSession();
  const [limit, setLimit] = useState(step);
  const [deleting, setDeleting] = useState<LearnerNote | null>(null);
  const notes = useLearnerNotes(id, limit);
  const add = useAddNote(id, () => onTextChange(''));
  const remove = useDeleteNote(id);
  const { data } = notes;
  const hasMore = data !== undefined && data.total > limit;
  return (
    <LearnerSection
      title={t('learnerNotes.title')}
      query={notes}
      shown={data?.notes.length}
      empty={{ title: t('learnerNotes.empty') }}
      onMore={hasMore ? () => setLimit(limit + step) : undefined}
      head={
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim() !== '') add.mutate(text.trim());
          }}
        >
          <Stack gap={2}>
            <FormField label={t('learnerNotes.label')} hint={t('learnerNotes.hint')}>
              <TextArea
                rows={3}
                maxLength={learnerLimits.note}
                value={text}
                onChange={({ target }) => onTextChange(target.value)}
                {...langProps(text)}
              />
            </FormField>
            <div>
              <Button
                type="submit"
                disabled={text.trim() === ''}
                loading={add.isPending}
                loadingLabel={t('learnerNotes.adding')}
              >
                {t('learnerNotes.add')}
              </Button>
            </div>
          </Stack>
        </form>
      }
    >
      <Rows role="list">
        {data?.notes.map((note) => (
          <li key={note.id}>
            <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{note.text}</Text>
            <Inline justify="between" gap={2}>
              <Text as="span" size="small" muted>
                {t.rich(
                  'learnerNotes.by',
                  { time: () => <DateText at={note.createdAt} /> },
                  { name: note.author.name },
                )}
              </Text>
              {user.role === 'admin' || note.author.id === user.id ? (
                <Button
                  size="small"
                  variant="ghost"
                  aria-label={t('learnerNotes.deleteOf', { name: note.author.name })}
                  onClick={() => setDeleting(note)}
                >
                  {t('learnerNotes.delete')}
                </Button>
              ) : null}
            </Inline>
          </li>
        ))}
      </Rows>
      {deleting === null ? null : (
        <DeleteDialog
          open
          onOpenChange={() => setDeleting(null)}
          itemType={t('learnerNotes.itemType')}
          itemName={deleting.text}
          onConfirm={() => remove.mutateAsync(deleting.id)}
          describeError={(error) => userMessageOf(error, t('learnerNotes.deleteFailed'))}
        />
      )}
    </LearnerSection>
  );
}
