import {
  type ConsoleClient,
  createConsoleClient,
  freePort,
  type Stack,
  type StackOptions,
  startStack,
} from '@khmer-learning/local-stack';
import { createTempDirectory } from '@khmer-learning/test-kit';

/** Long time-outs, because a slow response on a busy machine does not mean that a service is down. */
export const patientEnv = { MONGODB_TIMEOUT_MS: '20000', UPSTREAM_TIMEOUT_MS: '20000' };

/** Starts a separate product in its own folder, by default with the demo school. */
export async function startTestStack(
  options: Pick<StackOptions, 'port' | 'seed' | 'env'> = {},
): Promise<Stack> {
  return startStack({
    port: await freePort(),
    dataDir: await createTempDirectory(),
    write: () => undefined,
    ...options,
    env: { ...patientEnv, ...options.env },
  });
}

/** The data that a story needs of the shared product. */
export interface SharedStack extends Pick<Stack, 'url' | 'admin' | 'dataDir'> {
  /** Cookie of the admin's session outside the browsers. One for all stories, because sign-ins are limited. */
  readonly adminCookie: string;
}

/** The environment variable that passes the shared product's data to the stories. */
export const sharedStackVariable = 'SHARED_PRODUCT';

/** The product of all stories in `shared-product/`, with the demo school and data of earlier stories. */
export function getSharedStack(): SharedStack {
  const serializedStack = process.env[sharedStackVariable];
  if (!serializedStack)
    throw new Error('There is no shared product: run this with Jest, whose global set-up starts one');
  return JSON.parse(serializedStack) as SharedStack;
}

/** Calls the shared product's API with the admin's session. */
export function getSharedClient(): ConsoleClient {
  const { url, adminCookie, admin } = getSharedStack();
  return createConsoleClient(url, adminCookie, admin.password);
}
