import { type ErrorBody, type ErrorStatus, errorCodeByStatus, type V1Error } from '@khmer-learning/contracts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { ApiError, serviceUnavailable } from '../errors/api-error.ts';
import { isDuplicateKey, isMongoUnavailable, UnknownOutcomeError } from '../mongo/mongo-errors.ts';

const unknownOutcomeMessage = 'It is not known whether the change was saved. Look before you try again.';

/** Sends every error of an app in the contract's format: `{message, code, …}`, or the `/api/v1` envelope. */
export function registerErrorHandlers(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = toApiError(error);
    if (failure.status >= 500) request.log.error({ err: error }, 'Request failed');
    return sendError(request, reply, failure);
  });
  app.setNotFoundHandler((request, reply) => sendError(request, reply, new ApiError(404, 'Not found')));
}

/** Sends an error response in the contract's format. */
export function sendError(request: FastifyRequest, reply: FastifyReply, failure: ApiError): FastifyReply {
  reply.code(failure.status).header('content-type', 'application/json; charset=utf-8');
  if (failure.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(failure.retryAfter)));
  return reply.serializer(JSON.stringify).send(errorBody(request, failure));
}

function errorBody(request: FastifyRequest, failure: ApiError): ErrorBody | V1Error {
  const { message, code } = failure;
  const isV1 = request.routeOptions.config?.envelope === 'v1' || request.url.startsWith('/api/v1/');
  if (isV1) return { success: false, error: message, message, code };
  return {
    message,
    code,
    ...(failure.issues ? { issues: [...failure.issues] } : {}),
    requestId: request.id,
  };
}

/** Maps an error to one that is safe to send; unknown errors become 500 without details. */
function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (!(error instanceof Error)) return new ApiError(500, 'Something went wrong');
  // Without Retry-After: who repeats the call could store it twice.
  if (error instanceof UnknownOutcomeError) return new ApiError(503, unknownOutcomeMessage);
  if (isMongoUnavailable(error)) return serviceUnavailable();
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  if (isDuplicateKey(error)) return new ApiError(409, 'This already exists');
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError(413, 'The request is too large');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError(415, 'Unsupported media type');
  }
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    const status: ErrorStatus = statusCode in errorCodeByStatus ? (statusCode as ErrorStatus) : 400;
    return new ApiError(status, status === 400 ? 'The request body is not valid JSON' : error.message);
  }
  return new ApiError(500, 'Something went wrong');
}

/** 400 with the first issue's message, and every issue with its dotted path. */
export function validationError(error: z.core.$ZodError, part: string): ApiError {
  const issues = error.issues.map((issue) => ({
    path: part === 'body' ? issue.path.join('.') : issue.path.join('.') || part,
    message: issue.message,
  }));
  return new ApiError(400, issues[0]?.message ?? 'The request is not valid', { issues });
}
