export { type AccessDenialAuditor, createAccessDenialAuditor } from './audit/access-denial-auditor.ts';
export { changedFields, isUnchanged } from './audit/changed-fields.ts';
export { type BatchItemResult, createBatcher } from './concurrency/concurrency.ts';
export { createEventLoopYielder } from './concurrency/event-loop-yielder.ts';
export { inBatches } from './concurrency/in-batches.ts';
export { everyTick } from './concurrency/pause.ts';
export {
  baseConfigSchema,
  ConfigError,
  internalPrivateKeySchema,
  loadConfig,
  loadConfigOrExit,
  localInternalPrivateKey,
  localInternalPublicKey,
  secretListSchema,
  sessionSecretsSchema,
  withLocalDefault,
} from './config/config.ts';
export { dayOf } from './config/day-of.ts';
export { countDeadLetters } from './consumer/dead-letters.ts';
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
export {
  ApiError,
  conflict,
  fieldError,
  notFound,
  serviceUnavailable,
  staleVersion,
} from './errors/api-error.ts';
export { createApp, probePaths, type ReadinessChecks } from './http/create-app.ts';
export {
  type Caller,
  createInternalTokenSigner,
  createInternalTokenVerifier,
  generateInternalPrivateKey,
  internalPublicKeyOf,
  signInternalToken,
} from './http/internal-token.ts';
export { createMetrics, type Metrics } from './http/metrics.ts';
export { type AnswerContents, mountCachedRead } from './http/mount-cached-read.ts';
export {
  formatEventReference,
  mountEndpoint,
  parseIfMatch,
  validateInput,
} from './http/mount-endpoint.ts';
export { networkOf } from './http/network-of.ts';
export { partOrRefusal } from './http/part-or-refusal.ts';
export {
  actorOf,
  learnerOf,
  principalLogFields,
  rejectedStatuses,
  requireLearner,
  requireRecentProof,
} from './http/principal.ts';
export { hashResponse } from './http/response-serialiser.ts';
export { createJobRunner, type JobContext, type JobDefinition, type JobRunner } from './jobs/job-runner.ts';
export { type PeriodicJobRow, periodicJob, periodicJobsOf } from './jobs/periodic-job.ts';
export { backfillSortKeys, backfillTitleKeys } from './lists/backfill-keys.ts';
export { maxExaminedCandidates } from './lists/find-matches.ts';
export { type ListOrder, listOrder } from './lists/find-ordered.ts';
export { type FoundPage, findPage, readPage } from './lists/find-page.ts';
export type { ListQuery, ReadableFilter } from './lists/list-query.ts';
export { cutPage, type Page, pageOf, publicPageOf, withNextRow } from './lists/page.ts';
export { recomputeFields } from './lists/recompute-fields.ts';
export { createLogger, type Logger } from './logging/logger.ts';
export type { Migration } from './migrations/run-migrations.ts';
export { coalesceReads } from './mongo/coalesce-reads.ts';
export { deleteInBatches } from './mongo/delete-in-batches.ts';
export { modelOf } from './mongo/model-of.ts';
export { isDuplicateKey, UnknownOutcomeError } from './mongo/mongo-errors.ts';
export { type NatsConnectionManager, natsOptionsOf } from './nats/connect-nats.ts';
export { findUnfinishedOwners } from './nats/stream-completeness.ts';
export { ensureStreams, prepareNats, type StreamSettings } from './nats/streams.ts';
export {
  addCommitHook,
  type CommitHook,
  type EntityChange,
  type EntityDeletion,
  type EntitySave,
  type HookTransaction,
} from './outbox/commit-hooks.ts';
export { type JobRow, type Lease, LeaseLostError, neverDue } from './outbox/lease.ts';
export { lockRow, lockRows } from './outbox/lock-rows.ts';
export { type AuditRecordInput, createAuditRecord } from './outbox/outbox-row.ts';
export type { RequestContext, TransactionDeadline } from './outbox/request-context.ts';
export { deleteTombstones } from './outbox/tombstones.ts';
export { commit, type TransactDeps, type Transaction, transact } from './outbox/transact.ts';
export { watchRows } from './outbox/watch-rows.ts';
export { openService, openStatelessService, type ProcessDeps, type Service } from './process/open-service.ts';
export { runPastCalls } from './process/run-past-calls.ts';
export { runService, runStatelessService } from './process/run-service.ts';
export { entitySource, type PresentStateSource } from './republication/present-state.ts';
export { startRepublication } from './republication/republication.ts';
export { runRepublishCommand } from './republication/republish-command.ts';
export {
  excludeSearchFields,
  type SearchCondition,
  type SearchFields,
  searchCondition,
  searchFields,
  searchSchemaFields,
  searchVersionIndex,
  staleRecordingsKey,
  type TitledSearchFields,
  titleCondition,
  titledSearchFields,
  titledSearchSchemaFields,
} from './search/titled-search.ts';
export { changeLogsOf, createChangeLogs } from './store/change-log.ts';
export { createDerivedValues } from './store/derived-values.ts';
export { nextId, nextIdInTransaction, nextIds } from './store/serial-ids.ts';
export {
  createListStore,
  createServiceContext,
  type ListStore,
  type ServiceContext,
} from './store/service-context.ts';
export { registerRequestTracing } from './tracing/request-tracing.ts';
export { isTracing, traceHeaders } from './tracing/tracing.ts';
