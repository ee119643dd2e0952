import type { Principal } from './identity.ts';

/** A call of a service by the process that has forked it. */
export interface PastCall {
  readonly id: number;
  /** The moment that the service takes for now, in milliseconds since 1970. */
  readonly at: number;
  readonly principal: Principal;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly body?: object;
}

/** The answer to the call with the same id. Before all calls, `{ id: 0 }` tells that the service is ready. */
export interface PastCallAnswer {
  readonly id: number;
  readonly status: number;
  readonly body: string;
}
