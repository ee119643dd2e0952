import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { z } from 'zod';

/** Invalid settings: one line per missing or invalid setting. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly #problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`Invalid configuration:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.#problems = problems;
    // For operators: the stack trace does not help to fix a setting.
    this.stack = `${this.name}: ${this.message}`;
  }

  get problems(): readonly string[] {
    return this.#problems;
  }
}

const localDefaults = z.registry<{ value: string }>();

/**
 * Adds a default for local use to a setting (a secret, the first admin's password). It applies only with
 * `LOCAL_DEFAULTS=true`. `loadConfig` rejects the value when `NODE_ENV=production`, alone or as part of a
 * comma-separated list.
 */
export function withLocalDefault<S extends z.ZodType>(schema: S, value: string): S {
  const setting = schema.clone();
  localDefaults.add(setting, { value });
  return setting;
}

/**
 * A comma-separated list of secrets of at least 32 characters: the first signs, all verify. The setting is named
 * `…_SECRETS`.
 */
export const secretListSchema = z
  .string()
  .transform((list) => list.split(',').map((secret) => secret.trim()))
  .pipe(
    z
      .array(z.string().min(32, 'every secret needs at least 32 characters'))
      .min(1, 'needs at least one secret'),
  );

/**
 * The setting `SESSION_SECRETS`: the users service signs session and learner tokens with it, the gateway verifies
 * them.
 */
export const sessionSecretsSchema = withLocalDefault(
  secretListSchema,
  'local-session-secret-of-khmer-learning-01',
);

/** Signs internal tokens with `LOCAL_DEFAULTS=true`; rejected in production. */
export const localInternalPrivateKey = 'MC4CAQAwBQYDK2VwBCIEIMfnish/ALIekVzko8sdGegMNMKJ6uJPqX8X6SqTmWFs';
/** Verifies what `localInternalPrivateKey` has signed. */
export const localInternalPublicKey = 'MCowBQYDK2VwAyEAeYiPqlslo/IEG6woGaZHXRJ0jPBAgTDZtU5AXHQ4h6A=';

function isEd25519(read: () => KeyObject): boolean {
  try {
    return read().asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}

const fromBase64 = (key: string) => Buffer.from(key, 'base64');

/** The setting `INTERNAL_PRIVATE_KEY`: the gateway, and nobody else, signs internal tokens with it. */
export const internalPrivateKeySchema = withLocalDefault(
  z
    .string()
    .refine(
      (key) => isEd25519(() => createPrivateKey({ key: fromBase64(key), format: 'der', type: 'pkcs8' })),
      'must be an Ed25519 private key, as base64 of PKCS #8 in DER',
    ),
  localInternalPrivateKey,
);

const internalPublicKeysSchema = withLocalDefault(
  z
    .string()
    .transform((list) => list.split(',').map((key) => key.trim()))
    .pipe(
      z.array(
        z
          .string()
          .refine(
            (key) => isEd25519(() => createPublicKey({ key: fromBase64(key), format: 'der', type: 'spki' })),
            'every key must be an Ed25519 public key, as base64 of SPKI in DER',
          ),
      ),
    ),
  localInternalPublicKey,
);

/**
 * Settings of every process. Services `.extend()` it; the gateway `.omit`s the MongoDB settings. Each setting can be
 * read from a file: `SESSION_SECRETS_FILE=/run/secrets/session`.
 */
export const baseConfigSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  /** Uses the public default secrets and passwords where none are set: `npm start`, development, tests. */
  LOCAL_DEFAULTS: z.enum(['true', 'false']).default('false'),
  HOST: z.string().min(1).default('127.0.0.1'),
  /** 0 selects any free port. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  /** The URI's path is the database; without a path, the database is named after the service. */
  MONGODB_URI: z.string().regex(/^mongodb(\+srv)?:\/\//, 'must start with mongodb:// or mongodb+srv://'),
  /** MongoDB counts as unavailable after this time without a response; requests that need it fail with 503. */
  MONGODB_TIMEOUT_MS: z.coerce.number().int().min(1_500).max(60_000).default(1_700),
  NATS_URL: z.string().min(1).default('nats://127.0.0.1:4222'),
  /** Of the gateway; during a rotation the next one too. */
  INTERNAL_PUBLIC_KEYS: internalPublicKeysSchema,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /**
   * How long a stopping process still responds, with `Connection: close`, so that callers switch to another instance.
   */
  SHUTDOWN_DRAIN_MS: z.coerce.number().int().min(0).max(60_000).default(1_500),
  /** Time zone of calendar days. */
  TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'is not a time zone, such as Asia/Phnom_Penh')
    .default('Asia/Phnom_Penh'),
  /** The OpenTelemetry collector's OTLP/HTTP address: `http://collector:4318`. Without it, tracing is off. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http address' }).optional(),
  /** Size in bytes at which the stream EVENTS rejects new messages; events then stay in the outboxes. */
  EVENTS_MAX_BYTES: z.coerce
    .number()
    .int()
    .positive()
    .default(1024 ** 3),
  /** NATS servers that store each stream: 3 survive the loss of one server and its disk. Never lowers a stream. */
  STREAM_REPLICAS: z.coerce.number().int().min(1).max(5).default(1),
  /** Events of one consumer that all its instances together may hold unprocessed. */
  CONSUMER_MAX_UNACKNOWLEDGED: z.coerce.number().int().min(200).max(10_000).default(400),
});
export type BaseConfig = z.output<typeof baseConfigSchema>;
/** Settings of a process without a database. */
export type ProcessConfig = Omit<BaseConfig, 'MONGODB_URI' | 'MONGODB_TIMEOUT_MS' | 'INTERNAL_PUBLIC_KEYS'>;

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Former names of settings. They are rejected, because a process would otherwise ignore the value silently. */
const renamedSettings = [
  ['AUDIT_KEEP_DAYS', 'AUDIT_RETENTION_DAYS'],
  ['INTERNAL_SECRETS', 'INTERNAL_PUBLIC_KEYS'],
  ['INTERNAL_SECRETS', 'INTERNAL_PRIVATE_KEY'],
  ['DELETED_EMAIL_KEEP_DAYS', 'DELETED_EMAIL_RETENTION_DAYS'],
  ['RECONCILE_EVERY_SECONDS', 'RECONCILE_INTERVAL_SECONDS'],
  ['SESSION_TRUST_MS', 'REVOCATION_MAX_STALENESS_MS'],
  ['UNUSED_FILE_DAYS', 'UNUSED_FILE_RETENTION_DAYS'],
] as const;

