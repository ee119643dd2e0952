export { type AccessDenialAuditor, createAccessDenialAuditor } from './audit/access-denial-auditor.ts';
export { auditInputForUpdate, changedFields, isUnchanged } from './audit/changed-fields.ts';
export { type BatchItemResult, createBatcher, createConcurrencyLimiter } from './concurrency/concurrency.ts';
export {
  baseConfigSchema,
  ConfigError,
  loadConfig,
  loadConfigOrExit,
  sessionSecretsSchema,
  withLocalDefault,
} from './config/config.ts';
export type { DurableConsumer } from './consumer/durable-consumer.ts';
export {
  type EventConsumer,
  isEventOf,
  resetEventConsumer,
  startEventConsumer,
} from './consumer/event-consumer.ts';
export { startRecordConsumer } from './consumer/record-consumer.ts';
export { syncReplicas } from './consumer/sync-replicas.ts';
export { watchChanges, watchEvents } from './consumer/watch-events.ts';
export { formatCsvRows } from './exports/format-csv-rows.ts';
export { jsonChunks, sendExport } from './exports/send-export.ts';
export { ApiError, conflict, notFound, serviceUnavailable, staleVersion } from './http/api-error.ts';
export { createApp, probePaths, type ReadinessChecks } from './http/create-app.ts';
export { hashResponse } from './http/hash-response.ts';
export {
  type Caller,
  createInternalTokenSigner,
  createInternalTokenVerifier,
  signInternalToken,
} from './http/internal-token.ts';
export { createMetrics, type Metrics } from './http/metrics.ts';
export { type AnswerContents, mountCachedRead } from './http/mount-cached-read.ts';
export { formatEventReference, mountEndpoint, parseEventReference } from './http/mount-endpoint.ts';
export { partOrRefusal } from './http/part-or-refusal.ts';
export {
  actorOf,
  learnerOf,
  principalLogFields,
  rejectedStatuses,
  requireLearner,
} from './http/principal.ts';
export { createSequentially, ignoreNotFound } from './imports/create-sequentially.ts';
export { importRoutes } from './imports/import.routes.ts';
export { createImportService, type ImportService } from './imports/import.service.ts';
export {
  type CheckReporter,
  type EntityWriter,
  type Importer,
  ImportFileError,
  type ImportFileSource,
  type RefusedLine,
} from './imports/importer.ts';
export { refusedItems } from './imports/refused-items.ts';
export {
  assertFileFormat,
  type JsonFileValue,
  looksLikeJson,
  streamJsonValues,
} from './imports/stream-json-values.ts';
export { truncateList, validationMessages } from './imports/validation-messages.ts';
export { createJobRunner, type JobContext, type JobDefinition } from './jobs/job-runner.ts';
export type { JobRow } from './jobs/lease.ts';
export { maxExaminedCandidates } from './lists/find-matches.ts';
export { type FoundPage, findPage, readPage } from './lists/find-page.ts';
export type { IndexRange, ListQuery } from './lists/list-query.ts';
export { cutPage, type Page, type PublicPage, pageOf, publicPageOf, withNextRow } from './lists/page.ts';
export { createLogger, type Logger } from './logging/logger.ts';
export type { Migration } from './migrations/run-migrations.ts';
export { isDuplicateKey } from './mongo/mongo-errors.ts';
export { nextId, nextIdInTransaction, nextIds } from './mongo/serial-ids.ts';
export type { NatsConnectionManager } from './nats/connect-nats.ts';
export { ensureStreams } from './nats/streams.ts';
export { lockRow, lockRows } from './outbox/lock-rows.ts';
export type { RequestContext, TransactionDeadline } from './outbox/request-context.ts';
export { commit, type Transaction, transact } from './outbox/transact.ts';
export { openService, openStatelessService, type ProcessDeps, type Service } from './process/open-service.ts';
export { runService, runStatelessService } from './process/run-service.ts';
export {
  backfillTitleKeys,
  excludeSearchFields,
  type SearchCondition,
  type SearchFields,
  searchCondition,
  searchFields,
  searchSchemaFields,
  searchVersionIndex,
  type TitleCondition,
  type TitledSearchFields,
  titleCondition,
  titledSearchFields,
  titledSearchSchemaFields,
} from './search/titled-search.ts';
export { type ChangeLogs, changeLogsOf, createChangeLogs } from './store/change-log.ts';
export { createDerivedValues } from './store/derived-values.ts';
export {
  createListStore,
  createServiceContext,
  type ListStore,
  type ServiceContext,
} from './store/service-context.ts';
export { registerRequestTracing } from './tracing/request-tracing.ts';
export { traceHeaders } from './tracing/tracing.ts';
