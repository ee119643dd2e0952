import {
  ConsoleProvider,
  createQueryClient,
  ExtensionsProvider,
  type SignOutOptions,
  useApi,
  userMessageOf,
} from '@khmer-learning/console-sdk';
import { authLogout, messages, type SecondFactorDue, type SessionUser } from '@khmer-learning/contracts';
import { TooltipProvider, toast } from '@khmer-learning/ui-kit';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState, useSyncExternalStore } from 'react';
import { loadPage } from '../page/load-page.ts';
import { storePendingNotice } from '../page/pending-notice.ts';
import { useRemoteExtensions } from '../remotes/use-remote-extensions.tsx';
import type { SessionStores } from '../session/create-api.ts';
import { SessionEndedDialog } from '../session/session-ended-dialog.tsx';
import { clearStoredUser, clearUserLocalStorage } from '../session/stored-user.ts';
import { ConsoleFrame } from './console-frame.tsx';
import { dashboardViewId } from './console-views.ts';
import { ProofDialog } from './proof-dialog.tsx';
import { SecondFactorSetUp } from './second-factor-set-up.tsx';

/** Ends the session and loads the sign-in screen. A session that has already ended is not an error. */
function useSignOut(userId: number): (options?: SignOutOptions) => Promise<void> {
  const api = useApi();
  return useCallback(
    async ({ notice = messages.signOut.success }: SignOutOptions = {}) => {
      try {
        await api.callOrNull(authLogout);
      } catch (error) {
        toast.error(userMessageOf(error, messages.signOut.failed));
        return;
      }
      clearStoredUser();
      clearUserLocalStorage(userId);
      storePendingNotice(notice);
      loadPage('/');
    },
    [api, userId],
  );
}

interface ConsoleProps extends SessionStores {
  user: SessionUser;
  refreshUser: () => Promise<void>;
  secondFactorDue: SecondFactorDue;
}

function RemoteExtensions({ children }: { children: ReactNode }) {
  return <ExtensionsProvider source={useRemoteExtensions()}>{children}</ExtensionsProvider>;
}

export function Console({
  user,
  refreshUser,
  sessionEnd,
  proof,
  secondFactor,
  secondFactorDue,
}: ConsoleProps) {
  const [queryClient] = useState(createQueryClient);
  const isWaiting = useSyncExternalStore(secondFactor.subscribe, secondFactor.isAsked);
  const isMissing = isWaiting || secondFactorDue?.isMissing === true;
  // What was open stays open behind the set-up.
  const [isEntered, setEntered] = useState(!isMissing);
  if (!isMissing && !isEntered) setEntered(true);
  const goOn = async () => {
    await refreshUser();
    secondFactor.answer(true);
  };
  const signOut = useSignOut(user.id);
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <ConsoleProvider
          user={user}
          signOut={signOut}
          refreshUser={refreshUser}
          defaultView={dashboardViewId}
        >
          {isEntered ? (
            <RemoteExtensions>
              <ConsoleFrame secondFactorFrom={secondFactorDue?.from} />
            </RemoteExtensions>
          ) : null}
          {isMissing ? <SecondFactorSetUp onDone={goOn} /> : null}
          <ProofDialog proof={proof} />
          <SessionEndedDialog sessionEnd={sessionEnd} />
        </ConsoleProvider>
      </TooltipProvider>
    </QueryClientProvider>
  );
}
