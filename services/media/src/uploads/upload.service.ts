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
import type { UploadOutcome } from '../metrics.ts';
import { type FileStorage, isStorageFull } from '../storage/storage.ts';
import { receiveFile } from './receive-file.ts';
import { UploadRejectedError } from './upload-rejected-error.ts';

export type UploadService = ReturnType<typeof createUploadService>;

/** An upload and its request: what is done for it ends with it. */
export interface UploadContext extends RequestContext {
  readonly signal: AbortSignal;
}

/** 128 random bits: names cannot be guessed and do not collide. */
const nameBytes = 16;
/** The kind of a file in the audit log; files have no events. */
const auditedFileKind = { service: 'media', entity: 'file' } as const;

export function createUploadService(
  service: Service,
  options: {
    readonly storage: FileStorage;
    readonly countUpload: (outcome: UploadOutcome) => void;
    /** The built programs of `decoders`. */
    readonly workers: { readonly image: URL; readonly recording: URL };
    readonly now: () => Date;
  },
) {
  const { storage, countUpload, workers, now } = options;

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
        .catch((cause: unknown) =>
          service.logger.warn({ err: cause, file: name }, 'Orphaned file not deleted'),
        );
      throw error;
    }
    return name;
  }

  async function receiveImageInto(file: string, request: FastifyRequest, context: UploadContext) {
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

  async function storeRecording(file: string, context: UploadContext) {
    const options = { failure: 'recordingBroken', signal: context.signal } as const;
    const durationMs = await decoderQueues.recordings(
      () => runDecoder<number>(workers.recording, { file }, options),
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
      countUpload('stored');
      return received;
    } catch (error) {
      const failure = isStorageFull(error) ? new UploadRejectedError('full', error) : error;
      countUpload(outcomeOf(failure, request, signal));
      throw failure;
    }
  }

  return {
    /**
     * Checks and sanitises the picture of a request, and stores it when all checks pass. @returns its name under `/uploads/`
     * @throws UploadRejectedError, or the errors of `receiveFile` and `runDecoder`
     */
    receiveImage: (request: FastifyRequest, context: UploadContext) =>
      receive(request, context, (file) => receiveImageInto(file, request, context)),
    /** The same for a recording, which is stored as `recording.worker.ts` leaves it. */
    receiveRecording: (request: FastifyRequest, context: UploadContext) =>
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
