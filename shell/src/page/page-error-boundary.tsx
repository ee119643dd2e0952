import { ViewErrorBoundary } from '@khmer-learning/console-sdk';
import type { ReactNode } from 'react';
import { reloadPage } from './load-page.ts';

/** The outermost error boundary, for a part of the shell that cannot be loaded or rendered. */
export function PageErrorBoundary({ children }: { children: ReactNode }) {
  return (
    <ViewErrorBoundary label="Khmer Learning Admin" onRetry={reloadPage}>
      {children}
    </ViewErrorBoundary>
  );
}
