/** The base URL of the public API, on the page's own origin (spec 2.16). */
export const publicApiUrl = (): string => `${window.location.origin}/api/v1`;

export interface PopularEndpoint {
  readonly method: 'GET' | 'POST';
  /** Relative to the base URL. */
  readonly path: string;
  readonly description: string;
}

/** The most used endpoints (spec 7.10). The API documentation lists all of them. */
export const popularEndpoints: readonly PopularEndpoint[] = [
  { method: 'GET', path: '/lessons', description: 'List published lessons' },
  { method: 'GET', path: '/lessons/{id}', description: 'Get a lesson with its sections and words' },
  {
    method: 'POST',
    path: '/quizzes/{id}/submit',
    description: 'Submit a learner’s answers and get the score',
  },
  { method: 'GET', path: '/search?q=...', description: 'Search lessons and quizzes' },
];

/** The documentation page and the OpenAPI document. */
export const apiDocumentation = { page: '/api/v1/docs', openApi: '/api/v1/openapi.json' } as const;
