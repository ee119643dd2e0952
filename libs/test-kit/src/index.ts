export { freePort, type LocalServer } from '@khmer-learning/local-stack';
export { auditedEndpointIds, findAuditRecords } from './audit-records.ts';
export {
  type NatsConnectionSource,
  buildEntityEvent,
  fetchLastEvent,
  buildLessonState,
  buildMainLessonState,
  publishEvents,
  buildPurchaseState,
} from './entity-events.ts';
export { eventually } from './eventually.ts';
export { startMongo, startNats } from './private-servers.ts';
export {
  isScanOrSort,
  type ProfiledCommand,
  createQueryProfiler,
  type QueryProfiler,
  queryCombinations,
  summarizeCommand,
} from './query-profiler.ts';
export { runServer } from './run-server.ts';
export { type NodeProcess, type RunTypeScriptOptions, runTypeScript } from './run-typescript.ts';
export { createTempDirectory } from './create-temp-directory.ts';
export { type ServiceResponse, type ServiceCaller, type TestPrincipal, type ServiceCallerOptions, createServiceCaller } from './service-caller.ts';
export { type ServiceSettings, testServiceSettings } from './service-settings.ts';
export { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';
export { dropDatabase, testMongoUri } from './test-mongo.ts';
export { deleteAllStreams, testNatsUrl } from './test-nats.ts';
export { type CollectedSpan, startTraceCollector, type TraceCollector } from './trace-collector.ts';
export { multipartBody, multipartContentType, type UploadFile, type TransferClient, createTransferClient } from './transfer-client.ts';
