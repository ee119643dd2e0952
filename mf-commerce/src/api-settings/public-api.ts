/** The base URL of the public API, on the page's own origin. */
export const publicApiUrl = (): string => `${window.location.origin}/api/v1`;

/** The most used endpoints, relative to the base URL. The API documentation lists all of them. */
export const popularEndpoints = [
  { method: 'GET', path: '/lessons', description: 'endpointsCard.listLessons' },
  { method: 'GET', path: '/lessons/{id}', description: 'endpointsCard.getLesson' },
  { method: 'POST', path: '/quizzes/{id}/submit', description: 'endpointsCard.submitQuiz' },
  { method: 'GET', path: '/search?q=...', description: 'endpointsCard.search' },
] as const;

export const apiDocumentation = { page: '/api/v1/docs', openApi: '/api/v1/openapi.json' } as const;
