import { testMongoUri } from './test-mongo.ts';
import { testNatsUrl } from './test-nats.ts';

/** The settings that every service needs. */
export interface ServiceSettings {
  readonly MONGODB_URI: string;
  readonly NATS_URL: string;
}

/**
 * What a service under test is started with: a database of its own, this Jest worker's NATS without streams, the
 * local defaults, and a log of errors alone.
 *
 * @param name the service's name, which begins its database's
 * @param share the settings of a service whose database and NATS this one joins as a second instance
 */
export async function testServiceSettings(name: string, share?: ServiceSettings) {
  return {
    MONGODB_URI: share?.MONGODB_URI ?? testMongoUri(name),
    NATS_URL: share?.NATS_URL ?? (await testNatsUrl()),
    // A busy machine keeps a test waiting: MongoDB is not away.
    MONGODB_TIMEOUT_MS: '30000',
    LOG_LEVEL: 'error',
    LOCAL_DEFAULTS: 'true',
  };
}
