import { type Endpoint, errorBodySchema, v1ErrorSchema } from '@khmer-learning/contracts';
import { fieldsOf, jsonSchemaOf } from './json-schema.ts';

const hasIdParameter = ({ params }: Endpoint) => fieldsOf(params).some(({ name }) => /id$/i.test(name));
const hasInput = ({ params, query, body }: Endpoint) => (params ?? query ?? body) !== undefined;
const hasBody = ({ body }: Endpoint) => body !== undefined;
const requiresApiKey = ({ access }: Endpoint) => access !== 'public';
const always = () => true;

/** What calls are refused with: status, the name of its component, what it means, an example of what it says, which calls. */
const commonErrors = [
  [400, 'Invalid', 'A parameter or the body is not valid', 'limit must be between 1 and 100', hasInput],
  [
    401,
    'NotSignedIn',
    'The key or the token is missing or not good',
    'Invalid or missing API key',
    requiresApiKey,
  ],
  [404, 'NotFound', 'There is no such thing, or not for everybody', 'Lesson not found', hasIdParameter],
  [413, 'TooLarge', 'The body is larger than 1 MiB', 'The request is too large', hasBody],
  [415, 'NotJson', 'The body is not sent as `application/json`', 'Unsupported media type', hasBody],
  [429, 'TooMany', 'More calls than the key has', 'Too many requests', requiresApiKey],
  [
    503,
    'Unavailable',
    'A part of the system does not answer',
    'The service is not available right now',
    always,
  ],
  [504, 'TooSlow', 'A part of the system answers too late', 'The service took too long to answer', always],
] as const;

const retryAfterHeader = {
  'Retry-After': { description: 'Seconds until it is worth trying again', schema: { type: 'integer' } },
};

function errorResponse(description: string, error: string, headers?: typeof retryAfterHeader) {
  return {
    description,
    ...(headers ? { headers } : {}),
    content: {
      'application/json': {
        schema: jsonSchemaOf(v1ErrorSchema, 'output'),
        example: { success: false, error },
      },
    },
  };
}

/** `components.responses`. */
export const errorResponseComponents = Object.fromEntries(
  commonErrors.map(([status, name, description, error]) => [
    name,
    errorResponse(description, error, status === 429 || status === 503 ? retryAfterHeader : undefined),
  ]),
);

/**
 * The refusals of one endpoint, by status.
 *
 * @param endpointErrors what it says itself, in the place of or beside the known ones
 */
export function errorResponsesOf(endpoint: Endpoint, endpointErrors: Readonly<Record<number, string>> = {}) {
  // The description itself is the gateway's own: there is nothing that could fail.
  if (endpoint.service === 'gateway' && !requiresApiKey(endpoint)) return {};
  const applicableErrors = commonErrors.filter(([, , , , isOf]) => isOf(endpoint));
  if (!requiresApiKey(endpoint))
    return consoleErrorResponses({
      ...Object.fromEntries(applicableErrors.map(([status, , description]) => [status, description])),
      ...endpointErrors,
    });
  return {
    ...Object.fromEntries(
      applicableErrors.map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]),
    ),
    ...Object.fromEntries(
      Object.entries(endpointErrors).map(([status, error]) => [status, errorResponse(error, error)]),
    ),
  };
}

/** Calls outside `/api/v1` fail in the console's format. */
function consoleErrorResponses(endpointErrors: Readonly<Record<number, string>>) {
  return Object.fromEntries(
    Object.entries(endpointErrors).map(([status, message]) => [
      status,
      {
        description: message,
        content: { 'application/json': { schema: jsonSchemaOf(errorBodySchema, 'output') } },
      },
    ]),
  );
}
