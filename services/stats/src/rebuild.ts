import { loadConfigOrExit, openService } from '@khmer-learning/service-kit';
import { statsConfigSchema } from './config.ts';
import { projectionModels } from './projection/projection.model.ts';
import { rebuildProjection } from './projection/rebuild-projection.ts';

// `npm run rebuild -w services/stats`: rebuilds the projection from the event stream.
const service = openService({ name: 'stats', config: loadConfigOrExit(statsConfigSchema) });
const models = projectionModels(service.connection);
await service.prepare();
const generation = await rebuildProjection(service, models);
service.logger.info({ generation }, 'Projection rebuilt');
await service.close();
