import { ErrorPanel } from '@khmer-learning/ui-kit';
import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';

export interface ViewErrorBoundaryProps {
  /** The display name of the view: `Lessons`. */
  label: string;
  /** A changed key means another view and clears the error. */
  resetKey?: string;
  /** Called with every error. */
  onError?: (error: unknown) => void;
  /** Called by `Try again`, before the view renders again. */
  onRetry?: () => void;
  children: ReactNode;
}

/** An error boundary for one view: shows an error panel with `Try again` and does not affect the rest of the page. */
export function ViewErrorBoundary({ label, resetKey, onError, onRetry, children }: ViewErrorBoundaryProps) {
  return (
    <ErrorBoundary
      resetKeys={[resetKey]}
      onReset={() => onRetry?.()}
      onError={(error) => {
        console.error(`${label} failed`, error);
        onError?.(error);
      }}
      fallbackRender={({ resetErrorBoundary }) => (
        <ErrorPanel
          title={`${label} stopped working`}
          message="Something went wrong in this view. The rest of the console is not affected."
          onRetry={resetErrorBoundary}
        />
      )}
    >
      {children}
    </ErrorBoundary>
  );
}
