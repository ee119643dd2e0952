export type { AuditCause, AuditNote } from './audit/audit-record.ts';
export { changeNote } from './audit/change-note.ts';
export { changedFields, isUnchanged } from './audit/changed-fields.ts';
export { createRefusals, type Refusals } from './audit/refusals.ts';
export { type CountCache, createCountCache } from './cache/count-cache.ts';
export {
  type BaseConfig,
  baseConfigSchema,
  ConfigError,
  loadConfig,
  type ProcessConfig,
  secretListSchema,
  sessionSecretsSetting,
  withLocalDefault,
} from './config/config.ts';
export { processConfig } from './config/process-config.ts';
export {
  type ConsumerOptions,
  type EventConsumer,
  isEvent,
  resetConsumer,
  startConsumer,
} from './consumer/consumer.ts';
export type { DurableConsumer } from './consumer/durable-work.ts';
export { keepCopies } from './consumer/keep-copies.ts';
export { type RecordConsumerOptions, startRecordConsumer } from './consumer/record-consumer.ts';
export {
  type EventWatcher,
  type WatchOptions,
  type WatchSubjectsOptions,
  watchEvents,
  watchSubjects,
} from './consumer/watch-events.ts';
export { csvLines } from './exports/csv.ts';
export { jsonPieces, sendExport } from './exports/export-file.ts';
export { ApiError, conflict, notFound, parseIfMatch, staleVersion } from './http/api-error.ts';
export { type AppDeps, createApp, probePaths, type ReadinessChecks } from './http/create-app.ts';
export { refusalOf, sharedDeadline } from './http/deadline.ts';
export {
  type Caller,
  type InternalTokenContent,
  internalTokenSigner,
  internalTokenVerifier,
  signInternalToken,
} from './http/internal-token.ts';
export { createMetrics, type Metrics } from './http/metrics.ts';
export {
  eventReference,
  type Handler,
  type HandlerContext,
  mount,
  parseEventReference,
} from './http/mount.ts';
export {
  actorOf,
  checkAccess,
  learnerOf,
  namesOf,
  refusedStatuses,
  signedInLearner,
} from './http/principal.ts';
export { type ImportEndpoints, importRoutes } from './imports/import.routes.ts';
export {
  type CheckReport,
  type DueCreation,
  type DueWrite,
  FileProblem,
  type ImportedThing,
  type Importer,
  type ImportFile,
  type PlannedWrite,
} from './imports/import-kind.ts';
export { createImports, type Imports } from './imports/imports.ts';
export { oneByOne, unlessGone } from './imports/one-by-one.ts';
export { beginsLikeJson, type JsonValue, readJson, requireFormat } from './imports/read-json.ts';
export { reasonsOf, withoutExcess } from './imports/reasons.ts';
export { createJobs, type JobKind, type JobRun, type Jobs } from './jobs/jobs.ts';
export type { JobRow } from './jobs/lease.ts';
export { type Page, pageOf } from './lists/page.ts';
export { createLogger, type Logger } from './logging/logger.ts';
export { connectMongo, createCollections } from './mongo/connect-mongo.ts';
export { isDuplicateKey } from './mongo/mongo-errors.ts';
export { mongoIsReady } from './mongo/mongo-health.ts';
export { ensureCounterAtLeast, nextId, nextIds, nextIdWithin } from './mongo/serial-ids.ts';
export { connectNats, type NatsLink } from './nats/connect-nats.ts';
export { ensureStreams } from './nats/streams.ts';
export type { ChangeContext } from './outbox/change-context.ts';
export { createOutboxRelay, type OutboxRelay } from './outbox/outbox-relay.ts';
export { type Transaction, transact } from './outbox/unit-of-work.ts';
export { openProcess, openService, type ProcessDeps, type Service } from './process/open-service.ts';
export { type RunningProcess, runProcess, runService } from './process/run-service.ts';
export { type BatchOptions, inBatches, type Outcome } from './queues/in-batches.ts';
export { inTurn } from './queues/in-turn.ts';
export {
  type SearchCondition,
  type SearchFields,
  searchCondition,
  searchFields,
  searchSchemaFields,
} from './search/search-index.ts';
export {
  addTitleKeys,
  searchVersionIndex,
  type TitleCondition,
  type TitledSearchFields,
  titleCondition,
  titledSearchFields,
  titledSearchSchemaFields,
  withoutSearchFields,
} from './search/titled-search.ts';
export { change, createEntityStore, type EntityStore } from './store/entity-store.ts';
export { traceRequests } from './tracing/trace-requests.ts';
export { traceHeaders } from './tracing/tracing.ts';
