import { randomBytes } from 'node:crypto';
import {
  type RemoteEvents,
  remoteNatsUser,
  renderNatsConfiguration,
  serviceNames,
} from '@khmer-learning/contracts';
import { generateInternalPrivateKey, internalPublicKeyOf } from '@khmer-learning/service-kit';

/** The services that have a database. */
export const servicesWithDatabase = serviceNames.filter((name) => name !== 'gateway');

/** Addresses of the servers, as seen by the apps. */
export interface ServerHosts {
  /** `mongo:27017` */
  readonly mongo: string;
  /** `nats:4222` */
  readonly nats: string;
}

/** The replica set's name in every installation by these files. */
export const replicaSetName = 'rs0';

const natsServerSettings = `port: 4222
http: 8222
max_payload: 2MB
jetstream {
  store_dir: /data
  # Sync every message to disk before acknowledging it; the default syncs every two minutes.
  sync_interval: always
}`;

const randomPassword = () => randomBytes(24).toString('base64url');
const randomSigningSecret = () => randomBytes(48).toString('base64url');
/** MongoDB accepts key files of 6 to 1024 base64 characters. */
const randomKeyFile = () => randomBytes(564).toString('base64');

/**
 * Generates the missing secrets of an installation. Existing ones are kept, so that databases and sessions remain valid.
 *
 * @param serverHosts the addresses of MongoDB and NATS for the apps
 * @param existing existing secrets, by file name
 * @param remotes what the own backends of remotes read
 * @returns all secrets by file name, including the existing ones
 */
export function generateMissingSecrets(
  serverHosts: ServerHosts,
  existing: Readonly<Record<string, string>> = {},
  remotes: readonly RemoteEvents[] = [],
): Record<string, string> {
  const secrets: Record<string, string> = {};
  const ensureSecret = (name: string, make: () => string) => {
    const value = existing[name] ?? make();
    secrets[name] = value;
    return value;
  };

  const publicKey = internalPublicKeyOf(ensureSecret('internal_private_key', generateInternalPrivateKey));
  const publicKeys = existing.internal_public_keys?.split(',') ?? [];
  // During a rotation the list has more than one.
  secrets.internal_public_keys = [...new Set([...publicKeys, publicKey])].join(',');
  ensureSecret('session_secrets', randomSigningSecret);
  ensureSecret('second_factor_secrets', randomSigningSecret);
  ensureSecret('admin_password', randomPassword);
  const rootPassword = ensureSecret('mongo_root_password', randomPassword);
  const asRoot = `replicaSet=${replicaSetName}&authSource=admin`;
  secrets.mongodb_uri_operator = `mongodb://root:${rootPassword}@${serverHosts.mongo}/?${asRoot}`;
  ensureSecret('mongo_keyfile', randomKeyFile);
  for (const service of servicesWithDatabase) {
    const database = databaseNameOf(service);
    const options = `replicaSet=${replicaSetName}&authSource=${database}`;
    ensureSecret(
      `mongodb_uri_${service}`,
      () => `mongodb://${service}:${randomPassword()}@${serverHosts.mongo}/${database}?${options}`,
    );
  }
  const passwords = serviceNames.map((name) => {
    const url = ensureSecret(
      `nats_url_${name}`,
      () => `nats://${name}:${randomPassword()}@${serverHosts.nats}`,
    );
    return [name, credentialsOf(url).password] as const;
  });
  const readers = remotes.map((events) => {
    const user = remoteNatsUser(events.remote);
    const url = ensureSecret(
      `nats_url_${user}`,
      () => `nats://${user}:${randomPassword()}@${serverHosts.nats}`,
    );
    return { ...events, password: credentialsOf(url).password };
  });
  const operator = ensureSecret(
    'nats_url_operator',
    () => `nats://operator:${randomPassword()}@${serverHosts.nats}`,
  );
  // Always generated again, because it is derived from the others.
  secrets.nats_conf = renderNatsConfiguration({
    passwords,
    remotes: readers,
    operator: credentialsOf(operator),
    server: natsServerSettings,
  }).trim();

  // Placeholders for the values of the PayPal account; until they are replaced, payments fail.
  for (const name of ['paypal_client_id', 'paypal_client_secret', 'paypal_webhook_id'])
    ensureSecret(name, randomPassword);

  const accessKey = ensureSecret('s3_access_key_id', () => randomBytes(10).toString('hex').toUpperCase());
  const secretKey = ensureSecret('s3_secret_access_key', randomSigningSecret);
  secrets.s3_conf = JSON.stringify({
    identities: [
      {
        name: 'media',
        credentials: [{ accessKey, secretKey }],
        actions: ['Admin', 'Read', 'Write', 'List'],
      },
    ],
  });
  return secrets;
}

/** Returns the name of a service's database: `khmer-learning-content`. */
export function databaseNameOf(service: string): string {
  return `khmer-learning-${service}`;
}

function credentialsOf(url: string): { user: string; password: string } {
  const { username, password } = new URL(url);
  return { user: username, password };
}
