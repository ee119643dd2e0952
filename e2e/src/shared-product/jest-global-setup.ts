import type { Stack } from '@khmer-learning/local-stack';
import { type SharedProduct, sharedProductSetting, startProduct } from '../product.ts';

let stack: Stack | undefined;

/** Starts the product before the first story. */
export default async function setup(): Promise<void> {
  stack = await startProduct();
  const { url, admin } = stack;
  process.env[sharedProductSetting] = JSON.stringify({ url, admin } satisfies SharedProduct);
}

/** Stops it after the last. */
export async function teardown(): Promise<void> {
  await stack?.stop();
}
