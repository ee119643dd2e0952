import { createQueryClient, userMessageOf } from '@khmer-learning/console-sdk';
import {
  color,
  ErrorPanel,
  enablePlurals,
  fontSize,
  fontWeight,
  space,
  TextLink,
} from '@khmer-learning/ui-kit';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import styled from 'styled-components';
import { useMessages } from '../console/messages/messages.ts';
import { CenteredPage, LoadingPage } from '../page/centered-page.tsx';
import { OverrideNotice } from '../remotes/override-notice.tsx';
import { RemotePartView } from '../remotes/remote-part-view.tsx';
import { useRegistry } from '../remotes/remotes-context.tsx';

enablePlurals();

interface RemotePageProps {
  path: string;
  /** Wraps a page that is not public, so that it is shown only with a session. */
  requireSession: (page: ReactNode) => ReactNode;
}

function RemotePageContent({ path, requireSession }: RemotePageProps) {
  const t = useMessages();
  const registry = useRegistry();

  if (registry.isPending) return <LoadingPage />;
  if (registry.data === undefined) {
    return (
      <CenteredPage>
        <ErrorPanel
          title={t('remotePage.failed')}
          message={registry.error ? userMessageOf(registry.error, registry.error.message) : undefined}
          onRetry={() => void registry.refetch()}
          retrying={registry.isFetching}
        />
      </CenteredPage>
    );
  }
  const { remotes } = registry.data;
  const remote = remotes.find(({ manifest }) => manifest?.pages.some((page) => page.path === path));
  const page = remote?.manifest?.pages.find((candidate) => candidate.path === path);
  if (remote === undefined || page === undefined) return <NotFoundPage />;

  const view = (
    <main>
      <OverrideNotice />
      <RemotePartView label={t('remotePage.label')} part={{ remote, kind: 'pages', id: path }} />
    </main>
  );
  return page.public ? view : requireSession(view);
}

/** The page that a remote provides at `path`, or the 404 page when no remote does. */
export function RemotePage(props: RemotePageProps) {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <RemotePageContent {...props} />
    </QueryClientProvider>
  );
}

const Box = styled.div`display: grid; justify-items: center; gap: ${space(3)}; text-align: center;`;
const Title = styled.h1`font-size: ${fontSize.heading}; font-weight: ${fontWeight.semibold};`;
const Hint = styled.p`color: ${color('textMuted')};`;

function NotFoundPage() {
  const t = useMessages();
  return (
    <CenteredPage>
      <Box>
        <Title>{t('notFoundPage.title')}</Title>
        <Hint>{t('notFoundPage.hint')}</Hint>
        <TextLink href="/">{t('notFoundPage.link')}</TextLink>
      </Box>
    </CenteredPage>
  );
}