/**
 * Reads settings from environment variables.
 *
 * @param schema the settings, usually `baseConfigSchema.extend({...})`; an empty variable counts as absent
 * @param env variables; `<NAME>_FILE` is the path of a file with the value of `<NAME>`
 * @returns the parsed settings
 * @throws ConfigError with the name, never the value, of every invalid setting and of every former name
 */
export function loadConfig<S extends z.ZodObject>(
  schema: S,
  env: Readonly<Record<string, string | undefined>> = process.env,
): z.output<S> {
  const problems: string[] = [];
  const rawSettings: Record<string, string> = {};
  for (const [name, setting] of Object.entries(schema.shape)) {
    const value = env[name] || readSecretFile(name, env[`${name}_FILE`], problems);
    const local = env.LOCAL_DEFAULTS === 'true' ? localDefaultOf(setting) : undefined;
    const chosen = value || local;
    if (chosen) rawSettings[name] = chosen;
  }

  for (const [formerName, name] of renamedSettings) {
    if (name in schema.shape && env[formerName]) problems.push(`${formerName}: was renamed to ${name}`);
  }

  const parsed = schema.safeParse(rawSettings);
  for (const issue of parsed.error?.issues ?? []) problems.push(formatProblem(issue, schema, rawSettings));
  if (rawSettings.NODE_ENV === 'production') problems.push(...productionProblems(schema, rawSettings));
  if (problems.length > 0 || !parsed.success) throw new ConfigError(problems);
  return parsed.data;
}

function localDefaultOf(setting: unknown): string | undefined {
  return setting instanceof z.ZodType ? localDefaults.get(setting)?.value : undefined;
}

function readSecretFile(name: string, file: string | undefined, problems: string[]): string | undefined {
  if (!file) return undefined;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    problems.push(`${name}_FILE: cannot read ${file}`);
    return undefined;
  }
}

type RawSettings = Readonly<Record<string, string>>;

function formatProblem(issue: z.core.$ZodIssue, schema: z.ZodObject, rawSettings: RawSettings): string {
  const name = String(issue.path[0] ?? 'configuration');
  if (rawSettings[name] !== undefined) return `${name}: ${issue.message}`;
  const isLocal = localDefaultOf(schema.shape[name]) !== undefined && rawSettings.NODE_ENV !== 'production';
  return `${name}: is not set${isLocal ? '; for local use, LOCAL_DEFAULTS=true sets a public default' : ''}`;
}

/** Values that are acceptable for local use but not in production. */
function productionProblems(schema: z.ZodObject, rawSettings: RawSettings): string[] {
  const problems: string[] = [];
  for (const [name, text] of Object.entries(rawSettings)) {
    const parts = text.split(',').map((part) => part.trim());
    if (parts.includes(localDefaultOf(schema.shape[name]) ?? ''))
      problems.push(`${name}: the local default is not allowed in production`);
    else if (name.endsWith('_SECRETS') && parts.some(isWeakSecret))
      problems.push(
        `${name}: every secret needs at least 128 random bits, e.g. from openssl rand -base64 48`,
      );
  }
  if (rawSettings.PUBLIC_URL !== undefined && isInsecureHttp(rawSettings.PUBLIC_URL))
    problems.push('PUBLIC_URL: must start with https:// in production, except for localhost');
  return problems;
}

/** Compression removes repetitions and patterns, so the compressed length is an upper bound of the randomness. */
function isWeakSecret(secret: string): boolean {
  return deflateRawSync(secret, { level: 9 }).length * 8 < 128;
}

function isInsecureHttp(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'http:' && !/^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
}

/**
 * Reads the settings of this process; see `loadConfig`. When a setting is invalid, it prints one line per setting and
 * exits with code 1.
 */
export function loadConfigOrExit<S extends z.ZodObject>(schema: S): z.output<S> {
  try {
    return loadConfig(schema);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.stack}\n`);
    process.exit(1);
  }
}
