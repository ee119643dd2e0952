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
 * Streams the file of a multipart request to `target`.
 *
 * @returns the purpose of the file; undefined when the form has none
 * @throws UploadRejectedError when the file is missing, too large or incomplete; ApiError 400, 413 or 415 when the
 *   form is invalid
 */
export async function receiveFile(request: FastifyRequest, target: string): Promise<UploadKind | undefined> {
  if (!request.isMultipart()) throw new ApiError(415, 'Send the file as multipart/form-data');
  try {
    return await readParts(request, target);
  } catch (error) {
    if (error instanceof ApiError || isSystemError(error)) throw error;
    if (isLimitExceeded(error)) throw new ApiError(413, 'Send one file at a time');
    // The remaining errors are truncated or malformed forms.
    throw new UploadRejectedError('broken', error);
  } finally {
    drainRequest(request);
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

/** Reads and discards the rest of the request, so that the connection can be reused. */
function drainRequest({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
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

/** Whether the form has more parts than the limits allow. */
function isLimitExceeded(error: unknown): boolean {
  return (error as { statusCode?: unknown }).statusCode === 413;
}

/** Whether the error is a system error of the server, such as a disk error. */
function isSystemError(error: unknown): boolean {
  return (error as { syscall?: unknown }).syscall !== undefined;
}
