import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorBody, type ErrorStatus, errorCodeByStatus, headerNames } from '@khmer-learning/contracts';
import type { Logger } from '@khmer-learning/service-kit';

const responsesByErrorCode: Readonly<Record<string, { status: ErrorStatus; message: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The request headers are too large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, message: 'The request is too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive' },
};
const malformedRequest = { status: 400, message: 'The request is not valid' } as const;

/** How long the peer may take to read the answer before the connection is destroyed. */
const lingerMs = 1_000;

/** Responds in the API's error format to a request that Node cannot parse as HTTP, and ends the connection. */
export function rejectMalformedRequest(
  error: Error & { code?: string },
  socket: Socket,
  logger: Logger,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, message } = responsesByErrorCode[error.code ?? ''] ?? malformedRequest;
  const requestId = randomUUID();
  logger.info(
    { requestId, status, reason: error.code, address: socket.remoteAddress },
    'Malformed request rejected',
  );
  const body = JSON.stringify({ message, code: errorCodeByStatus[status], requestId } satisfies ErrorBody);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `${headerNames.requestId}: ${requestId}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // A peer that does not end its half would keep the socket open for ever. Destroyed at once, it might lose the answer.
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
}
