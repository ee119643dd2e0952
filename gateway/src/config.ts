import { type ServiceName, serviceNames } from '@khmer-learning/contracts';
import {
  baseConfigSchema,
  internalPrivateKeySchema,
  localInternalPublicKey,
  sessionSecretsSchema,
  withLocalDefault,
} from '@khmer-learning/service-kit';
import { z } from 'zod';

/** The name of a service behind the gateway. */
export type UpstreamName = Exclude<ServiceName, 'gateway'>;
/** The names of all services behind the gateway. */
export const upstreamNames = serviceNames.filter((name): name is UpstreamName => name !== 'gateway');

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash;
}

const originSchema = z
  .string()
  .refine(isOrigin, 'must be an origin such as http://users:4101')
  .transform((text) => new URL(text).origin);

const commaList = z.string().transform((list) =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

const originList = commaList.pipe(z.array(originSchema)).default([]);

type UpstreamSetting = `UPSTREAM_${Uppercase<UpstreamName>}`;
const upstreamSetting = (name: UpstreamName) =>
  `UPSTREAM_${name.toUpperCase() as Uppercase<UpstreamName>}` satisfies UpstreamSetting;
/** A setting such as `UPSTREAM_CONTENT=http://content:8080` for each service. */
const upstreamSettings = Object.fromEntries(
  upstreamNames.map((name) => [upstreamSetting(name), originList]),
) as Record<UpstreamSetting, typeof originList>;

/** Folders of remotes that this process serves itself: `content=/srv/mf-content,quizzes=/srv/mf-quizzes`. */
const folderMap = commaList
  .pipe(
    z.array(
      z.string().regex(/^[a-z][a-z0-9-]*=.+$/, 'must be a list such as content=/srv/mf-content,quizzes=…'),
    ),
  )
  .transform((pairs) => new Map(pairs.map((pair) => splitOnce(pair, '='))))
  .default(new Map());

/** Static hosts of remotes that this process proxies: `content=http://mf-content:8080,quizzes=…`. */
const originMap = commaList
  .pipe(
    z.array(
      z.string().regex(/^[a-z][a-z0-9-]*=.+$/, 'must be a list such as content=http://mf-content:8080'),
    ),
  )
  .transform((pairs) => Object.fromEntries(pairs.map((pair) => splitOnce(pair, '='))))
  .pipe(z.record(z.string(), originSchema))
  .transform((origins) => new Map(Object.entries(origins)))
  .default(new Map());

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Proxies whose `X-Forwarded-*` is trusted: `false`, `true` (all), or a comma list of addresses and networks. */
const trustProxy = z
  .string()
  .transform((text) => text === 'true' || (text !== 'false' && text))
  .default(false);

const milliseconds = (byDefault: number) => z.coerce.number().int().min(1).max(600_000).default(byDefault);

const settingsSchema = baseConfigSchema.omit({ MONGODB_URI: true, MONGODB_TIMEOUT_MS: true }).extend({
  INTERNAL_PRIVATE_KEY: internalPrivateKeySchema,
  /** Published for the backends of remotes, besides its own. */
  INTERNAL_PUBLIC_KEYS: withLocalDefault(
    baseConfigSchema.shape.INTERNAL_PUBLIC_KEYS.optional(),
    localInternalPublicKey,
  ),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  /** The address of `/metrics`; never the public one. */
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).default(9464),
  ...upstreamSettings,
  SESSION_SECRETS: sessionSecretsSchema,
  /** The public address of the console. With https the session cookie is `__Host-session`. */
  PUBLIC_URL: originSchema.optional(),
  TRUST_PROXY: trustProxy,
  SHELL_DIR: z.string().optional(),
  /** A static host of the built shell, as an alternative to `SHELL_DIR`. */
  SHELL_URL: originSchema.optional(),
  /** The registry's file, its http(s) address, or the registry itself, which begins with `{` or `[`. */
  REMOTES: z.string().default('[]'),
  REMOTE_DIRS: folderMap,
  REMOTE_URLS: originMap,
  /** How long a service may take until its response begins. */
  UPSTREAM_TIMEOUT_MS: milliseconds(2_500),
  /** How long "not revoked" is trusted after the event feed was last confirmed to be complete. */
  REVOCATION_MAX_STALENESS_MS: milliseconds(5_000),
  /** Calls per minute of an API key without a quota of its own, for all gateway instances together. */
  API_RATE_LIMIT: z.coerce.number().int().min(1).default(6_000),
  /** Calls per minute and key of one learner, or of one client address without a learner's token. */
  API_CALLER_RATE_LIMIT: z.coerce.number().int().min(1).default(120),
  /** Open connections of clients, in all and of one address that is no trusted proxy. */
  MAX_CONNECTIONS: z.coerce.number().int().min(1).default(10_000),
  MAX_CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(1).default(1_000),
  /** Streams about who has which items open; a page of the console has one. */
  PRESENCE_MAX_STREAMS: z.coerce.number().int().min(0).max(20_000).default(1_000),
  /** Memory limit of the response cache of `/api/v1`. */
  CACHE_MAX_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .default(32 * 1024 ** 2),
});

/** The settings of the gateway. A folder and a static host of the same files exclude each other. */
export const gatewayConfigSchema = settingsSchema.superRefine((settings, context) => {
  const { SHELL_DIR, SHELL_URL, REMOTE_DIRS, REMOTE_URLS } = settings;
  const refuse = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  if (SHELL_DIR !== undefined && SHELL_URL !== undefined)
    refuse('SHELL_URL', 'must not be set together with SHELL_DIR');
  for (const name of REMOTE_URLS.keys())
    if (REMOTE_DIRS.has(name)) refuse('REMOTE_URLS', `${name} is also listed in REMOTE_DIRS`);
});
export type GatewayConfig = z.output<typeof gatewayConfigSchema>;

/** The base URLs of one service; empty when it is not part of this installation. */
export function upstreamOrigins(config: GatewayConfig, name: UpstreamName): readonly string[] {
  return config[upstreamSetting(name)];
}
