/** The base URL of the public API, on the page's own origin. */
export const publicApiUrl = (): string => `${window.location.origin}/api/v1`;

interface PopularEndpoint {
  readonly method: 'GET' | 'POST';
  /** Relative to the base URL. */
  readonly path: string;
  /** The id of the message. */
  readonly description: string;
}

/** The most used endpoints. The API documentation lists all of them. */
export const popularEndpoints = [
  { method: 'GET', path: '/lessons', description: 'endpointsCard.listLessons' },
  { method: 'GET', path: '/lessons/{id}', description: 'endpointsCard.getLesson' },
  {
    method: 'POST',
    path: '/quizzes/{id}/submit',
    description: 'endpointsCard.submitQuiz',
  },
  { method: 'GET', path: '/search?q=...', description: 'endpointsCard.search' },
] as const satisfies readonly PopularEndpoint[];

/** The documentation page and the OpenAPI document. */
export const apiDocumentation = { page: '/api/v1/docs', openApi: '/api/v1/openapi.json' } as const;
