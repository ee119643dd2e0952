export { type AccessDenialAuditor, createAccessDenialAuditor } from './audit/access-denial-auditor.ts';
export type { AuditCause, AuditRecordInput } from './audit/audit-record.ts';
export { auditInputForUpdate, changedFields, isUnchanged } from './audit/audit-record.ts';
export { type BatcherOptions, type BatchItemResult, createBatcher } from './concurrency/batcher.ts';
export { createConcurrencyLimiter } from './concurrency/concurrency-limiter.ts';
export {
  type BaseConfig,
  baseConfigSchema,
  ConfigError,
  loadConfig,
  loadConfigOrExit,
  type ProcessConfig,
  secretListSchema,
  sessionSecretsSchema,
  withLocalDefault,
} from './config/config.ts';
export type { DurableConsumer } from './consumer/durable-consumer.ts';
export {
  type EventConsumer,
  type EventConsumerOptions,
  isEventOf,
  resetEventConsumer,
  startEventConsumer,
} from './consumer/event-consumer.ts';
export { type RecordConsumerOptions, startRecordConsumer } from './consumer/record-consumer.ts';
export { syncReplicas } from './consumer/sync-replicas.ts';
export {
  type EventWatcher,
  type WatchChangesOptions,
  type WatchEventsOptions,
  watchChanges,
  watchEvents,
} from './consumer/watch-events.ts';
export { formatCsvRows } from './exports/format-csv-rows.ts';
export { jsonChunks, sendExport } from './exports/send-export.ts';
export { ApiError, conflict, notFound, parseIfMatch, staleVersion } from './http/api-error.ts';
export { type AppDeps, createApp, probePaths, type ReadinessChecks } from './http/create-app.ts';
export { combineDeadlines, deadlineExceededError } from './http/deadline.ts';
export {
  type Caller,
  createInternalTokenSigner,
  createInternalTokenVerifier,
  type InternalTokenPayload,
  signInternalToken,
} from './http/internal-token.ts';
export { createMetrics, type Metrics } from './http/metrics.ts';
export { type AnswerContents, mountCachedRead } from './http/mount-cached-read.ts';
export {
  formatEventReference,
  type Handler,
  type HandlerContext,
  mountEndpoint,
  parseEventReference,
} from './http/mount-endpoint.ts';
export {
  actorOf,
  checkAccess,
  learnerOf,
  principalLogFields,
  rejectedStatuses,
  requireLearner,
} from './http/principal.ts';
export { createSequentially, ignoreNotFound } from './imports/create-sequentially.ts';
export { type ImportEndpoints, importRoutes } from './imports/import.routes.ts';
export { createImportService, type ImportService } from './imports/import.service.ts';
export {
  type CheckReporter,
  type CreateInput,
  type EntityWriter,
  type Importer,
  ImportFileError,
  type ImportFileSource,
  type PlannedWrite,
  type WriteInput,
} from './imports/importer.ts';
export {
  assertFileFormat,
  type JsonFileValue,
  looksLikeJson,
  streamJsonValues,
} from './imports/stream-json-values.ts';
export { truncateList, validationMessages } from './imports/validation-messages.ts';
export { createJobRunner, type JobContext, type JobDefinition, type JobRunner } from './jobs/job-runner.ts';
export type { JobRow } from './jobs/lease.ts';
export { type Page, pageOf } from './lists/page.ts';
export { createLogger, type Logger } from './logging/logger.ts';
export { connectMongo, createCollections } from './mongo/connect-mongo.ts';
export { isDuplicateKey } from './mongo/mongo-errors.ts';
export { isMongoReady } from './mongo/mongo-health.ts';
export { ensureCounterAtLeast, nextId, nextIdInTransaction, nextIds } from './mongo/serial-ids.ts';
export { connectNats, type NatsConnectionManager } from './nats/connect-nats.ts';
export { ensureStreams } from './nats/streams.ts';
export { createOutboxRelay, type OutboxRelay } from './outbox/outbox-relay.ts';
export type { RequestContext } from './outbox/request-context.ts';
export { type Transaction, transact } from './outbox/transact.ts';
export { openService, openStatelessService, type ProcessDeps, type Service } from './process/open-service.ts';
export { type RunningServer, runService, runStatelessService } from './process/run-service.ts';
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
export {
  type CountCache,
  commit,
  createCountCache,
  createServiceContext,
  type ServiceContext,
} from './store/service-context.ts';
export { registerRequestTracing } from './tracing/request-tracing.ts';
export { traceHeaders } from './tracing/tracing.ts';
