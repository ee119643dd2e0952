import { eventually } from './eventually.ts';
import { type NodeProcess, runTypeScript } from './run-typescript.ts';
import { testServiceSettings } from './service-settings.ts';

/**
 * Runs a service's `server.ts` as a separate process and waits, at most 40 s, until it is ready.
 *
 * @param file absolute path, such as `join(import.meta.dirname, 'server.ts')`
 * @param options.env settings besides those that every service needs
 * @throws Error with the process's output when it does not start
 */
export async function runServer(
  name: string,
  file: string,
  options: { env?: Record<string, string> } = {},
): Promise<NodeProcess> {
  const settings = await testServiceSettings(name);
  const run = await runTypeScript(file, {
    env: {
      ...settings,
      LOG_LEVEL: 'info',
      NODE_ENV: 'development',
      SHUTDOWN_DRAIN_MS: '0',
      ...options.env,
    },
  });
  const address = await eventually(() => {
    const found = /"address":"(http:[^"]+)"/.exec(run.lines.join('\n'))?.[1];
    if (!found) throw new Error(`Not listening: ${run.lines.join('\n')}`);
    return found;
  });
  await eventually(async () => {
    const { status } = await fetch(`${address}/readyz`);
    if (status !== 200) throw new Error(`Not ready: ${status}`);
  });
  return run;
}
