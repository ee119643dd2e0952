import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import { type UploadKind, uploadKinds, uploadLimits } from '@khmer-learning/contracts';
import { ApiError } from '@khmer-learning/service-kit';
import type { FastifyRequest } from 'fastify';
import { UploadRejectedError } from './upload-rejected-error.ts';

/** The parts of the form: the file and its purpose. */
const fileField = 'file';
const kindField = 'kind';

/** The console sends one file and one field; forms with more parts come from elsewhere. */
const limits = { fileSize: uploadLimits.bytes, files: 1, fields: 5, parts: 6, fieldSize: 100 };

/**
 * Streams the file of a multipart request to `target`. @returns its purpose; undefined when the form has none
 * @throws UploadRejectedError when it is missing, too large or incomplete; ApiError 400, 413 or 415 for an invalid form
 */
export async function receiveFile(request: FastifyRequest, target: string): Promise<UploadKind | undefined> {
  if (!request.isMultipart()) throw new ApiError(415, 'Send the file as multipart/form-data');
  try {
    return await readParts(request, target);
  } catch (error) {
    // Such as an error of the disk.
    const { statusCode, syscall } = error as { statusCode?: unknown; syscall?: unknown };
    if (error instanceof ApiError || syscall !== undefined) throw error;
    // The form has more parts than the limits allow.
    if (statusCode === 413) throw new ApiError(413, 'Send one file at a time');
    // The remaining errors are truncated or malformed forms.
    throw new UploadRejectedError('broken', error);
  } finally {
    // Discards the rest of the request, so that the connection can be reused.
    request.raw.unpipe();
    request.raw.resume();
  }
}

async function readParts(request: FastifyRequest, target: string): Promise<UploadKind | undefined> {
  let received = false;
  let kind: UploadKind | undefined;
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      if (part.fieldname === kindField) kind = parseKind(part.value);
    } else if (part.fieldname === fileField) {
      received = await writePart(part, target);
    } else {
      part.file.resume();
    }
  }
  if (!received) throw new UploadRejectedError('missing');
  return kind;
}

/** @returns false for an empty file, which browsers send when no file is chosen */
async function writePart({ file }: MultipartFile, target: string): Promise<boolean> {
  await pipeline(file, createWriteStream(target));
  if (file.truncated) throw new UploadRejectedError('tooLarge');
  return file.bytesRead > 0;
}

function parseKind(value: unknown): UploadKind | undefined {
  if (value === '') return undefined;
  if (typeof value === 'string' && Object.hasOwn(uploadKinds, value)) return value as UploadKind;
  const message = `kind must be one of ${Object.keys(uploadKinds).join(', ')}`;
  throw new ApiError(400, message, { issues: [{ path: kindField, message }] });
}
