import {
  type ErrorBody,
  type ErrorStatus,
  errorCodeByStatus,
  uploadMessages,
  type v1ErrorSchema,
} from '@khmer-learning/contracts';
import { ApiError, type Logger } from '@khmer-learning/service-kit';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';

/** What people are told when a service fails: our words, whatever the service said (reliability, The gateway). */
const generic: Partial<Record<ErrorStatus, string>> = {
  500: 'Something went wrong',
  503: 'The service is not available right now',
  504: 'The service took too long to answer',
  507: uploadMessages.full,
};

function isErrorStatus(status: number): status is ErrorStatus {
  return status in errorCodeByStatus;
}

/** A failure of ours or of a service, without any detail of it. */
export function genericFailure(status: number, retryAfter?: number): ApiError {
  const known = isErrorStatus(status) && generic[status] ? status : 500;
  return new ApiError(known, generic[known] ?? 'Something went wrong', {
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });
}

export function unavailable(): ApiError {
  return genericFailure(503, 1);
}

/** Whether an address is one of `/api/v1`, the base address included. */
export function isForApps(url: string): boolean {
  return /^\/api\/v1(?:[/?]|$)/.test(url);
}

/** The body of a failed call in the format of its part of the API. */
function failureBody(request: FastifyRequest, failure: ApiError): ErrorBody | z.output<typeof v1ErrorSchema> {
  const isV1 = request.routeOptions.config.endpoint?.envelope === 'v1' || isForApps(request.url);
  if (isV1) return { success: false, error: failure.message };
  return { message: failure.message, code: failure.code, requestId: request.id };
}

export function sendFailure(request: FastifyRequest, reply: FastifyReply, failure: ApiError): FastifyReply {
  reply.code(failure.status).type('application/json; charset=utf-8').header('cache-control', 'no-store');
  if (failure.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(failure.retryAfter)));
  return reply.send(JSON.stringify(failureBody(request, failure)));
}

function toFailure(error: FastifyError): ApiError {
  if (error instanceof ApiError) return error;
  switch (error.statusCode) {
    // How static files say "a folder" and "outside".
    case 403:
    case 404:
      return new ApiError(404, 'Not found');
    case 413:
      return new ApiError(413, 'The request is too large');
    case 415:
      return new ApiError(415, 'Unsupported media type');
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new ApiError(400, 'The request is not valid');
  return genericFailure(500);
}

/** Answers every failure in the agreed format; only the unforeseen is logged as an error. */
export function answerFailures(app: FastifyInstance, logger: Logger): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = toFailure(error);
    if (failure.status === 500) logger.error({ err: error, requestId: request.id }, 'Request failed');
    // What was not read of a refused body must not be taken for the next request.
    if (failure.status === 413) reply.header('connection', 'close');
    return sendFailure(request, reply, failure);
  });
}
