import { freePort, type Stack, type StackOptions, startStack } from '@khmer-learning/local-stack';
import { createTempDirectory } from '@khmer-learning/test-kit';

/** A busy machine keeps a story waiting: nothing is away because of that. */
export const patientEnv = { MONGODB_TIMEOUT_MS: '20000', UPSTREAM_TIMEOUT_MS: '20000' };

/** Starts a product of its own, in a folder of its own, with the demo school unless told. */
export async function startTestStack(options: Pick<StackOptions, 'seed' | 'env'> = {}): Promise<Stack> {
  return startStack({
    port: await freePort(),
    dataDir: await createTempDirectory(),
    write: () => undefined,
    ...options,
    env: { ...patientEnv, ...options.env },
  });
}

/** What a story has to know of a product that others use too. */
export type SharedStack = Pick<Stack, 'url' | 'admin'>;

/** Where the run's shared product is told to the stories. */
export const sharedStackVariable = 'SHARED_PRODUCT';

/** The product of all stories in `shared-product/`, with the demo school and whatever earlier stories have left. */
export function getSharedStack(): SharedStack {
  const serializedStack = process.env[sharedStackVariable];
  if (!serializedStack)
    throw new Error('No shared product: run this through Jest, whose global set-up starts one');
  return JSON.parse(serializedStack) as SharedStack;
}
