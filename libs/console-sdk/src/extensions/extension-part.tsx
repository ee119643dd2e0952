import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import type { ComponentPoint, ExtensionProps } from './extension.ts';
import { type ComponentExtension, useExtensionSource } from './extensions-context.tsx';

export interface ExtensionPartProps<Point extends ComponentPoint> {
  extension: ComponentExtension<Point>;
  props: ExtensionProps[Point];
  /** Shown while the component loads. */
  loading: ReactNode;
  /** Shown when the component could not be loaded or has thrown. `retry` loads it again. */
  failed: (retry: () => void, retrying: boolean) => ReactNode;
}

/** The component of an extension, whose code is loaded when this is rendered. A failure stays here, and is reported. */
export function ExtensionPart<Point extends ComponentPoint>({
  extension: provided,
  props,
  loading,
  failed,
}: ExtensionPartProps<Point>) {
  const { load, reportCrash } = useExtensionSource();
  const { remote, extension } = provided;
  const { data, isPending, isFetching, refetch } = useQuery({
    queryKey: ['extension', remote, extension.point, extension.id],
    // In an object, because a function is not data for the cache.
    queryFn: async () => ({ Component: await load(provided) }),
  });
  const retry = () => void refetch();
  if (isPending) return loading;
  if (data === undefined) return failed(retry, isFetching);
  const { Component } = data;
  return (
    <ErrorBoundary
      onError={(error) => {
        console.error(`${extension.point} ${extension.id} of ${remote} failed`, error);
        reportCrash(provided, error);
      }}
      onReset={retry}
      fallbackRender={({ resetErrorBoundary }) => failed(resetErrorBoundary, isFetching)}
    >
      <Suspense fallback={loading}>
        <Component {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}
