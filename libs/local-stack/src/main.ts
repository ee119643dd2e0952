export { findChromium } from './binaries/find-chromium.ts';

import { type StackOptions, startStack } from './stack/start-stack.ts';

/** A second signal within this time is the first one, forwarded by npm. */
const duplicateSignalMs = 500;

/** Interval for checking that npm is still running. */
const parentCheckMs = 500;

/** npm starts this process through a shell that does not forward signals, so the end of the parent must be detected. */
function watchParentProcess(onParentExit: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent && isAlive(parent)) return;
    clearInterval(timer);
    onParentExit();
  }, parentCheckMs);
  timer.unref();
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Handles the signals that end a run: the first shuts down, a later one forces the exit. */
function handleSignals(shutDown: () => void, forceExit: () => void): void {
  let first: number | undefined;
  watchParentProcess(() => {
    if (first === undefined) shutDown();
  });
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (first === undefined) {
        first = Date.now();
        shutDown();
      } else if (Date.now() - first > duplicateSignalMs) forceExit();
    });
  }
}

function parsePort(text: string | undefined): number {
  const port = Number(text || '8080');
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`PORT=${text} is not a port`);
  return port;
}

function parseSeed(text: string | undefined): NonNullable<StackOptions['seed']> {
  if (text === 'none') return false;
  if (text === 'small') return true;
  if (!text || text === 'demo') return 'year';
  throw new Error(`SEED=${text} is not none, small or demo`);
}

/**
 * Runs the stack from a terminal with the settings `PORT`, `DATA_DIR` and `SEED`. Prints the address and sign-in
 * when ready; Ctrl-C stops it gracefully.
 *
 * @param options `watch`: see {@link StackOptions}; `onReady`: called with a function that restarts one process
 */
export async function runFromTerminal(
  options: Pick<StackOptions, 'watch'> & {
    onReady?: (restart: (name: string) => Promise<void>) => Promise<void> | void;
  } = {},
): Promise<void> {
  const { DATA_DIR, PORT, SEED, ADMIN_PASSWORD } = process.env;
  const stopping = new AbortController();
  const starting = startStack({
    port: parsePort(PORT),
    ...(DATA_DIR ? { dataDir: DATA_DIR } : {}),
    ...(options.watch ? { watch: true } : {}),
    seed: parseSeed(SEED),
    signal: stopping.signal,
  });

  handleSignals(
    () => {
      console.log('Stopping; press Ctrl-C again to stop immediately');
      stopping.abort();
      void starting.then((stack) => stack.stop()).finally(() => process.exit());
    },
    // The watchdog ends the remaining processes.
    () => process.exit(1),
  );

  const stack = await starting.catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
  });
  if (stack === undefined || stopping.signal.aborted) return;
  const password = ADMIN_PASSWORD ? 'your ADMIN_PASSWORD' : stack.admin.password;
  console.log(`\nKhmer Learning is ready: ${stack.url}\nSign in as ${stack.admin.email} / ${password}\n`);
  await options.onReady?.(stack.restart);
}
