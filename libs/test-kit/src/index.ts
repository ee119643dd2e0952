export { freePort, type LocalServer } from '@khmer-learning/local-stack';
export { auditedEndpointIds, findAuditRecords } from './audit-records.ts';
export { auditedCommentCalls, auditedItemCalls, auditedReviewCalls } from './audited-items.ts';
export { createTempDirectory } from './create-temp-directory.ts';
export {
  buildEntityEvent,
  buildLessonState,
  buildMainLessonState,
  buildPurchaseState,
  fetchLastEvent,
  publishEvents,
  publishStreamIsFilled,
} from './entity-events.ts';
export { eventually } from './eventually.ts';
export { type OpenIdProvider, startOpenIdProvider } from './openid-provider.ts';
export { startMongo, startNats } from './private-servers.ts';
export {
  createQueryProfiler,
  isScanOrSort,
  type ProfiledCommand,
  type QueryProfiler,
  queryCombinations,
  summarizeCommand,
} from './query-profiler.ts';
export { type AllowedCall, findRefusedRights, isRefusable, type RefusedRights } from './refused-rights.ts';
export { republishAll } from './republished-events.ts';
export { describeReviews } from './reviewed-items.ts';
export { runServer } from './run-server.ts';
export { bundleTypeScript, type NodeProcess, runTypeScript } from './run-typescript.ts';
export {
  createServiceCaller,
  type ServiceCaller,
  type ServiceResponse,
  type TestPrincipal,
} from './service-caller.ts';
export { testServiceSettings } from './service-settings.ts';
export { expectSortedPages } from './sorted-pages.ts';
export { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';
export { dropDatabase, testMongoUri } from './test-mongo.ts';
export { deleteAllStreams, testNatsUrl } from './test-nats.ts';
export { type CollectedSpan, startTraceCollector, type TraceCollector } from './trace-collector.ts';
export { captureTransactionSizes, type TransactionSize } from './transaction-sizes.ts';
export {
  createTransferClient,
  multipartBody,
  multipartContentType,
  readSpreadsheet,
  type TransferClient,
  writeSpreadsheet,
} from './transfer-client.ts';
export { xssPayloads, xssSvgs } from './xss-payloads.ts';
