import { ConfigError, parseSandboxOptions } from './config.ts';
import { type SandboxOptions, startPaypalSandbox } from './start-paypal-sandbox.ts';

/** Prints invalid settings without a stack trace, which does not help to fix them. */
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
