import { loadConfigOrExit, runService } from '@khmer-learning/service-kit';
import { buildApp, type MediaApp } from './app.ts';
import { mediaConfigSchema } from './config.ts';

let media: MediaApp | undefined;

await runService({
  name: 'media',
  config: loadConfigOrExit(mediaConfigSchema),
  buildApp(service) {
    media = buildApp(service);
    media.app.addHook('onClose', () => media?.stop());
    return media.app;
  },
  startConsumers: () => media?.start(),
});
