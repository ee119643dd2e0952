import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';

type Report = (change: 1 | -1) => void;

const UnfinishedUploads = createContext<Report>(() => {});

/**
 * Counts what is still on its way in the parts of a form.
 * @returns how many parts have something on its way, and what to put around them
 */
export function useUnfinishedUploads() {
  const [count, setCount] = useState(0);
  const report = useCallback<Report>((change) => setCount((last) => last + change), []);
  return {
    count,
    around: (parts: ReactNode) => <UnfinishedUploads value={report}>{parts}</UnfinishedUploads>,
  };
}

/** Tells the form, or the part of it, around this whether something is on its way in it. */
export function useReportUploads(isUnfinished: boolean): void {
  const report = useContext(UnfinishedUploads);
  useEffect(() => {
    if (!isUnfinished) return undefined;
    report(1);
    return () => report(-1);
  }, [isUnfinished, report]);
}
