import { type BodyOf, type BrowserReportKind, browserReportSend } from '@khmer-learning/contracts';
import type { RegisteredRemote } from './registry.ts';

type BrowserReport = BodyOf<typeof browserReportSend>;

/** Sends a report. It must not disturb the page. */
export type SendBrowserReport = (report: BrowserReport) => void;

/** Reports beyond this number in one page say nothing new. */
const maxFailuresPerPage = 20;

/** Sends a report to the gateway, also while the page is closing. Ignores failures. */
export const sendBrowserReport: SendBrowserReport = (report) => {
  const sent = fetch(browserReportSend.path, {
    method: browserReportSend.method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(report),
    keepalive: true,
  });
  sent.catch(() => {});
};

/** Creates the reporter of one page. A remote under development is not reported. */
export function createBrowserReporter(send: SendBrowserReport) {
  const used = new Set<string>();
  let failures = 0;

  function pageLoad({ name, manifest, overridden, disabled }: RegisteredRemote): string | undefined {
    if (manifest === null || overridden || disabled) return undefined;
    const key = `${name} ${manifest.build}`;
    if (!used.has(key)) send({ remote: name, build: manifest.build, kind: 'page-load' });
    used.add(key);
    return key;
  }

  return {
    /** Reports the first use of a remote's build in this page. */
    pageLoad,
    failure(remote: RegisteredRemote, kind: Exclude<BrowserReportKind, 'page-load'>, error: unknown): void {
      const key = pageLoad(remote);
      if (key === undefined || remote.manifest === null || failures >= maxFailuresPerPage) return;
      failures += 1;
      const name = errorNameOf(error);
      const { build } = remote.manifest;
      send({ remote: remote.name, build, kind, ...(name === undefined ? {} : { error: name }) });
    },
  };
}

/** The class of the error, or of its cause, if it is a plain word. */
function errorNameOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { name } = error.cause instanceof Error ? error.cause : error;
  return /^[A-Za-z]{1,40}$/.test(name) ? name : undefined;
}
