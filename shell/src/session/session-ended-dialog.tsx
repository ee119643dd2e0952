import { useApiQuery } from '@khmer-learning/console-kit';
import { useConsole } from '@khmer-learning/console-sdk';
import { authSession, type SessionUser } from '@khmer-learning/contracts';
import { Button, Dialog, Stack } from '@khmer-learning/ui-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useMessages } from '../messages/messages.ts';
import { reloadPage } from '../page/load-page.ts';
import { SchoolAccountButton, useSignInOptions } from './school-account.tsx';
import type { SessionEndStore } from './session-end-store.ts';
import { SignInForm } from './sign-in-form.tsx';

/** Asks the user to sign in again when the session ends, or when somebody else signs in in this browser. The page is kept, blocked. */
export function SessionEndedDialog({ sessionEnd }: { sessionEnd: SessionEndStore }) {
  const t = useMessages();
  const { user, unsavedChanges, refreshUser } = useConsole('SessionEndedDialog');
  const queryClient = useQueryClient();
  const reason = useSyncExternalStore(sessionEnd.subscribe, sessionEnd.reason);
  useEffect(() => sessionEnd.watchOtherTabs(user.id), [sessionEnd, user.id]);

  const reloadConsole = () => {
    // Drafts are stored in this browser for the user who typed them.
    unsavedChanges.discard();
    reloadPage();
  };
  const resumeSession = (signedIn: SessionUser) => {
    // A different user must not continue this user's work.
    if (signedIn.id !== user.id || signedIn.role !== user.role) {
      reloadConsole();
      return;
    }
    sessionEnd.clear();
    // Taking a right ends the sessions: what is typed stays, without what is refused now.
    if (JSON.stringify(signedIn.rights) !== JSON.stringify(user.rights)) void refreshUser();
    void queryClient.refetchQueries({ type: 'active', predicate: (query) => query.state.status === 'error' });
  };

  const isOtherUser = reason === 'otherUser';
  return (
    <Dialog
      open={reason !== null}
      size="small"
      title={isOtherUser ? t('sessionEnded.otherUserTitle') : t('sessionEnded.title')}
      description={
        isOtherUser
          ? t('sessionEnded.otherUserDescription', { name: fullNameOf(user) })
          : t('sessionEnded.description')
      }
    >
      <Stack gap={4}>
        <SignInForm email={user.email} onSignedIn={resumeSession} />
        <SchoolAccountSignIn />
        {isOtherUser ? <ContinueAsOtherUser onContinue={reloadConsole} /> : null}
      </Stack>
    </Dialog>
  );
}

const fullNameOf = ({ firstName, lastName }: SessionUser) => `${firstName} ${lastName}`;

/** It leaves the page: drafts are stored in this browser. */
function SchoolAccountSignIn() {
  return <SchoolAccountButton options={useSignInOptions()} />;
}

function ContinueAsOtherUser({ onContinue }: { onContinue: () => void }) {
  const t = useMessages();
  const { data } = useApiQuery(authSession, { queryKey: ['signed-in-now'], staleTime: 0, gcTime: 0 });
  return (
    <Button fullWidth onClick={onContinue}>
      {data === undefined
        ? t('sessionEnded.continueAsOther')
        : t('sessionEnded.continueAs', { name: fullNameOf(data.user), email: data.user.email })}
    </Button>
  );
}
