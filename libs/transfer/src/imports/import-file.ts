import type { MultipartFile } from '@fastify/multipart';
import { type ErrorStatus, importMessages, maxImportFileBytes } from '@khmer-learning/contracts';
import { ApiError, createEventLoopYielder } from '@khmer-learning/service-kit';
import type { FastifyRequest } from 'fastify';
import { isExcelFile } from '../tables/read-table.ts';
import { decodeStart } from './decode-text.ts';
import type { FileFormat, ImportCollections } from './import.model.ts';
import type { Importer } from './importer.ts';
import { looksLikeJson } from './stream-json-values.ts';

const fileField = 'file';
const limits = { fileSize: maxImportFileBytes, files: 1, fields: 5, parts: 6, fieldSize: 100 };
/** Bytes of a file stored in one row. */
const chunkBytes = 1024 * 1024;
/** Bytes yielded at a time: parsing one slice must not block the event loop, however many values it contains. */
const sliceBytes = 4 * 1024;
const maxNameLength = 200;
/** The bytes by which the format of a file is found. */
const headBytes = 1024;

/** The format of a file, by its first bytes; undefined when there are no such files of this type. */
function formatOf(start: Buffer, { json, table }: Pick<Importer, 'json' | 'table'>): FileFormat | undefined {
  if (isExcelFile(start)) return table && 'xlsx';
  const text = decodeStart(start.subarray(0, headBytes));
  if (/^\s*\{/.test(text)) return json && looksLikeJson(start, Object.keys(json.lists)) ? 'json' : undefined;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: pictures and programs have these, texts have not
  return table && !/[\0-\x06\x0e-\x1a]/.test(text) ? 'csv' : undefined;
}

function uploadError(status: ErrorStatus, message: string): ApiError {
  return new ApiError(status, message, { issues: [{ path: fileField, message }] });
}

/**
 * Streams the file of a request into the database, for any instance to check. @returns its name and format
 * @throws ApiError 400 when it is missing or empty, 413 when it is too large, 415 when it has another format
 */
export async function storeUploadedFile(
  request: FastifyRequest,
  importId: number,
  { chunks }: ImportCollections,
  { importer, expiresAt }: { importer: Pick<Importer, 'json' | 'table'>; expiresAt: Date },
): Promise<{ fileName: string; format: FileFormat }> {
  if (!request.isMultipart()) throw new ApiError(415, 'Send the file as multipart/form-data');

  async function store({ file }: MultipartFile): Promise<FileFormat | undefined> {
    let place = 0;
    let format: FileFormat | undefined;
    for await (const data of rechunk(file)) {
      format ??= formatOf(data, importer);
      if (!format) throw uploadError(415, importMessages.notTheFormat);
      await chunks.insertMany([{ importId, place, data, expiresAt }], { lean: true });
      place += 1;
    }
    if (file.truncated) throw uploadError(413, importMessages.tooLarge);
    return format;
  }

  let stored: { fileName: string; format: FileFormat } | undefined;
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') continue;
      if (part.fieldname !== fileField) part.file.resume();
      else {
        const format = await store(part);
        if (format) stored = { fileName: part.filename.slice(-maxNameLength) || 'file', format };
        else if (part.filename) throw uploadError(400, importMessages.empty);
      }
    }
    if (!stored) throw uploadError(400, importMessages.missing);
    return stored;
  } catch (error) {
    await chunks.deleteMany({ importId });
    if ((error as { code?: unknown }).code === 'FST_FILES_LIMIT')
      throw uploadError(413, 'Send one file at a time');
    throw error;
  } finally {
    // Discards the rest of the request, so that the connection can be reused.
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

/** Yields the bytes of a stored file in small slices and yields to the event loop in between. */
export async function* readStoredFile(
  importId: number,
  { chunks }: ImportCollections,
): AsyncGenerator<Buffer> {
  const rows = chunks.find({ importId }, { data: 1 }).sort({ place: 1 }).batchSize(2).lean().cursor();
  const yieldIfDue = createEventLoopYielder();
  for await (const { data } of rows) {
    // A lean query returns BSON binaries.
    const bytes = Buffer.isBuffer(data) ? data : Buffer.from((data as { buffer: Uint8Array }).buffer);
    for (let start = 0; start < bytes.length; start += sliceBytes) {
      await yieldIfDue();
      yield bytes.subarray(start, start + sliceBytes);
    }
  }
}
