import { baseConfigSchema, loadConfig, openService, type Service } from '@khmer-learning/service-kit';

/** Opens a service without entities of its own for the kit's tests; call `prepare()` and `close()`. */
export function openSampleService(settings: { MONGODB_URI: string; NATS_URL: string }): Service {
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
