/** The error of one field of a request. */
export interface ErrorDetail {
  issue: string;
  description: string;
  /** A JSON pointer: `/purchase_units/0/amount/value`. */
  field?: string;
  value?: string;
  location?: 'body' | 'path' | 'header';
}

/** A link in PayPal's responses. */
export interface Link {
  href: string;
  rel: string;
  method: string;
}

/** An error in PayPal's format. */
export class PaypalError extends Error {
  override readonly name = 'PaypalError';
  readonly status: number;
  readonly code: string;
  readonly details: readonly ErrorDetail[];
  readonly links: readonly Link[];

  constructor(
    status: number,
    code: string,
    message: string,
    details: ErrorDetail[] = [],
    links: Link[] = [],
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.links = links;
  }

  /** The response body. */
  body(debugId: string): Record<string, unknown> {
    const { code, message, details } = this;
    const help = {
      href: `https://developer.paypal.com/docs/api/orders/v2/#error-${details[0]?.issue ?? code}`,
      rel: 'information_link',
      method: 'GET',
    };
    return {
      name: code,
      ...(details.length > 0 ? { details } : {}),
      message,
      debug_id: debugId,
      links: [help, ...this.links],
    };
  }
}

/** 422: the request is well-formed but violates a rule. */
export function unprocessableEntity(
  issue: string,
  description: string,
  at: Pick<ErrorDetail, 'field' | 'value' | 'location'> = {},
  links: Link[] = [],
): PaypalError {
  const message =
    'The requested action could not be performed, semantically incorrect, or failed business validation.';
  return new PaypalError(422, 'UNPROCESSABLE_ENTITY', message, [{ ...at, issue, description }], links);
}

/** 400: the request is invalid. */
export function invalidRequest(details: ErrorDetail[]): PaypalError {
  const message = 'Request is not well-formed, syntactically incorrect, or violates schema.';
  return new PaypalError(400, 'INVALID_REQUEST', message, details);
}

/** 404: there is no such order, capture or refund. */
export function resourceNotFound(): PaypalError {
  return new PaypalError(404, 'RESOURCE_NOT_FOUND', 'The specified resource does not exist.', [
    {
      issue: 'INVALID_RESOURCE_ID',
      description: 'Specified resource ID does not exist. Please check the resource ID and try again.',
    },
  ]);
}

const errorsByStatus: Readonly<Record<number, readonly [code: string, message: string]>> = {
  400: ['INVALID_REQUEST', 'Request is not well-formed, syntactically incorrect, or violates schema.'],
  401: ['AUTHENTICATION_FAILURE', 'Authentication failed due to invalid authentication credentials.'],
  403: ['NOT_AUTHORIZED', 'Authorization failed due to insufficient permissions.'],
  404: ['RESOURCE_NOT_FOUND', 'The specified resource does not exist.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', 'The server does not support the request payload’s media type.'],
  422: [
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  ],
  429: ['RATE_LIMIT_REACHED', 'Too many requests. Blocked due to rate limiting.'],
  503: ['SERVICE_UNAVAILABLE', 'Service Unavailable.'],
};

/** An error with any status and an optional issue. */
export function errorForStatus(status: number, issue?: string): PaypalError {
  const [code, message] = errorsByStatus[status] ?? [
    'INTERNAL_SERVER_ERROR',
    'An internal server error has occurred.',
  ];
  return new PaypalError(status, code, message, issue ? [{ issue, description: message }] : []);
}
