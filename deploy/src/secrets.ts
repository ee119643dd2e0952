import { randomBytes } from 'node:crypto';
import { serviceNames } from '@khmer-learning/contracts';
import { natsConfiguration } from './nats-configuration.ts';

/** The services with a database of their own. */
export const databaseServices = serviceNames.filter((name) => name !== 'gateway');

/** Where the servers are, as the apps see them. */
export interface Servers {
  /** `mongo:27017` */
  readonly mongo: string;
  /** `nats:4222` */
  readonly nats: string;
}

/** The replica set's name in every installation that these files describe. */
export const replicaSet = 'rs0';

const word = () => randomBytes(24).toString('base64url');
const signingSecret = () => randomBytes(48).toString('base64url');
/** MongoDB takes 6 to 1024 characters of base64. */
const keyFile = () => randomBytes(564).toString('base64');

/**
 * Every secret of an installation by its file's name. What is there stays: databases and sessions go on working.
 *
 * @param servers where the apps will look for MongoDB and NATS
 * @param existing secrets made before, by name
 * @returns name to content, the existing ones included
 */
export function completeSecrets(
  servers: Servers,
  existing: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const secrets: Record<string, string> = {};
  const have = (name: string, make: () => string) => {
    const value = existing[name] ?? make();
    secrets[name] = value;
    return value;
  };

  have('internal_secrets', signingSecret);
  have('session_secrets', signingSecret);
  have('admin_password', word);
  const rootPassword = have('mongo_root_password', word);
  const asRoot = `replicaSet=${replicaSet}&authSource=admin`;
  secrets.mongodb_uri_operator = `mongodb://root:${rootPassword}@${servers.mongo}/?${asRoot}`;
  have('mongo_keyfile', keyFile);
  for (const service of databaseServices) {
    const database = databaseOf(service);
    const options = `replicaSet=${replicaSet}&authSource=${database}`;
    have(
      `mongodb_uri_${service}`,
      () => `mongodb://${service}:${word()}@${servers.mongo}/${database}?${options}`,
    );
  }
  const passwords = serviceNames.map((name) => {
    const url = have(`nats_url_${name}`, () => `nats://${name}:${word()}@${servers.nats}`);
    return [name, credentialsOf(url).password] as const;
  });
  const operator = have('nats_url_operator', () => `nats://operator:${word()}@${servers.nats}`);
  // Made of the others, so it is never older than they are.
  secrets.nats_conf = natsConfiguration(passwords, credentialsOf(operator));

  // To be replaced by those of the PayPal account; until then no payment can be made.
  for (const name of ['paypal_client_id', 'paypal_client_secret', 'paypal_webhook_id']) have(name, word);

  const accessKey = have('s3_access_key_id', () => randomBytes(10).toString('hex').toUpperCase());
  const secretKey = have('s3_secret_access_key', signingSecret);
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
export function databaseOf(service: string): string {
  return `khmer-learning-${service}`;
}

function credentialsOf(url: string): { user: string; password: string } {
  const { username, password } = new URL(url);
  return { user: username, password };
}
