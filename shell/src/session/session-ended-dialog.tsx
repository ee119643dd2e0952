import type { SessionUser } from '@khmer-learning/contracts';
import { Dialog } from '@khmer-learning/ui-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { reloadPage } from '../page/load-page.ts';
import type { SessionEnd } from './session-end.ts';
import { SignInForm } from './sign-in-form.tsx';

/** Asks to sign in again when the session ends in the middle of work. What is on the page stays. */
export function SessionEndedDialog({ user, sessionEnd }: { user: SessionUser; sessionEnd: SessionEnd }) {
  const queryClient = useQueryClient();
  const ended = useSyncExternalStore(sessionEnd.subscribe, sessionEnd.hasEnded);

  const goOn = (signedIn: SessionUser) => {
    // Somebody else must not go on in this person's work.
    if (signedIn.id !== user.id || signedIn.role !== user.role) {
      reloadPage();
      return;
    }
    sessionEnd.clear();
    void queryClient.refetchQueries({ type: 'active', predicate: (query) => query.state.status === 'error' });
  };

  return (
    <Dialog
      open={ended}
      onOpenChange={(open) => !open && sessionEnd.clear()}
      size="small"
      title="Your session has ended"
      description="Sign in to go on where you were. Nothing on this page is lost."
    >
      <SignInForm email={user.email} onSignedIn={goOn} />
    </Dialog>
  );
}
