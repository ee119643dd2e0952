import { useApi, useConsole } from '@khmer-learning/console-sdk';
import { authSession, type SessionUser } from '@khmer-learning/contracts';
import { Button, Dialog, Stack } from '@khmer-learning/ui-kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { reloadPage } from '../page/load-page.ts';
import type { SessionEndStore } from './session-end-store.ts';
import { SignInForm } from './sign-in-form.tsx';

/**
 * Asks to sign in again when the session ends in the middle of work, or somebody else signs in in this browser. What is
 * on the page stays, and nothing else can be done before.
 */
export function SessionEndedDialog({ sessionEnd }: { sessionEnd: SessionEndStore }) {
  const { user, unsavedChanges } = useConsole('SessionEndedDialog');
  const queryClient = useQueryClient();
  const reason = useSyncExternalStore(sessionEnd.subscribe, sessionEnd.reason);
  useEffect(() => sessionEnd.watchOtherTabs(user.id), [sessionEnd, user.id]);

  const reloadConsole = () => {
    // What was typed is kept in this browser for the person whose it is.
    unsavedChanges.discard();
    reloadPage();
  };
  const resumeSession = (signedIn: SessionUser) => {
    // Somebody else must not go on in this person's work.
    if (signedIn.id !== user.id || signedIn.role !== user.role) {
      reloadConsole();
      return;
    }
    sessionEnd.clear();
    void queryClient.refetchQueries({ type: 'active', predicate: (query) => query.state.status === 'error' });
  };

  const isOtherUser = reason === 'otherUser';
  return (
    <Dialog
      open={reason !== null}
      size="small"
      title={isOtherUser ? 'Someone else has signed in' : 'Your session has ended'}
      description={
        isOtherUser
          ? `This page is ${fullNameOf(user)}’s. Sign in again to go on where you were: nothing on it is lost.`
          : 'Sign in to go on where you were. Nothing on this page is lost.'
      }
    >
      <Stack gap={4}>
        <SignInForm email={user.email} onSignedIn={resumeSession} />
        {isOtherUser ? <ContinueAsOtherUser onContinue={reloadConsole} /> : null}
      </Stack>
    </Dialog>
  );
}

const fullNameOf = ({ firstName, lastName }: SessionUser) => `${firstName} ${lastName}`;

/** The other way on: the page anew, for whoever is signed in now. */
function ContinueAsOtherUser({ onContinue }: { onContinue: () => void }) {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['signed-in-now'],
    queryFn: ({ signal }) => api.call(authSession, {}, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Button fullWidth onClick={onContinue}>
      {data === undefined
        ? 'Go on as whoever is signed in'
        : `Go on as ${fullNameOf(data.user)} (${data.user.email})`}
    </Button>
  );
}
