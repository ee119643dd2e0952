import { type DestinationStream, type Logger, pino } from 'pino';
import { serialiseError } from './serialise-error.ts';

export type { Logger } from 'pino';

const secretKeys = [
  'password',
  'confirmPassword',
  'currentPassword',
  'newPassword',
  'passwordHash',
  'token',
  'secret',
  'authorization',
  'cookie',
  'set-cookie',
  'apiKey',
  'api_key',
  'x-api-key',
  'x-internal-token',
];
/** Maximum nesting depth at which secrets are redacted. */
const redactionDepth = 4;

const redactedPaths = secretKeys.flatMap((key) =>
  Array.from({ length: redactionDepth }, (_, depth) => `${'*.'.repeat(depth)}["${key}"]`.replace('.[', '[')),
);

/**
 * Creates a logger that writes JSON lines to stdout. Values of well-known secret keys become `[redacted]`.
 *
 * @param options.service the process's name, in every line
 * @param options.destination replaces stdout (tests)
 */
export function createLogger(options: {
  service: string;
  level?: string;
  destination?: DestinationStream;
}): Logger {
  return pino(
    {
      level: options.level ?? 'info',
      base: { service: options.service },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: (error: unknown) => serialiseError(error) },
      redact: { paths: redactedPaths, censor: '[redacted]' },
    },
    options.destination ?? pino.destination(1),
  );
}
