import { baseConfigSchema, loadConfig, openService, type Service } from '@khmer-learning/service-kit';

/** A service without entities of its own. */
export type SampleService = Service;

/** Opens a service for the kit's tests; call `prepare()` and `close()`. */
export function openSampleService(settings: { MONGODB_URI: string; NATS_URL: string }): SampleService {
  const config = loadConfig(baseConfigSchema, {
    NODE_ENV: 'test',
    LOCAL_DEFAULTS: 'true',
    LOG_LEVEL: 'silent',
    // Long, because on a busy machine MongoDB may respond slowly.
    MONGODB_TIMEOUT_MS: '30000',
    ...settings,
  });
  return openService({ name: 'content', config });
}
