import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import {
  type UploadKind,
  type UploadMimeType,
  uploadKinds,
  uploadMimeTypes,
} from '@khmer-learning/contracts';
import { type Logger, type RequestContext, type Service, transact } from '@khmer-learning/service-kit';
import type { FastifyRequest } from 'fastify';
import { recordUploadedFile } from '../files/file.records.ts';
import { hashStream } from '../files/file-hashes.ts';
import { detectFileType, extensionsByType } from '../images/file-type.ts';
import type { MediaMetrics, UploadOutcome } from '../metrics.ts';
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
  readonly logger: Logger;
  readonly now: () => Date;
}

/** Accepts uploaded files. */
export interface UploadService {
  /**
   * Receives the file of a multipart request, checks and sanitises it, and stores it only when all checks pass.
   * Temporary files are deleted in any case.
   *
   * @returns the file name under `/uploads/`
   * @throws UploadRejectedError, or the errors of `receiveFile` and `reencodeImage`
   */
  receive(request: FastifyRequest, context: RequestContext): Promise<string>;
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
  logger,
  now,
}: UploadServiceOptions): UploadService {
  async function storeFile(file: string, type: UploadMimeType, context: RequestContext): Promise<string> {
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
      await storage
        .delete(name)
        .catch((cause: unknown) => logger.warn({ err: cause, file: name }, 'Orphaned file not deleted'));
      throw error;
    }
    metrics.storedBytes.inc(size);
    return name;
  }

  async function receiveInto(
    file: string,
    request: FastifyRequest,
    context: RequestContext,
  ): Promise<string> {
    const kind = await receiveFile(request, file);
    const type = await detectFileType(file);
    if (!type || !allowedTypesOf(kind).includes(type)) throw new UploadRejectedError('unsupported');
    await sanitizeImage(file, type);
    return storeFile(file, type, context);
  }

  async function receiveAndCleanUp(request: FastifyRequest, context: RequestContext): Promise<string> {
    const file = await storage.createTempPath();
    try {
      return await receiveInto(file, request, context);
    } finally {
      await rm(file, { force: true });
    }
  }

  return {
    async receive(request, context) {
      try {
        const name = await receiveAndCleanUp(request, context);
        metrics.countUpload('stored');
        return name;
      } catch (error) {
        const failure = isStorageFull(error) ? new UploadRejectedError('full', error) : error;
        metrics.countUpload(outcomeOf(failure, request));
        throw failure;
      }
    },
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
