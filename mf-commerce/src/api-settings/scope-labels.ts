import { type ApiKeyScope, apiKeyScopes } from '@khmer-learning/contracts';
import { message } from '../messages/messages.ts';

const names = { read: 'scope.read', submit: 'scope.submit', orders: 'scope.orders' } as const;
const shortNames = {
  read: 'scope.readShort',
  submit: 'scope.submitShort',
  orders: 'scope.ordersShort',
} as const;

export const scopeLabel = (scope: ApiKeyScope): string => message(names[scope]);

/** The scopes of a key in a line: `Read, Submit`. */
export function scopeText(scopes: readonly ApiKeyScope[]): string {
  return scopes.length === apiKeyScopes.length
    ? message('scope.all')
    : scopes.map((scope) => message(shortNames[scope])).join(', ');
}
