import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { join, resolve } from 'node:path';
import { paymentsWebhook, type ServiceName } from '@khmer-learning/contracts';
import type { StateFile } from '../data-dir/state-file.ts';
import { type NodeApp, remoteFolders, shellFolder } from './apps.ts';
import type { DevServers } from './dev-servers.ts';

/** Settings shared by all processes of a stack. */
export interface StackContext {
  root: string;
  dataDir: string;
  /** The public address. */
  url: string;
  mongoUrl: string;
  natsUrlFor: (name: ServiceName) => string;
  stateFile: StateFile;
  /** Internal ports by service name. */
  ports: ReadonlyMap<string, number>;
  /** URL of the PayPal sandbox; undefined when the environment configures another PayPal. */
  paypalUrl: string | undefined;
  /** The caller's settings for every process; they override the stack's. */
  env: Readonly<Record<string, string>>;
}

/** The first admin: `ADMIN_EMAIL` and `ADMIN_PASSWORD`, or the well-known local account. */
export function initialAdmin(env: NodeJS.ProcessEnv) {
  return {
    email: env.ADMIN_EMAIL || 'admin@khmer.local',
    password: env.ADMIN_PASSWORD || 'learn-khmer-2026',
  };
}

/** Connection string of a service's database. */
export function databaseUri(mongoUrl: string, service: string): string {
  const url = new URL(mongoUrl);
  const prefix = url.pathname.replace(/^\//, '') || 'khmer-learning';
  url.pathname = `/${prefix}-${service}`;
  return url.href;
}

function commonEnvironment(
  name: ServiceName,
  { dataDir, url, natsUrlFor, stateFile, env }: StackContext,
): NodeJS.ProcessEnv {
  const admin = initialAdmin({ ...process.env, ...env });
  return {
    ...process.env,
    LOCAL_DEFAULTS: 'true',
    HOST: '127.0.0.1',
    NATS_URL: natsUrlFor(name),
    SESSION_SECRETS: process.env.SESSION_SECRETS || stateFile.secret('SESSION_SECRETS'),
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    PUBLIC_URL: process.env.PUBLIC_URL || url,
    MAIL_DIR: join(dataDir, 'mail'),
    UPLOADS_DIR: join(dataDir, 'uploads'),
    // No drain is needed: the gateway stops with the services.
    SHUTDOWN_DRAIN_MS: process.env.SHUTDOWN_DRAIN_MS || '0',
  };
}

/** Base64 in DER, of the key pair with which the gateway signs and services verify. */
function internalKeys({ stateFile, env }: StackContext) {
  const { secrets } = stateFile.state;
  const given = { ...process.env, ...env }.INTERNAL_PRIVATE_KEY;
  const pkcs8 = { format: 'der', type: 'pkcs8' } as const;
  secrets.INTERNAL_PRIVATE_KEY ??= generateKeyPairSync('ed25519').privateKey.export(pkcs8).toString('base64');
  const text = given || secrets.INTERNAL_PRIVATE_KEY;
  const privateKey = createPrivateKey({ key: Buffer.from(text, 'base64'), ...pkcs8 });
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return { INTERNAL_PRIVATE_KEY: text, INTERNAL_PUBLIC_KEYS: publicKey.toString('base64') };
}

/** Credentials shared by the commerce service and the PayPal sandbox. */
function paypalSettings({ paypalUrl, stateFile }: StackContext): NodeJS.ProcessEnv {
  if (paypalUrl === undefined) return {};
  return {
    PAYPAL_BASE_URL: paypalUrl,
    PAYPAL_CLIENT_ID: 'khmer-learning',
    PAYPAL_CLIENT_SECRET: stateFile.secret('PAYPAL_CLIENT_SECRET'),
    PAYPAL_WEBHOOK_ID: stateFile.secret('PAYPAL_WEBHOOK_ID'),
  };
}

/** Reduces PayPal's retry period for webhooks from three days to about three hours. */
const webhookSpeed = '20';

/** Environment variables of the PayPal sandbox. */
export function paypalSandboxEnvironment(context: StackContext): NodeJS.ProcessEnv {
  const { paypalUrl, dataDir, url, env } = context;
  return {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: new URL(paypalUrl ?? '').port,
    ...paypalSettings(context),
    PAYPAL_WEBHOOK_URL: new URL(paymentsWebhook.path, url).href,
    PAYPAL_WEBHOOK_SPEED: webhookSpeed,
    PAYPAL_DATA_DIR: join(dataDir, 'paypal'),
    LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
    ...env,
  };
}

/** Environment variables of a service. */
export function serviceEnvironment(app: NodeApp<ServiceName>, context: StackContext): NodeJS.ProcessEnv {
  return {
    ...commonEnvironment(app.name, context),
    PORT: String(context.ports.get(app.name)),
    MONGODB_URI: databaseUri(context.mongoUrl, app.name),
    INTERNAL_PUBLIC_KEYS: internalKeys(context).INTERNAL_PUBLIC_KEYS,
    ...(app.name === 'users'
      ? {
          SECOND_FACTOR_SECRETS:
            process.env.SECOND_FACTOR_SECRETS || context.stateFile.secret('SECOND_FACTOR_SECRETS'),
        }
      : {}),
    ...(app.name === 'commerce' ? paypalSettings(context) : {}),
    ...context.env,
  };
}

/** Environment variables of a service's process that writes the demo school's past: with the gateway's key, and quick hashes. */
export function pastEnvironment(name: ServiceName, context: StackContext): NodeJS.ProcessEnv {
  return {
    ...serviceEnvironment({ name, folder: `services/${name}` }, context),
    INTERNAL_PRIVATE_KEY: internalKeys(context).INTERNAL_PRIVATE_KEY,
    BCRYPT_COST: '4',
    LOG_LEVEL: 'fatal',
  };
}

/** The remotes in the format of the gateway's registry. */
function remoteRegistryJson(remoteUrls: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(remoteUrls).map(([name, entry]) => ({ name, entry })));
}

