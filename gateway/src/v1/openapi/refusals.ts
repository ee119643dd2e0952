import { type Endpoint, errorBodySchema, v1ErrorSchema } from '@khmer-learning/contracts';
import { jsonSchemaOf } from './json-schema.ts';

/** What any call may be refused with: status, the name of its component, and an example of what it says. */
const known = [
  [400, 'Invalid', 'A parameter or the body is not valid', 'limit must be between 1 and 100'],
  [401, 'NotSignedIn', 'The key or the token is missing or not good', 'Invalid or missing API key'],
  [404, 'NotFound', 'There is no such thing, or not for everybody', 'Lesson not found'],
  [429, 'TooMany', 'More calls than the key has', 'Too many requests'],
  [503, 'Unavailable', 'A part of the system does not answer', 'The service is not available right now'],
] as const;

const retryAfter = {
  'Retry-After': { description: 'Seconds until it is worth trying again', schema: { type: 'integer' } },
};

function refusal(description: string, error: string, headers?: typeof retryAfter) {
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
export const refusalResponses = Object.fromEntries(
  known.map(([status, name, description, error]) => [
    name,
    refusal(description, error, status === 429 || status === 503 ? retryAfter : undefined),
  ]),
);

/**
 * The refusals of one endpoint, by status.
 *
 * @param own what it says itself, in the place of or beside the known ones
 */
export function refusalsOf(endpoint: Endpoint, own: Readonly<Record<number, string>> = {}) {
  if (endpoint.access === 'public') return consoleRefusals(own);
  const hasInput = endpoint.params ?? endpoint.query ?? endpoint.body;
  const wanted = known.filter(([status]) => {
    if (status === 400) return hasInput !== undefined;
    if (status === 404) return endpoint.params !== undefined;
    return true;
  });
  return {
    ...Object.fromEntries(
      wanted.map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]),
    ),
    ...Object.fromEntries(Object.entries(own).map(([status, error]) => [status, refusal(error, error)])),
  };
}

/** Calls outside `/api/v1` fail in the console's format. */
function consoleRefusals(own: Readonly<Record<number, string>>) {
  return Object.fromEntries(
    Object.entries(own).map(([status, message]) => [
      status,
      {
        description: message,
        content: { 'application/json': { schema: jsonSchemaOf(errorBodySchema, 'output') } },
      },
    ]),
  );
}
