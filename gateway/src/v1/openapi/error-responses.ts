import {
  type Endpoint,
  type ErrorStatus,
  errorBodySchema,
  errorCodeByStatus,
  v1ErrorSchema,
} from '@khmer-learning/contracts';
import type { EndpointExample } from './endpoint-examples.ts';
import { fieldsOf, jsonSchemaOf } from './json-schema.ts';

const hasIdParameter = ({ params }: Endpoint) => fieldsOf(params).some(({ name }) => /id$/i.test(name));
const hasInput = ({ params, query, body }: Endpoint) => (params ?? query ?? body) !== undefined;
const hasBody = ({ body }: Endpoint) => body !== undefined;
const requiresApiKey = ({ access }: Endpoint) => access !== 'public';
const always = () => true;

/** Common errors: status, name of the component, description, example message, and which endpoints return it. */
const commonErrors = [
  [
    400,
    'Invalid',
    'A parameter or the request body is not valid',
    'limit must be between 1 and 100',
    hasInput,
  ],
  [
    401,
    'NotSignedIn',
    'The API key or the token is missing or not valid',
    'Invalid or missing API key',
    requiresApiKey,
  ],
  [
    403,
    'NotAllowed',
    'The API key lacks the scope of the call (`code` is `missing_scope`) or does not name the origin of the web page (`origin_not_allowed`)',
    'This API key does not allow this call',
    requiresApiKey,
  ],
  [404, 'NotFound', 'The resource does not exist or is not published', 'Lesson not found', hasIdParameter],
  [413, 'TooLarge', 'The request body is larger than 1 MiB', 'The request is too large', hasBody],
  [415, 'NotJson', 'The request body is not `application/json`', 'Unsupported media type', hasBody],
  [
    429,
    'TooMany',
    'The quota of the API key, or of the learner or client address, is exceeded',
    'Too many requests',
    requiresApiKey,
  ],
  [503, 'Unavailable', 'A service is not available', 'The service is not available right now', always],
  [504, 'TooSlow', 'A service did not respond in time', 'The service took too long to respond', always],
] as const;

const retryAfterHeader = {
  'Retry-After': { description: 'Seconds to wait before the next attempt', schema: { type: 'integer' } },
};

function errorResponse(description: string, error: string, code: string, headers?: typeof retryAfterHeader) {
  return {
    description,
    ...(headers ? { headers } : {}),
    content: {
      'application/json': {
        schema: jsonSchemaOf(v1ErrorSchema, 'output'),
        example: { success: false, error, message: error, code },
      },
    },
  };
}

/** The common errors as `components.responses` of the document. */
export const errorResponseComponents = Object.fromEntries(
  commonErrors.map(([status, name, description, error]) => [
    name,
    errorResponse(
      description,
      error,
      errorCodeByStatus[status],
      status === 429 || status === 503 ? retryAfterHeader : undefined,
    ),
  ]),
);

/**
 * The error responses of one endpoint, by status.
 *
 * @param example the endpoint's own errors, which replace or extend the common ones, and their codes
 */
export function errorResponsesOf(
  endpoint: Endpoint,
  { errors: endpointErrors = {}, errorCodes = {} }: Pick<EndpointExample, 'errors' | 'errorCodes'>,
) {
  // The gateway serves the API description itself, without input, key or service, so it has no errors.
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
      Object.entries(endpointErrors).map(([status, error]) => {
        const code = errorCodes[Number(status)] ?? errorCodeByStatus[Number(status) as ErrorStatus];
        return [status, errorResponse(error, error, code)];
      }),
    ),
  };
}

/** Endpoints outside `/api/v1` use the console's error format. */
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
