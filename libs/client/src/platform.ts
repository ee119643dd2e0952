/** What the client needs of an abort signal. */
export interface AbortSignalShape {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** The environment's `AbortSignal`, or its shape where the project has no types of it. */
export type Signal = typeof globalThis extends {
  AbortSignal: { prototype: infer S extends AbortSignalShape };
}
  ? S
  : AbortSignalShape;

/** What the client sends. */
export interface FetchInit {
  method: string;
  headers: Record<string, string>;
  body?: string;
  credentials: 'omit';
  signal: Signal;
}

/** What the client reads of a response. */
export interface FetchResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

/** The `fetch` of Node, browsers and React Native, or a replacement for it. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

/**
 * Every global that the client uses. Node, browsers and React Native have them; `navigator.locks` only where several
 * tabs share a storage.
 */
interface Platform {
  readonly fetch: Fetch;
  readonly AbortController: new () => { readonly signal: Signal; abort(): void };
  setTimeout(callback: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
  readonly navigator?: {
    readonly locks?: { request<T>(name: string, work: () => Promise<T>): Promise<T> };
  };
}

export const platform = globalThis as unknown as Platform;
