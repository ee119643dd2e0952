import { sandboxOptionsOf } from './config.ts';
import { startPaypalSandbox } from './start-sandbox.ts';

const sandbox = await startPaypalSandbox(sandboxOptionsOf(process.env));
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => void sandbox.stop().then(() => process.exit()));
