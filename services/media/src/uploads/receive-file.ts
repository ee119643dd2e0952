import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import { type UploadKind, uploadKinds, uploadLimits } from '@khmer-learning/contracts';
import { ApiError } from '@khmer-learning/service-kit';
import type { FastifyRequest } from 'fastify';
import { UploadRejectedError } from './upload-rejected-error.ts';

/** The parts of a form (decisions, Content): the file, and what it is for. */
const fileField = 'file';
const kindField = 'kind';

/** A form holds one file and a word about it; anything beyond is not from our console. */
const limits = { fileSize: uploadLimits.bytes, files: 1, fields: 5, parts: 6, fieldSize: 100 };

/**
 * Writes the file of a multipart request to `target`, piece by piece as it arrives.
 *
 * @returns what the author says the file is for
 * @throws Refusal
 */
export async function receiveFile(request: FastifyRequest, target: string): Promise<UploadKind | undefined> {
  if (!request.isMultipart()) throw new ApiError(415, 'Send the file as multipart/form-data');
  try {
    return await readParts(request, target);
  } catch (error) {
    if (error instanceof ApiError || isSystemError(error)) throw error;
    if (isLimitExceeded(error)) throw new ApiError(413, 'Send one file at a time');
    // What is left are forms that end in the middle, or are none.
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

/** Reads what nobody wants any more: the next request of this connection comes after it. */
function drainRequest({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}

/** @returns whether there was anything in it: a form without a chosen file sends an empty one */
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

/** Trouble of our own, such as with the disk. */
function isSystemError(error: unknown): boolean {
  return (error as { syscall?: unknown }).syscall !== undefined;
}
