import { testMongoUri } from './test-mongo.ts';
import { testNatsUrl } from './test-nats.ts';

/** The settings that every service needs. */
export interface ServiceSettings {
  readonly MONGODB_URI: string;
  readonly NATS_URL: string;
}

/**
 * Settings of a service under test: its own database, this Jest worker's NATS without streams, the local defaults,
 * and log level `error`.
 *
 * @param name the service's name, used as prefix of the database name
 * @param share settings of another instance whose database and NATS to use
 */
export async function testServiceSettings(name: string, share?: ServiceSettings) {
  return {
    MONGODB_URI: share?.MONGODB_URI ?? testMongoUri(name),
    NATS_URL: share?.NATS_URL ?? (await testNatsUrl()),
    // Long, because on a busy machine MongoDB may respond slowly.
    MONGODB_TIMEOUT_MS: '30000',
    LOG_LEVEL: 'error',
    LOCAL_DEFAULTS: 'true',
  };
}
