import { type Endpoint, errorBodySchema, v1ErrorSchema } from '@khmer-learning/contracts';
import { fieldsOf, jsonSchemaOf } from './json-schema.ts';

const namesThing = ({ params }: Endpoint) => fieldsOf(params).some(({ name }) => /id$/i.test(name));
const takesInput = ({ params, query, body }: Endpoint) => (params ?? query ?? body) !== undefined;
const takesBody = ({ body }: Endpoint) => body !== undefined;
const needsKey = ({ access }: Endpoint) => access !== 'public';
const always = () => true;

/** What calls are refused with: status, the name of its component, what it means, an example of what it says, which calls. */
const known = [
  [400, 'Invalid', 'A parameter or the body is not valid', 'limit must be between 1 and 100', takesInput],
  [401, 'NotSignedIn', 'The key or the token is missing or not good', 'Invalid or missing API key', needsKey],
  [404, 'NotFound', 'There is no such thing, or not for everybody', 'Lesson not found', namesThing],
  [413, 'TooLarge', 'The body is larger than 1 MiB', 'The request is too large', takesBody],
  [415, 'NotJson', 'The body is not sent as `application/json`', 'Unsupported media type', takesBody],
  [429, 'TooMany', 'More calls than the key has', 'Too many requests', needsKey],
  [
    503,
    'Unavailable',
    'A part of the system does not answer',
    'The service is not available right now',
    always,
  ],
  [504, 'TooSlow', 'A part of the system answers too late', 'The service took too long to answer', always],
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
  // The description itself is the gateway's own: there is nothing that could fail.
  if (endpoint.service === 'gateway' && !needsKey(endpoint)) return {};
  const wanted = known.filter(([, , , , isOf]) => isOf(endpoint));
  if (!needsKey(endpoint))
    return consoleRefusals({
      ...Object.fromEntries(wanted.map(([status, , description]) => [status, description])),
      ...own,
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
