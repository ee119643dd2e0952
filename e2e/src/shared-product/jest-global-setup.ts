import { type Stack, signInToConsole } from '@khmer-learning/local-stack';
import { type SharedStack, sharedStackVariable, startTestStack } from '../test-stack.ts';

let stack: Stack | undefined;

/** Starts the product before the first story. Its log level is the highest, so that a story detects secrets in the logs. */
export default async function setup(): Promise<void> {
  stack = await startTestStack({ env: { LOG_LEVEL: 'debug' } });
  const { url, admin, dataDir } = stack;
  const { cookie = '' } = (await signInToConsole(url, admin)).headers;
  const shared: SharedStack = { url, admin, dataDir, adminCookie: cookie };
  process.env[sharedStackVariable] = JSON.stringify(shared);
}

/** Stops it after the last. */
export async function teardown(): Promise<void> {
  await stack?.stop();
}
