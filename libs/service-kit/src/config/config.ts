import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { z } from 'zod';

/** The start is impossible: one line per setting that is missing or wrong. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly #problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`Configuration is not usable:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.#problems = problems;
    // An operator reads this: where it was thrown says nothing about what to set.
    this.stack = `${this.name}: ${this.message}`;
  }

  get problems(): readonly string[] {
    return this.#problems;
  }
}

const localDefaults = z.registry<{ value: string }>();

/**
 * A setting with a default that is good for one machine only (a secret, the first admin's password). It is taken only
 * where `LOCAL_DEFAULTS=true` asks for it; `loadConfig` refuses it when `NODE_ENV=production`, alone or as a part of a
 * comma list.
 */
export function withLocalDefault<S extends z.ZodType>(schema: S, value: string): S {
  const setting = schema.clone();
  localDefaults.add(setting, { value });
  return setting;
}

/** A comma list of secrets of at least 32 characters: the first signs, all verify. Named `…_SECRETS`. */
export const secretListSchema = z
  .string()
  .transform((list) => list.split(',').map((secret) => secret.trim()))
  .pipe(
    z
      .array(z.string().min(32, 'every secret needs at least 32 characters'))
      .min(1, 'needs at least one secret'),
  );

/** The setting `SESSION_SECRETS`: the users service signs session and learner tokens, the gateway verifies them. */
export const sessionSecretsSchema = withLocalDefault(
  secretListSchema,
  'local-session-secret-of-khmer-learning-01',
);

/** Signs internal tokens between the processes of one machine that ask for local defaults; refused in production. */
export const localInternalSecret = 'local-internal-secret-of-khmer-learning-1';

/**
 * Settings of every process. Services `.extend()` it; the gateway `.omit`s what is MongoDB's.
 * Any of them may come from a file: `INTERNAL_SECRETS_FILE=/run/secrets/internal`.
 */
export const baseConfigSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  /** Take the published secrets and passwords of one machine where none are given: `npm start`, development, tests. */
  LOCAL_DEFAULTS: z.enum(['true', 'false']).default('false'),
  HOST: z.string().min(1).default('127.0.0.1'),
  /** 0 takes any free port. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  /** The database is the URI's path; without one it is named after the service. */
  MONGODB_URI: z.string().regex(/^mongodb(\+srv)?:\/\//, 'must start with mongodb:// or mongodb+srv://'),
  /** MongoDB that has not answered for that long is away: requests that need it are refused with 503. */
  MONGODB_TIMEOUT_MS: z.coerce.number().int().min(1_500).max(60_000).default(1_700),
  NATS_URL: z.string().min(1).default('nats://127.0.0.1:4222'),
  INTERNAL_SECRETS: withLocalDefault(secretListSchema, localInternalSecret),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** How long a stopping process still answers, with `Connection: close`, so that callers move away. */
  SHUTDOWN_DRAIN_MS: z.coerce.number().int().min(0).max(60_000).default(1_500),
  /** Where a calendar day starts and ends for people. */
  TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'is not a time zone, such as Asia/Phnom_Penh')
    .default('Asia/Phnom_Penh'),
  /** Where an OpenTelemetry collector takes OTLP over HTTP: `http://collector:4318`. Without it nothing is traced. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http address' }).optional(),
  /** Size in bytes at which the stream EVENTS refuses more; the outboxes then keep their rows. */
  EVENTS_MAX_BYTES: z.coerce
    .number()
    .int()
    .positive()
    .default(1024 ** 3),
});
export type BaseConfig = z.output<typeof baseConfigSchema>;
/** Settings of a process without a database. */
export type ProcessConfig = Omit<BaseConfig, 'MONGODB_URI' | 'MONGODB_TIMEOUT_MS'>;

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * Reads settings from the environment.
 *
 * @param schema the settings, usually `baseConfigSchema.extend({...})`; an empty variable counts as absent
 * @param env variable names to texts; `<NAME>_FILE` names a file that holds the value of `<NAME>`
 * @returns the parsed settings
 * @throws ConfigError naming every bad setting, never its value
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
  return `${name}: is not set${isLocal ? '; on one machine LOCAL_DEFAULTS=true takes a published one' : ''}`;
}

/** What is good enough for one machine, and not for people's data. */
function productionProblems(schema: z.ZodObject, rawSettings: RawSettings): string[] {
  const problems: string[] = [];
  for (const [name, text] of Object.entries(rawSettings)) {
    const parts = text.split(',').map((part) => part.trim());
    if (parts.includes(localDefaultOf(schema.shape[name]) ?? ''))
      problems.push(`${name}: the local default is refused in production`);
    else if (name.endsWith('_SECRETS') && parts.some(isWeakSecret))
      problems.push(`${name}: every secret needs 128 random bits, such as those of openssl rand -base64 48`);
  }
  if (rawSettings.PUBLIC_URL !== undefined && isInsecureHttp(rawSettings.PUBLIC_URL))
    problems.push('PUBLIC_URL: must begin with https:// in production, unless it is this machine');
  return problems;
}

/** Repetitions and patterns do not count: what is left of a secret when it is compressed says how random it can be. */
function isWeakSecret(secret: string): boolean {
  return deflateRawSync(secret, { level: 9 }).length * 8 < 128;
}

function isInsecureHttp(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'http:' && !/^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
}
