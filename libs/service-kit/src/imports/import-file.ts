import type { MultipartFile } from '@fastify/multipart';
import { type ErrorStatus, importMessages, maxImportFileBytes } from '@khmer-learning/contracts';
import type { FastifyRequest } from 'fastify';
import { createEventLoopYielder } from '../concurrency/event-loop-yielder.ts';
import { ApiError } from '../http/api-error.ts';
import type { ImportCollections } from './import.model.ts';
import type { Importer } from './importer.ts';

const fileField = 'file';
const limits = { fileSize: maxImportFileBytes, files: 1, fields: 5, parts: 6, fieldSize: 100 };
/** Bytes of a file kept in one row. */
const chunkBytes = 1024 * 1024;
/** Bytes handed out at a time: what is read of them at once must not hold up others, however many values they have. */
const sliceBytes = 4 * 1024;
const maxNameLength = 200;

function uploadError(status: ErrorStatus, message: string): ApiError {
  return new ApiError(status, message, { issues: [{ path: fileField, message }] });
}

/**
 * Stores the file of a multipart request, piece by piece as it arrives, so that any instance can check it. Nothing
 * of a refused one stays.
 *
 * @returns its name, as its sender calls it
 * @throws ApiError 400 when there is none or it is empty, 413 when it is too large, 415 when it begins like another
 * kind of file
 */
export async function storeUploadedFile(
  request: FastifyRequest,
  importId: number,
  { chunks }: ImportCollections,
  { importer, expiresAt }: { importer: Pick<Importer, 'matchesFormat'>; expiresAt: Date },
): Promise<string> {
  if (!request.isMultipart()) throw new ApiError(415, 'Send the file as multipart/form-data');

  async function store({ file }: MultipartFile): Promise<boolean> {
    let place = 0;
    for await (const data of rechunk(file)) {
      if (place === 0 && !importer.matchesFormat(data)) throw uploadError(415, importMessages.notTheFormat);
      await chunks.insertMany([{ importId, place, data, expiresAt }], { lean: true });
      place += 1;
    }
    if (file.truncated) throw uploadError(413, importMessages.tooLarge);
    return place > 0;
  }

  let name: string | undefined;
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') continue;
      if (part.fieldname !== fileField) part.file.resume();
      else if (await store(part)) name = part.filename.slice(-maxNameLength) || 'file';
      else if (part.filename) throw uploadError(400, importMessages.empty);
    }
    if (name === undefined) throw uploadError(400, importMessages.missing);
    return name;
  } catch (error) {
    await chunks.deleteMany({ importId });
    if ((error as { code?: unknown }).code === 'FST_FILES_LIMIT')
      throw uploadError(413, 'Send one file at a time');
    throw error;
  } finally {
    // What nobody wants any more: the next request of this connection comes after it.
    request.raw.unpipe();
    request.raw.resume();
  }
}

async function* rechunk(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pending: Buffer[] = [];
  let size = 0;
  for await (const chunk of file) {
    pending.push(chunk);
    size += chunk.length;
    if (size < chunkBytes) continue;
    const all = Buffer.concat(pending);
    const whole = all.length - (all.length % chunkBytes);
    for (let start = 0; start < whole; start += chunkBytes) yield all.subarray(start, start + chunkBytes);
    pending = [all.subarray(whole)];
    size = all.length - whole;
  }
  if (size > 0) yield Buffer.concat(pending);
}

/** The bytes of a stored file, a little at a time; yields to others on the way. */
export async function* readStoredFile(
  importId: number,
  { chunks }: ImportCollections,
): AsyncGenerator<Buffer> {
  const rows = chunks.find({ importId }, { data: 1 }).sort({ place: 1 }).batchSize(2).lean().cursor();
  const yieldIfDue = createEventLoopYielder();
  for await (const { data } of rows) {
    // A lean read gives BSON's own binary.
    const bytes = Buffer.isBuffer(data) ? data : Buffer.from((data as { buffer: Uint8Array }).buffer);
    for (let start = 0; start < bytes.length; start += sliceBytes) {
      await yieldIfDue();
      yield bytes.subarray(start, start + sliceBytes);
    }
  }
}
