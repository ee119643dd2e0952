import { Spinner, space } from '@khmer-learning/ui-kit';
import type { ReactNode } from 'react';
import styled from 'styled-components';

const Center = styled.main`
  display: grid;
  place-items: center;
  min-height: 100dvh;
  padding: ${space(4)};
`;

export function CenteredPage({ children }: { children: ReactNode }) {
  return <Center>{children}</Center>;
}

export function LoadingPage() {
  return (
    <CenteredPage>
      <Spinner size={28} />
    </CenteredPage>
  );
}
