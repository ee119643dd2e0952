import { type DestinationStream, type Logger, pino } from 'pino';

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
/** How deep in a logged object a secret is still found. */
const redactionDepth = 4;

const redactedPaths = secretKeys.flatMap((key) =>
  Array.from({ length: redactionDepth }, (_, depth) => `${'*.'.repeat(depth)}["${key}"]`.replace('.[', '[')),
);

/**
 * JSON lines on stdout, each with the process's name; secrets under well-known keys become `[redacted]`.
 *
 * @param options.service name in every line
 * @param options.level `info` unless told
 * @param options.destination where lines go instead of stdout (tests)
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
      redact: { paths: redactedPaths, censor: '[redacted]' },
    },
    options.destination ?? pino.destination(1),
  );
}
