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
const genericMessages: Partial<Record<ErrorStatus, string>> = {
  500: 'Something went wrong',
  503: 'The service is not available right now',
  504: 'The service took too long to answer',
  507: uploadMessages.full,
};

function isErrorStatus(status: number): status is ErrorStatus {
  return status in errorCodeByStatus;
}

/** A failure of ours or of a service, without any detail of it. */
export function genericError(status: number, retryAfter?: number): ApiError {
  const known = isErrorStatus(status) && genericMessages[status] ? status : 500;
  return new ApiError(known, genericMessages[known] ?? 'Something went wrong', {
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });
}

export function serviceUnavailable(): ApiError {
  return genericError(503, 1);
}

/** Whether an address is one of `/api/v1`, the base address included. */
export function isV1Url(url: string): boolean {
  return /^\/api\/v1(?:[/?]|$)/.test(url);
}

/** The body of a failed call in the format of its part of the API. */
function errorBody(request: FastifyRequest, apiError: ApiError): ErrorBody | z.output<typeof v1ErrorSchema> {
  const isV1 = request.routeOptions.config.endpoint?.envelope === 'v1' || isV1Url(request.url);
  if (isV1) return { success: false, error: apiError.message };
  return { message: apiError.message, code: apiError.code, requestId: request.id };
}

export function sendError(request: FastifyRequest, reply: FastifyReply, apiError: ApiError): FastifyReply {
  reply.code(apiError.status).type('application/json; charset=utf-8').header('cache-control', 'no-store');
  if (apiError.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(apiError.retryAfter)));
  return reply.send(JSON.stringify(errorBody(request, apiError)));
}

function toApiError(error: FastifyError): ApiError {
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
  return genericError(500);
}

/** Answers every failure in the agreed format; only the unforeseen is logged as an error. */
export function registerErrorHandler(app: FastifyInstance, logger: Logger): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const apiError = toApiError(error);
    if (apiError.status === 500) logger.error({ err: error, requestId: request.id }, 'Request failed');
    // What was not read of a refused body must not be taken for the next request.
    if (apiError.status === 413) reply.header('connection', 'close');
    return sendError(request, reply, apiError);
  });
}
