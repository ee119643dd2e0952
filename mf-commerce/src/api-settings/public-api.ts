/** Where apps find the public API: the page's own origin (spec 2.16). */
export const publicApiUrl = (): string => `${window.location.origin}/api/v1`;

export interface PopularEndpoint {
  readonly method: 'GET' | 'POST';
  /** Below the base URL. */
  readonly path: string;
  readonly description: string;
}

/** What most apps begin with (spec 7.10). The documentation has the rest. */
export const popularEndpoints: readonly PopularEndpoint[] = [
  { method: 'GET', path: '/lessons', description: 'Published lessons' },
  { method: 'GET', path: '/lessons/{id}', description: 'One lesson with its sections and words' },
  { method: 'POST', path: '/quizzes/{id}/submit', description: 'A learner’s answers, scored' },
  { method: 'GET', path: '/search?q=...', description: 'Lessons and quizzes by their words' },
];

/** For people, and for programs. */
export const apiDocumentation = { page: '/api/v1/docs', openApi: '/api/v1/openapi.json' } as const;