/** The registry that the caller has set: a file is relative to the folder in which npm was called. */
function givenRegistry({ REMOTES, INIT_CWD = process.cwd() }: NodeJS.ProcessEnv): string | undefined {
  return !REMOTES || /^\s*\[|^https?:/.test(REMOTES) ? REMOTES : resolve(INIT_CWD, REMOTES);
}

/**
 * Environment variables of the gateway.
 *
 * @param devServers development builds; default: the built folders, which the gateway serves
 */
export function gatewayEnvironment(
  context: StackContext,
  devServers?: Pick<DevServers, 'shellDir' | 'remoteUrls'>,
): NodeJS.ProcessEnv {
  const upstreams = [...context.ports].map(([name, port]) => [
    `UPSTREAM_${name.toUpperCase()}`,
    `http://127.0.0.1:${port}`,
  ]);
  const remotes = Object.entries(remoteFolders);
  const builtRemoteUrls = Object.fromEntries(
    remotes.map(([name]) => [name, `/remotes/${name}/mf-manifest.json`]),
  );
  const folders = remotes.map(([name, folder]) => `${name}=${join(context.root, folder, 'dist')}`);
  return {
    ...commonEnvironment('gateway', context),
    ...Object.fromEntries(upstreams),
    INTERNAL_PRIVATE_KEY: internalKeys(context).INTERNAL_PRIVATE_KEY,
    PORT: new URL(context.url).port || '80',
    // A random port, so that a second stack can run at the same time.
    METRICS_PORT: process.env.METRICS_PORT || '0',
    SHELL_DIR: devServers?.shellDir ?? join(context.root, shellFolder, 'dist'),
    REMOTES: givenRegistry(process.env) || remoteRegistryJson(devServers?.remoteUrls ?? builtRemoteUrls),
    REMOTE_DIRS: folders.join(','),
    ...context.env,
  };
}
