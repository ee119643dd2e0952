import { ConfigError, parseSandboxOptions } from './config.ts';
import { type SandboxOptions, startPaypalSandbox } from './start-paypal-sandbox.ts';

/** An operator reads what is wrong: where it was thrown says nothing about what to set. */
function optionsOfProcess(): SandboxOptions {
  try {
    return parseSandboxOptions(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.name}: ${error.message}\n`);
    process.exit(1);
  }
}

const sandbox = await startPaypalSandbox(optionsOfProcess());
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => void sandbox.stop().then(() => process.exit()));
