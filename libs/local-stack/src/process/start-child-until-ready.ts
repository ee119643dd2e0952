import { type Child, type ChildOptions, startChild } from './child.ts';

/**
 * Starts a server and waits until it serves.
 * @param waitUntilReady resolves once it does; gets a function that returns the server's last line once it has ended
 * @throws what `serves` throws; the process is gone then
 */
export async function startChildUntilReady(
  options: ChildOptions,
  waitUntilReady: (ended: () => string | undefined) => Promise<void>,
): Promise<Child> {
  let last = 'it ended';
  const child = await startChild({
    ...options,
    onLine: (line) => {
      last = line;
      options.onLine?.(line);
    },
  });
  try {
    await waitUntilReady(() => (child.exit === undefined ? undefined : last));
    return child;
  } catch (error) {
    child.signal('SIGKILL');
    await child.exited;
    throw error;
  }
}
