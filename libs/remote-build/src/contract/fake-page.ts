import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Context, createContext, runInContext } from 'node:vm';
import * as runtimeCore from '@module-federation/runtime/core';
import { universalStub } from './stub.ts';

/** The fake origin of the remote. The URLs of its chunks start with it. */
export const origin = 'https://remote.example/';

/** Globals that exist in Node and in a page, and that modules use when they start. */
const universalGlobals = {
  console,
  setTimeout,
  clearTimeout,
  setInterval,
  clearInterval,
  queueMicrotask,
  structuredClone,
  Promise,
  URL,
  URLSearchParams,
  TextEncoder,
  TextDecoder,
  AbortController,
  Event,
  EventTarget,
  Blob,
  File,
  FormData,
  Headers,
  crypto,
  performance,
};

/** Globals that exist only in a page. */
const browserGlobals = [
  ...[
    'Node',
    'Element',
    'HTMLElement',
    'SVGElement',
    'Range',
    'CustomEvent',
    'DOMParser',
    'CSSStyleSheet',
    'CSS',
  ],
  ...['MutationObserver', 'ResizeObserver', 'IntersectionObserver', 'matchMedia', 'getComputedStyle'],
  ...[
    'requestAnimationFrame',
    'addEventListener',
    'removeEventListener',
    'dispatchEvent',
    'fetch',
    'history',
    'screen',
  ],
  ...['localStorage', 'sessionStorage', 'indexedDB'],
];

/** A script or style sheet element that the remote adds to the page. */
interface FileElement {
  src?: string;
  href?: string;
  onload?: (event: object) => void;
  onerror?: (event: object) => void;
  setAttribute(): void;
  getAttribute(): null;
  addEventListener(type: 'load' | 'error', listener: (event: object) => void): void;
}

/**
 * Creates a VM context with the browser APIs that a remote needs to start and to load its chunks from `dist`. Nothing
 * is rendered: most of its `document` is a stub.
 */
export function createFakePage(dist: string): Context {
  const stubs = Object.fromEntries(browserGlobals.map((name) => [name, universalStub]));
  const page: Context = createContext({
    ...stubs,
    ...universalGlobals,
    location: new URL(origin),
    navigator: { userAgent: 'console-contract', platform: '', vendor: '', languages: ['en'], language: 'en' },
    _FEDERATION_RUNTIME_CORE: runtimeCore,
  });

  async function loadElement(element: FileElement): Promise<void> {
    try {
      const address = element.src ?? element.href ?? '';
      const code = await readFile(join(dist, decodeURI(address.slice(origin.length))), 'utf8');
      if (element.src !== undefined) runInContext(code, page, { filename: address });
      element.onload?.({ type: 'load', target: element });
    } catch {
      element.onerror?.({ type: 'error', target: element });
    }
  }
  const documentProperties: Record<PropertyKey, unknown> = {
    currentScript: { tagName: 'SCRIPT', src: `${origin}remoteEntry.js` },
    baseURI: origin,
    createElement: (tag: string): unknown =>
      tag === 'script' || tag === 'link'
        ? ({
            setAttribute: () => undefined,
            getAttribute: () => null,
            addEventListener(type, listener) {
              this[`on${type}`] = listener;
            },
          } satisfies FileElement)
        : universalStub,
    getElementsByTagName: () => [],
    querySelector: () => null,
    querySelectorAll: () => [],
    head: { appendChild: (element: FileElement) => void loadElement(element) },
  };
  const document = new Proxy(documentProperties, {
    get: (target, key) => (key in target ? target[key] : universalStub),
  });
  Object.assign(page, { self: page, window: page, globalThis: page, document });
  return page;
}
