import { type ApiKeyScope, apiKeyScopes } from '@khmer-learning/contracts';

/** Display names of the scopes of a key. */
export const scopeLabels: Readonly<Record<ApiKeyScope, string>> = {
  read: 'Read lessons, quizzes and accounts',
  submit: 'Submit quizzes and progress',
  orders: 'Create orders',
};

const shortLabels: Readonly<Record<ApiKeyScope, string>> = {
  read: 'Read',
  submit: 'Submit',
  orders: 'Orders',
};

/** The scopes of a key in a line: `Read, Submit`. */
export function scopeText(scopes: readonly ApiKeyScope[]): string {
  return scopes.length === apiKeyScopes.length ? 'All' : scopes.map((scope) => shortLabels[scope]).join(', ');
}
