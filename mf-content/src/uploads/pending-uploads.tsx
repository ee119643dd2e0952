import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';

type ReportPendingUpload = (change: 1 | -1) => void;

const PendingUploadsContext = createContext<ReportPendingUpload>(() => {});

/**
 * Counts what is still on its way in the parts of a form.
 * @returns how many parts have something on its way, and what to put around them
 */
export function usePendingUploads() {
  const [count, setCount] = useState(0);
  const report = useCallback<ReportPendingUpload>((change) => setCount((last) => last + change), []);
  return {
    count,
    wrapWithProvider: (parts: ReactNode) => (
      <PendingUploadsContext value={report}>{parts}</PendingUploadsContext>
    ),
  };
}

/** Tells the form, or the part of it, around this whether something is on its way in it. */
export function useReportPendingUpload(isPending: boolean): void {
  const report = useContext(PendingUploadsContext);
  useEffect(() => {
    if (!isPending) return undefined;
    report(1);
    return () => report(-1);
  }, [isPending, report]);
}
