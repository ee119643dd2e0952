import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import {
  type UploadKind,
  type UploadMimeType,
  uploadKinds,
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
import { recordUploadedFile } from '../files/file.records.ts';
import { hashStream } from '../files/file-hashes.ts';
import { detectImageType, extensionsByType, recordingType, type StoredFileType } from '../files/file-type.ts';
import type { MediaMetrics, UploadOutcome } from '../metrics.ts';
import type { ProcessRecording } from '../recordings/process-recording.ts';
import { type FileStorage, isStorageFull } from '../storage/storage.ts';
import { receiveFile } from './receive-file.ts';
import { reencodeImage, validateSvg } from './reencode-image.ts';
import { sanitizeSvg } from './sanitize-svg.ts';
import { UploadRejectedError } from './upload-rejected-error.ts';

/** The dependencies of the upload service. */
export interface UploadServiceOptions {
  readonly service: Pick<Service, 'connection' | 'relay'>;
  readonly storage: FileStorage;
  readonly metrics: MediaMetrics;
  readonly processRecording: ProcessRecording;
  readonly logger: Logger;
  readonly now: () => Date;
}

/** Accepts uploaded files. */
export interface UploadService {
  /**
   * Receives the picture of a multipart request, checks and sanitises it, and stores it only when all checks pass.
   * Temporary files are deleted in any case.
   *
   * @returns the file name under `/uploads/`
   * @throws UploadRejectedError, or the errors of `receiveFile` and `reencodeImage`
   */
  receiveImage(request: FastifyRequest, context: RequestContext): Promise<string>;
  /**
   * The same for a recording, which is stored as `processRecording` leaves it.
   *
   * @throws UploadRejectedError, or the errors of `receiveFile` and `processRecording`
   */
  receiveRecording(request: FastifyRequest, context: RequestContext): Promise<StoredRecording>;
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

/** Creates the service for uploads. */
export function createUploadService({
  service,
  storage,
  metrics,
  processRecording,
  logger,
  now,
}: UploadServiceOptions): UploadService {
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
    context: RequestContext,
  ): Promise<string> {
    const kind = await receiveFile(request, file);
    const type = await detectImageType(file);
    if (!type || !allowedTypesOf(kind).includes(type)) throw new UploadRejectedError('unsupported');
    await sanitizeImage(file, type);
    return storeFile(file, type, context);
  }

  /** Runs `receiveInto` with the path of a temporary file, which is deleted in any case. Counts the outcome. */
  async function receive<T>(request: FastifyRequest, receiveInto: (file: string) => Promise<T>): Promise<T> {
    try {
      const file = await storage.createTempPath();
      const received = await receiveInto(file).finally(() => rm(file, { force: true }));
      metrics.countUpload('stored');
      return received;
    } catch (error) {
      const failure = isStorageFull(error) ? new UploadRejectedError('full', error) : error;
      metrics.countUpload(outcomeOf(failure, request));
      throw failure;
    }
  }

  return {
    receiveImage: (request, context) => receive(request, (file) => receiveImageInto(file, request, context)),
    receiveRecording: (request, context) =>
      receive(request, async (file) => {
        await receiveFile(request, file);
        const durationMs = await processRecording(file);
        return { filename: await storeFile(file, recordingType, context), durationMs };
      }),
  };
}

function allowedTypesOf(kind: UploadKind | undefined): readonly UploadMimeType[] {
  return kind === undefined ? uploadMimeTypes : uploadKinds[kind];
}

/** Sanitises a file in place: re-encodes a bitmap, rewrites an SVG. */
async function sanitizeImage(file: string, type: UploadMimeType): Promise<void> {
  if (type !== 'image/svg+xml') return reencodeImage(file);
  const svg = sanitizeSvg(await readFile(file));
  await validateSvg(svg);
  await writeFile(file, svg);
}

function outcomeOf(error: unknown, request: FastifyRequest): UploadOutcome {
  if (request.raw.destroyed && !request.raw.complete) return 'aborted';
  return error instanceof UploadRejectedError ? error.reason : 'failed';
}
