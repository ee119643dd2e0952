import { freePort, type Stack, type StackOptions, startStack } from '@khmer-learning/local-stack';
import { scratchFolder } from '@khmer-learning/test-kit';

/** Starts a product of its own, in a folder of its own, with the demo school unless told. */
export async function startProduct(options: Pick<StackOptions, 'seed' | 'env'> = {}): Promise<Stack> {
  return startStack({
    port: await freePort(),
    dataDir: await scratchFolder(),
    write: () => undefined,
    ...options,
  });
}
