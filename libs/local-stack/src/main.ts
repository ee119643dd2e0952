export { findChromium } from './binaries/find-chromium.ts';

import { type StackOptions, startStack } from './stack/start-stack.ts';

/** A second Ctrl-C this soon after the first is npm passing the first one on. */
const duplicateSignalMs = 500;

/** How often to look whether npm is still there. */
const parentCheckMs = 500;

/**
 * npm starts us through a shell that passes no signal on: when both have been ended, nobody else tells us.
 * @param onParentExit called once, when the process that started this one is gone
 */
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

/** Hands out a function for each way the terminal ends a run. */
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

/**
 * Runs the stack from a terminal: settings `PORT`, `DATA_DIR` and `SEED=none`, a line with the address and
 * sign-in once ready, a clean stop on Ctrl-C.
 * @param options `watch`: see {@link StackOptions}; `onReady`: called with a function that starts one process
 *   anew
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
    seed: SEED !== 'none',
    signal: stopping.signal,
  });

  handleSignals(
    () => {
      console.log('Stopping; press Ctrl-C again to stop at once');
      stopping.abort();
      void starting.then((stack) => stack.stop()).finally(() => process.exit());
    },
    // Whatever still runs ends with this process.
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
