import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';

type ReportPendingUpload = (change: 1 | -1) => void;

const PendingUploadsContext = createContext<ReportPendingUpload>(() => {});

/** Counts the parts of a form with pending uploads. @returns their number, and what wraps them with the context provider */
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

/** Reports to the nearest `usePendingUploads` whether this component has a pending upload. */
export function useReportPendingUpload(isPending: boolean): void {
  const report = useContext(PendingUploadsContext);
  useEffect(() => {
    if (!isPending) return undefined;
    report(1);
    return () => report(-1);
  }, [isPending, report]);
}
