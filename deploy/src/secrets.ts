import { randomBytes } from 'node:crypto';
import { serviceNames } from '@khmer-learning/contracts';
import { renderNatsConfiguration } from './nats-configuration.ts';

/** The services with a database of their own. */
export const servicesWithDatabase = serviceNames.filter((name) => name !== 'gateway');

/** Where the servers are, as the apps see them. */
export interface ServerHosts {
  /** `mongo:27017` */
  readonly mongo: string;
  /** `nats:4222` */
  readonly nats: string;
}

/** The replica set's name in every installation that these files describe. */
export const replicaSetName = 'rs0';

const randomPassword = () => randomBytes(24).toString('base64url');
const randomSigningSecret = () => randomBytes(48).toString('base64url');
/** MongoDB takes 6 to 1024 characters of base64. */
const randomKeyFile = () => randomBytes(564).toString('base64');

/**
 * Every secret of an installation by its file's name. What is there stays: databases and sessions go on working.
 *
 * @param serverHosts where the apps will look for MongoDB and NATS
 * @param existing secrets made before, by name
 * @returns name to content, the existing ones included
 */
export function generateMissingSecrets(
  serverHosts: ServerHosts,
  existing: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const secrets: Record<string, string> = {};
  const ensureSecret = (name: string, make: () => string) => {
    const value = existing[name] ?? make();
    secrets[name] = value;
    return value;
  };

  ensureSecret('internal_secrets', randomSigningSecret);
  ensureSecret('session_secrets', randomSigningSecret);
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
  const operator = ensureSecret(
    'nats_url_operator',
    () => `nats://operator:${randomPassword()}@${serverHosts.nats}`,
  );
  // Made of the others, so it is never older than they are.
  secrets.nats_conf = renderNatsConfiguration(passwords, credentialsOf(operator));

  // To be replaced by those of the PayPal account; until then no payment can be made.
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

/** `khmer-learning-content`: the database of one service. */
export function databaseNameOf(service: string): string {
  return `khmer-learning-${service}`;
}

function credentialsOf(url: string): { user: string; password: string } {
  const { username, password } = new URL(url);
  return { user: username, password };
}
