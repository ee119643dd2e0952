import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import {
  type UploadKind,
  type UploadMimeType,
  uploadKinds,
  uploadLimits,
  uploadMimeTypes,
} from '@khmer-learning/contracts';
import {
  type Logger,
  type RequestContext,
  type Service,
  transact,
  UnknownOutcomeError,
} from '@khmer-learning/service-kit';
import type { FastifyRequest } from 'fastify';
import { decoderQueues, runDecoder } from '../decoders/run-decoder.ts';
import { recordUploadedFile } from '../files/file.records.ts';
import { hashStream } from '../files/file-hashes.ts';
import { detectImageType, extensionsByType, recordingType, type StoredFileType } from '../files/file-type.ts';
import type { MediaMetrics, UploadOutcome } from '../metrics.ts';
import { type FileStorage, isStorageFull } from '../storage/storage.ts';
import { receiveFile } from './receive-file.ts';
import { UploadRejectedError } from './upload-rejected-error.ts';

/** The dependencies of the upload service. */
export interface UploadServiceOptions {
  readonly service: Pick<Service, 'connection' | 'relay'>;
  readonly storage: FileStorage;
  readonly metrics: MediaMetrics;
  /** The built programs of `decoders`. */
  readonly workers: { readonly image: URL; readonly recording: URL };
  readonly logger: Logger;
  readonly now: () => Date;
}

/** Accepts uploaded files. */
export type UploadService = ReturnType<typeof createUploadService>;

/** An upload and its request: what is done for it ends with it. */
export interface UploadContext extends RequestContext {
  readonly signal: AbortSignal;
}

/** A recording under `/uploads/`. */
interface StoredRecording {
  readonly filename: string;
  readonly durationMs: number;
}

/** 128 random bits: names cannot be guessed and do not collide. */
const nameBytes = 16;
/** The kind of a file in the audit log; files have no events. */
const auditedFileKind = { service: 'media', entity: 'file' } as const;

export function createUploadService({
  service,
  storage,
  metrics,
  workers,
  logger,
  now,
}: UploadServiceOptions) {
  async function storeFile(file: string, type: StoredFileType, context: RequestContext): Promise<string> {
    const name = `${randomBytes(nameBytes).toString('hex')}.${extensionsByType[type]}`;
    const { size } = await stat(file);
    const hash = await hashStream(createReadStream(file));
    await storage.put(name, file, type);
    try {
      await transact(service, context, async (tx) => {
        const upload = { name, size, hash, uploadedBy: context.actor?.id };
        await recordUploadedFile(service.connection, upload, now(), tx.session);
        tx.audit(auditedFileKind, { action: 'uploaded', id: name, title: name, detail: type });
      });
    } catch (error) {
      // Its record may be stored; if nothing uses it, it is deleted like other unused files.
      if (error instanceof UnknownOutcomeError) throw error;
      await storage
        .delete(name)
        .catch((cause: unknown) => logger.warn({ err: cause, file: name }, 'Orphaned file not deleted'));
      throw error;
    }
    return name;
  }

  async function receiveImageInto(
    file: string,
    request: FastifyRequest,
    context: UploadContext,
  ): Promise<string> {
    const kind = await receiveFile(request, file);
    const type = await detectImageType(file);
    if (!type || !allowedTypesOf(kind).includes(type)) throw new UploadRejectedError('unsupported');
    const job = { file, maxPixels: uploadLimits.pixels, isSvg: type === 'image/svg+xml' };
    await decoderQueues.originals(
      () => runDecoder(workers.image, job, { failure: 'broken', signal: context.signal }),
      context.actor?.id,
    );
    return storeFile(file, type, context);
  }

  async function storeRecording(file: string, context: UploadContext): Promise<StoredRecording> {
    const durationMs = await decoderQueues.recordings(
      () =>
        runDecoder<number>(
          workers.recording,
          { file },
          { failure: 'recordingBroken', signal: context.signal },
        ),
      context.actor?.id,
    );
    return { filename: await storeFile(file, recordingType, context), durationMs };
  }

  /** Runs `receiveInto` with the path of a temporary file, which is deleted in any case. Counts the outcome. */
  async function receive<T>(
    request: FastifyRequest,
    { signal }: UploadContext,
    receiveInto: (file: string) => Promise<T>,
  ): Promise<T> {
    try {
      const file = await storage.createTempPath();
      const received = await receiveInto(file).finally(() => rm(file, { force: true }));
      metrics.countUpload('stored');
      return received;
    } catch (error) {
      const failure = isStorageFull(error) ? new UploadRejectedError('full', error) : error;
      metrics.countUpload(outcomeOf(failure, request, signal));
      throw failure;
    }
  }

  return {
    /**
     * Receives the picture of a multipart request, checks and sanitises it, and stores it only when all checks pass.
     * Temporary files are deleted in any case.
     *
     * @returns the file name under `/uploads/`
     * @throws UploadRejectedError, or the errors of `receiveFile` and `runDecoder`
     */
    receiveImage: (request: FastifyRequest, context: UploadContext): Promise<string> =>
      receive(request, context, (file) => receiveImageInto(file, request, context)),
    /**
     * The same for a recording, which is stored as `recording.worker.ts` leaves it.
     *
     * @throws UploadRejectedError, or the errors of `receiveFile` and `runDecoder`
     */
    receiveRecording: (request: FastifyRequest, context: UploadContext): Promise<StoredRecording> =>
      receive(request, context, async (file) => {
        await receiveFile(request, file);
        return storeRecording(file, context);
      }),
  };
}

function allowedTypesOf(kind: UploadKind | undefined): readonly UploadMimeType[] {
  return kind === undefined ? uploadMimeTypes : uploadKinds[kind];
}

function outcomeOf(error: unknown, request: FastifyRequest, signal: AbortSignal): UploadOutcome {
  if (signal.aborted || (request.raw.destroyed && !request.raw.complete)) return 'aborted';
  return error instanceof UploadRejectedError ? error.reason : 'failed';
}
