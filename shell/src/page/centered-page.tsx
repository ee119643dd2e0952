import { Spinner, space } from '@khmer-learning/ui-kit';
import type { ReactNode } from 'react';
import styled from 'styled-components';

const Center = styled.main`
  display: grid;
  place-items: center;
  min-height: 100dvh;
  padding: ${space(4)};
`;

/** One thing in the middle of an otherwise empty page. */
export function CenteredPage({ children }: { children: ReactNode }) {
  return <Center>{children}</Center>;
}

/** The page while nothing can be shown yet. */
export function LoadingPage() {
  return (
    <CenteredPage>
      <Spinner size={28} />
    </CenteredPage>
  );
}
