import { ErrorPanel } from '@khmer-learning/ui-kit';
import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';

export interface ViewErrorBoundaryProps {
  /** What failed, as people call it: `Lessons`. */
  label: string;
  /** Another one is another view: an error does not follow into it. */
  resetKey?: string;
  /** Told of every failure. */
  onError?: (error: unknown) => void;
  /** Called by `Try again`, before the view is rendered anew. */
  onRetry?: () => void;
  children: ReactNode;
}

/** Keeps a failure while rendering inside its view: a named panel with `Try again`, the rest alive. */
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
          message="Something in this view failed. The rest of the console is not affected."
          onRetry={resetErrorBoundary}
        />
      )}
    >
      {children}
    </ErrorBoundary>
  );
}
