import {
  type ErrorBody,
  type ErrorStatus,
  errorCodeByStatus,
  uploadMessages,
  type V1Error,
} from '@khmer-learning/contracts';
import { ApiError, type Logger } from '@khmer-learning/service-kit';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The messages for failures of a service, whatever the service itself responded. */
const genericMessages: Partial<Record<ErrorStatus, string>> = {
  500: 'Something went wrong',
  503: 'The service is not available right now',
  504: 'The service took too long to respond',
  507: uploadMessages.full,
};

function isErrorStatus(status: number): status is ErrorStatus {
  return status in errorCodeByStatus;
}

/** A generic error for a failure here or in a service, without internal details. Unknown statuses become 500. */
export function genericError(status: number, retryAfter?: number): ApiError {
  const known = isErrorStatus(status) && genericMessages[status] ? status : 500;
  return new ApiError(known, genericMessages[known] ?? 'Something went wrong', {
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });
}

/** The 503 error for a service that cannot be reached, with `Retry-After: 1`. */
export function serviceUnavailable(): ApiError {
  return genericError(503, 1);
}

/** Whether a URL is under `/api/v1`, the base path included. */
export function isV1Url(url: string): boolean {
  return /^\/api\/v1(?:[/?]|$)/.test(url);
}

/** The error body: in the v1 envelope for `/api/v1`, in the console's format otherwise. */
function errorBody(request: FastifyRequest, apiError: ApiError): ErrorBody | V1Error {
  const { message, code } = apiError;
  const isV1 = request.routeOptions.config.endpoint?.envelope === 'v1' || isV1Url(request.url);
  if (isV1) return { success: false, error: message, message, code };
  return { message, code, requestId: request.id };
}

/** Sends an error response with its status, body and `Retry-After`. */
export function sendError(request: FastifyRequest, reply: FastifyReply, apiError: ApiError): FastifyReply {
  reply.code(apiError.status).type('application/json; charset=utf-8').header('cache-control', 'no-store');
  if (apiError.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(apiError.retryAfter)));
  return reply.send(JSON.stringify(errorBody(request, apiError)));
}

function toApiError(error: FastifyError): ApiError {
  if (error instanceof ApiError) return error;
  switch (error.statusCode) {
    // The static file plugin uses 403 for a folder or a path outside its root.
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

/** Sends every error in the API's error format. Only unexpected errors are logged as errors. */
export function registerErrorHandler(app: FastifyInstance, logger: Logger): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const apiError = toApiError(error);
    if (apiError.status === 500) logger.error({ err: error, requestId: request.id }, 'Request failed');
    // The unread rest of a rejected body must not be parsed as the next request.
    if (apiError.status === 413) reply.header('connection', 'close');
    return sendError(request, reply, apiError);
  });
}
