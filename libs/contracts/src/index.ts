export * from './core/endpoint.ts';
export * from './core/event.ts';
export * from './core/http.ts';
export * from './core/identity.ts';
