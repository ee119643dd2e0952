import { useCloseOnEscape } from '@khmer-learning/console-kit';
import {
  ExtensionPart,
  isFormPanel,
  useExtensions,
  useUnsavedChangesGuard,
} from '@khmer-learning/console-sdk';
import type { User } from '@khmer-learning/contracts';
import {
  Button,
  Card,
  ErrorPanel,
  formatSchoolDay,
  Heading,
  Inline,
  Skeleton,
  Stack,
  StatusBadge,
  Text,
  useCloseOnBack,
  ViewBody,
} from '@khmer-learning/ui-kit';
import { useEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import { fullName } from '../users/user-labels.ts';
import { AccountActions } from './account-actions.tsx';
import { LearnerAnswers } from './learner-answers.tsx';
import { LearnerCourses } from './learner-courses.tsx';
import { LearnerNotes } from './learner-notes.tsx';
import { LearnerSessions } from './learner-sessions.tsx';
import { useLearner } from './learners.api.ts';
import { useMessages } from './messages/messages.ts';

const Title = styled(Heading)`
  overflow-wrap: anywhere;
  &:focus { outline: none; }
`;

export interface LearnerPageProps {
  id: number;
  user?: User;
  onEdit?: () => void;
  onClose: () => void;
}

/** The page of a learner: what was learned and, for admins, the account. Each part loads and fails alone. */
export function LearnerPage({ id, user, onEdit, onClose }: LearnerPageProps) {
  const t = useMessages();
  const [note, setNote] = useState('');
  const { confirmLeave } = useUnsavedChangesGuard(note !== '');
  const close = async () => {
    if (note === '' || (await confirmLeave())) onClose();
  };
  useCloseOnBack(true, () => void close());
  useCloseOnEscape(() => void close());
  return (
    <ViewBody>
      <div>
        <Button size="small" variant="ghost" onClick={() => void close()}>
          {t('learner.back')}
        </Button>
      </div>
      <Stack gap={3}>
        <LearnerHead id={id} user={user} />
        {user === undefined ? null : <AccountActions user={user} onEdit={onEdit} onDeleted={onClose} />}
      </Stack>
      <LearnerCourses id={id} />
      <LearnerAnswers id={id} />
      {user === undefined ? null : (
        <>
          <LearnerPanels item={{ id, name: fullName(user) }} />
          <LearnerSessions id={id} />
        </>
      )}
      <LearnerNotes id={id} text={note} onTextChange={setNote} />
    </ViewBody>
  );
}

function LearnerHead({ id, user }: { id: number; user: User | undefined }) {
  const t = useMessages();
  const { data } = useLearner(id);
  const title = useRef<HTMLHeadingElement>(null);
  const name = user === undefined ? data?.name : fullName(user);
  const isShown = name !== undefined;
  // Screen readers begin at the title.
  useEffect(() => {
    if (isShown) title.current?.focus({ preventScroll: true });
  }, [isShown]);
  if (!isShown) return <Skeleton height="3rem" />;
  const isActive = user?.isActive ?? data?.isActive;
  return (
    <Stack gap={2}>
      <Title ref={title} tabIndex={-1} level={2} size="page">
        {name}
      </Title>
      <Inline gap={3}>
        <StatusBadge status={isActive ? 'active' : 'inactive'} />
        {user === undefined ? null : <Text style={{ overflowWrap: 'anywhere' }}>{user.email}</Text>}
        {data === undefined ? null : (
          <Text muted>
            {data.lastActiveDay === null
              ? t('learner.neverActive')
              : t('learner.lastActive', { day: formatSchoolDay(data.lastActiveDay) })}
          </Text>
        )}
      </Inline>
    </Stack>
  );
}

function LearnerPanels({ item }: { item: { id: number; name: string } }) {
  const t = useMessages();
  return useExtensions(isFormPanel)
    .filter(({ extension }) => extension.entity === 'learner')
    .map((provided) => {
      const { title } = provided.extension;
      return (
        <Card key={`${provided.remote}/${provided.extension.id}`} title={title}>
          <ExtensionPart
            extension={provided}
            props={{ item }}
            loading={<Skeleton height="6rem" />}
            failed={(retry, retrying) => (
              <ErrorPanel
                title={t('learnerPanels.failed', { title })}
                message={t('learnerPanels.failedHint')}
                onRetry={retry}
                retrying={retrying}
              />
            )}
          />
        </Card>
      );
    });
}
