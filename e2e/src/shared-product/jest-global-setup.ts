import type { Stack } from '@khmer-learning/local-stack';
import { type SharedStack, sharedStackVariable, startTestStack } from '../test-stack.ts';

let stack: Stack | undefined;

/** Starts the product before the first story. */
export default async function setup(): Promise<void> {
  stack = await startTestStack();
  const { url, admin } = stack;
  process.env[sharedStackVariable] = JSON.stringify({ url, admin } satisfies SharedStack);
}

/** Stops it after the last. */
export async function teardown(): Promise<void> {
  await stack?.stop();
}
