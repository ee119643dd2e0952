import { ViewErrorBoundary } from '@khmer-learning/console-sdk';
import type { ReactNode } from 'react';
import { reloadPage } from './load-page.ts';

/** The last resort: a part of the shell itself could not be loaded or rendered. */
export function PageErrorBoundary({ children }: { children: ReactNode }) {
  return (
    <ViewErrorBoundary label="Khmer Learning Admin" onRetry={reloadPage}>
      {children}
    </ViewErrorBoundary>
  );
}
