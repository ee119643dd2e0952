import { useApi, useNavigation, userMessageOf, useSession } from '@khmer-learning/console-sdk';
import { authSession, messages } from '@khmer-learning/contracts';
import {
  Button,
  Callout,
  DateText,
  Dialog,
  ErrorPanel,
  Inline,
  Spinner,
  Stack,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { NoticeSlot } from '../remotes/override-notice.tsx';
import { RemotePartView } from '../remotes/remote-part-view.tsx';
import { useRegistry } from '../remotes/remotes-context.tsx';
import { secondFactorPath } from '../routes/route.ts';
import type { ConsoleViewEntry } from './console-views.ts';
import { useMessages } from './messages/messages.ts';

const accountViewId = 'my-account';

export function SecondFactorNotice({ from, views }: { from: string; views: readonly ConsoleViewEntry[] }) {
  const t = useMessages();
  const { currentView, openView } = useNavigation();
  const canOpen = currentView !== accountViewId && views.some(({ id }) => id === accountViewId);
  return (
    <NoticeSlot>
      <Callout>
        <Inline justify="between">
          <span>{t.rich('secondFactor.notice', { day: () => <DateText at={from} format="day" /> })}</span>
          {canOpen ? (
            <Button size="small" onClick={() => void openView(accountViewId)}>
              {t('secondFactor.openAccount')}
            </Button>
          ) : null}
        </Inline>
      </Callout>
    </NoticeSlot>
  );
}

/** Covers the console of who lacks a second factor with the page that sets one up. @param onDone the server lets the user go on */
export function SecondFactorSetUp({ onDone }: { onDone: () => Promise<void> }) {
  const t = useMessages();
  const api = useApi();
  const { signOut } = useSession();
  const [problem, setProblem] = useState<string>();
  const [isChecking, setChecking] = useState(false);
  const goOn = async () => {
    setChecking(true);
    setProblem(undefined);
    try {
      const { secondFactorDue } = await api.call(authSession);
      if (secondFactorDue?.isMissing) setProblem(t('secondFactor.notYet'));
      else await onDone();
    } catch (error) {
      setProblem(userMessageOf(error, messages.error));
    }
    setChecking(false);
  };
  return (
    <Dialog
      open
      size="full"
      title={t('secondFactor.title')}
      description={t('secondFactor.description')}
      footer={
        <>
          <Button onClick={() => void signOut()}>{t('header.logOut')}</Button>
          <Button variant="primary" loading={isChecking} onClick={() => void goOn()}>
            {t('secondFactor.goOn')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        {problem === undefined ? null : (
          <Callout tone="warning" announce>
            {problem}
          </Callout>
        )}
        <SetUpPage />
      </Stack>
    </Dialog>
  );
}

function SetUpPage() {
  const t = useMessages();
  const registry = useRegistry();
  if (registry.isPending) return <Spinner size={26} />;
  const remote = registry.data?.remotes.find(({ manifest }) =>
    manifest?.pages.some(({ path }) => path === secondFactorPath),
  );
  if (remote === undefined)
    return (
      <ErrorPanel
        title={t('remotePart.failed', { part: t('secondFactor.part') })}
        onRetry={() => void registry.refetch()}
        retrying={registry.isFetching}
      />
    );
  const part = { remote, kind: 'pages', id: secondFactorPath } as const;
  return <RemotePartView label={t('secondFactor.part')} part={part} />;
}
