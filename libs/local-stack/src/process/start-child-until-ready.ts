import { type Child, type ChildOptions, startChild } from './child.ts';

/**
 * Starts a server and waits until it is ready.
 *
 * @param waitUntilReady resolves when it is ready; its argument returns the server's last line once it has ended
 * @throws the error of `waitUntilReady`, after killing the process
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
