import { randomBytes } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { type UploadKind, type UploadMimeType, uploadKinds, uploadMimeTypes } from '@khmer-learning/contracts';
import { type RequestContext, type Logger, type Service, transact } from '@khmer-learning/service-kit';
import type { FastifyRequest } from 'fastify';
import { recordUpload } from '../files/file.records.ts';
import type { MediaMetrics, UploadOutcome } from '../metrics.ts';
import { extensions, typeOfContent } from '../pictures/file-type.ts';
import { isStorageFull, type Storage } from '../storage/storage.ts';
import { checkDrawing, rewritePicture } from './picture-check.ts';
import { receiveFile } from './received-file.ts';
import { Refusal } from './refusal.ts';
import { safeSvg } from './safe-svg.ts';

export interface UploadOptions {
  readonly service: Pick<Service, 'connection' | 'relay'>;
  readonly storage: Storage;
  readonly metrics: MediaMetrics;
  readonly logger: Logger;
  readonly now: () => Date;
}

export interface UploadService {
  /**
   * Takes the file of a multipart request. Until everything about it holds nothing is stored, and what was
   * written on the way is gone afterwards.
   *
   * @returns the name under which it is served
   * @throws Refusal
   */
  take(request: FastifyRequest, context: RequestContext): Promise<string>;
}

/** 128 random bits: nobody guesses a name, and none is given twice. */
const nameBytes = 16;
/** A file as the audit trail names it: no event tells of one. */
const uploadedFile = { service: 'media', entity: 'file' } as const;

export function createUploadService({
  service,
  storage,
  metrics,
  logger,
  now,
}: UploadOptions): UploadService {
  async function store(file: string, type: UploadMimeType, context: RequestContext): Promise<string> {
    const name = `${randomBytes(nameBytes).toString('hex')}.${extensions[type]}`;
    const { size } = await stat(file);
    await storage.put(name, file, type);
    try {
      await transact(service, context, async (tx) => {
        const upload = { name, size, uploadedBy: context.actor?.id };
        await recordUpload(service.connection, upload, now(), tx.session);
        tx.audit(uploadedFile, { action: 'uploaded', id: name, title: name, detail: type });
      });
    } catch (error) {
      await storage
        .delete(name)
        .catch((cause: unknown) => logger.warn({ err: cause, file: name }, 'A file is left'));
      throw error;
    }
    metrics.storedBytes.inc(size);
    return name;
  }

  async function takeInto(file: string, request: FastifyRequest, context: RequestContext): Promise<string> {
    const kind = await receiveFile(request, file);
    const type = await typeOfContent(file);
    if (!type || !typesOf(kind).includes(type)) throw new Refusal('unsupported');
    await keepWhatShows(file, type);
    return store(file, type, context);
  }

  async function takeAndTidy(request: FastifyRequest, context: RequestContext): Promise<string> {
    const file = await storage.incoming();
    try {
      return await takeInto(file, request, context);
    } finally {
      await rm(file, { force: true });
    }
  }

  return {
    async take(request, context) {
      try {
        const name = await takeAndTidy(request, context);
        metrics.countUpload('stored');
        return name;
      } catch (error) {
        const failure = isStorageFull(error) ? new Refusal('full', error) : error;
        metrics.countUpload(outcomeOf(failure, request));
        throw failure;
      }
    },
  };
}

function typesOf(kind: UploadKind | undefined): readonly UploadMimeType[] {
  return kind === undefined ? uploadMimeTypes : uploadKinds[kind];
}

/** Replaces a picture by its pixels, and a drawing by a harmless one. */
async function keepWhatShows(file: string, type: UploadMimeType): Promise<void> {
  if (type !== 'image/svg+xml') return rewritePicture(file);
  const svg = safeSvg(await readFile(file));
  await checkDrawing(svg);
  await writeFile(file, svg);
}

function outcomeOf(error: unknown, request: FastifyRequest): UploadOutcome {
  if (request.raw.destroyed && !request.raw.complete) return 'aborted';
  return error instanceof Refusal ? error.reason : 'failed';
}
