export { freePort, type LocalServer } from '@khmer-learning/local-stack';
export { auditedEndpoints, auditRecords } from './audit-records.ts';
export {
  type ConnectedNats,
  entityEvent,
  lastEvent,
  lessonState,
  mainLessonState,
  publishEvents,
  purchaseState,
} from './entity-events.ts';
export { eventually } from './eventually.ts';
export { startMongo, startNats } from './private-servers.ts';
export {
  isScan,
  type ProfiledCommand,
  profileQueries,
  type QueryProfile,
  queryCombinations,
  summaryOf,
} from './query-profile.ts';
export { runServer } from './run-server.ts';
export { type CodeProcess, type RunOptions, runTypeScript } from './run-typescript.ts';
export { scratchFolder } from './scratch.ts';
export { type Answer, type Call, type CallerName, type CallOptions, callsTo } from './service-calls.ts';
export { type ServiceSettings, testServiceSettings } from './service-settings.ts';
export { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';
export { dropDatabase, testMongoUri } from './test-mongo.ts';
export { cleanNats, testNatsUrl } from './test-nats.ts';
export { type CollectedSpan, startTraceCollector, type TraceCollector } from './trace-collector.ts';
export { multipartBody, multipartType, type SentFile, type Transfers, transfersOf } from './transfers.ts';
