import { ErrorPanel } from '@khmer-learning/ui-kit';
import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useMessages } from '../messages/messages.ts';

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
  const t = useMessages();
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
          title={t('viewError.title', { view: label })}
          message={t('viewError.message')}
          onRetry={resetErrorBoundary}
        />
      )}
    >
      {children}
    </ErrorBoundary>
  );
}
