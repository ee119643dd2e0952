import { join } from 'node:path';
import { paymentsWebhook } from '@khmer-learning/contracts';
import type { StateFile } from '../data-dir/state-file.ts';
import { type NodeApp, remoteFolders, shellFolder } from './apps.ts';
import type { DevServers } from './dev-servers.ts';

/** What all processes of one stack have in common. */
export interface StackContext {
  root: string;
  dataDir: string;
  /** The address people use. */
  url: string;
  mongoUrl: string;
  natsUrl: string;
  stateFile: StateFile;
  /** Inner ports by service name. */
  ports: ReadonlyMap<string, number>;
  /** The PayPal sandbox; undefined when the environment names another PayPal. */
  paypalUrl: string | undefined;
  /** Settings of the caller, for every process; they win over ours. */
  env: Readonly<Record<string, string>>;
}

/** The first admin of a stack on one machine. */
export interface InitialAdmin {
  email: string;
  password: string;
}

/** The account a new stack starts with: `ADMIN_EMAIL` and `ADMIN_PASSWORD`, or the well-known local one. */
export function initialAdmin(env: NodeJS.ProcessEnv): InitialAdmin {
  return {
    email: env.ADMIN_EMAIL || 'admin@khmer.local',
    password: env.ADMIN_PASSWORD || 'learn-khmer-2026',
  };
}

/** The connection string of one service's own database. */
export function databaseUri(mongoUrl: string, service: string): string {
  const url = new URL(mongoUrl);
  const prefix = url.pathname.replace(/^\//, '') || 'khmer-learning';
  url.pathname = `/${prefix}-${service}`;
  return url.href;
}

function commonEnvironment({ dataDir, url, natsUrl, stateFile, env }: StackContext): NodeJS.ProcessEnv {
  const admin = initialAdmin({ ...process.env, ...env });
  return {
    ...process.env,
    LOCAL_DEFAULTS: 'true',
    HOST: '127.0.0.1',
    NATS_URL: natsUrl,
    INTERNAL_SECRETS: process.env.INTERNAL_SECRETS || stateFile.secret('INTERNAL_SECRETS'),
    SESSION_SECRETS: process.env.SESSION_SECRETS || stateFile.secret('SESSION_SECRETS'),
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    PUBLIC_URL: process.env.PUBLIC_URL || url,
    MAIL_DIR: join(dataDir, 'mail'),
    UPLOADS_DIR: join(dataDir, 'uploads'),
    // Nobody else is to be told that a process goes: the gateway ends with them.
    SHUTDOWN_DRAIN_MS: process.env.SHUTDOWN_DRAIN_MS || '0',
  };
}

/** By which the commerce service and the PayPal sandbox know each other. */
function paypalSettings({ paypalUrl, stateFile }: StackContext): NodeJS.ProcessEnv {
  if (paypalUrl === undefined) return {};
  return {
    PAYPAL_BASE_URL: paypalUrl,
    PAYPAL_CLIENT_ID: 'khmer-learning',
    PAYPAL_CLIENT_SECRET: stateFile.secret('PAYPAL_CLIENT_SECRET'),
    PAYPAL_WEBHOOK_ID: stateFile.secret('PAYPAL_WEBHOOK_ID'),
  };
}

/** Three days of PayPal's patience with an unheard webhook, in some three hours. */
const webhookSpeed = '20';

/** The environment of the PayPal sandbox. */
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

/** The environment of one service. */
export function serviceEnvironment(app: NodeApp, context: StackContext): NodeJS.ProcessEnv {
  return {
    ...commonEnvironment(context),
    PORT: String(context.ports.get(app.name)),
    MONGODB_URI: databaseUri(context.mongoUrl, app.name),
    ...(app.name === 'commerce' ? paypalSettings(context) : {}),
    ...context.env,
  };
}

/** The remotes as the gateway's registry takes them. */
function remoteRegistryJson(remoteUrls: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(remoteUrls).map(([name, entry]) => ({ name, entry })));
}

/**
 * The environment of the gateway.
 * @param devServers what is being developed; default: the built folders, which the gateway serves itself
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
    ...commonEnvironment(context),
    ...Object.fromEntries(upstreams),
    PORT: new URL(context.url).port || '80',
    // A second copy beside the first has another.
    METRICS_PORT: process.env.METRICS_PORT || '0',
    SHELL_DIR: devServers?.shellDir ?? join(context.root, shellFolder, 'dist'),
    REMOTES: remoteRegistryJson(devServers?.remoteUrls ?? builtRemoteUrls),
    REMOTE_DIRS: folders.join(','),
    ...context.env,
  };
}
