import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Context, createContext, runInContext } from 'node:vm';
import * as runtimeCore from '@module-federation/runtime/core';
import { universalStub } from './stub.ts';

/** Where the remote believes to be: a chunk's address begins with it. */
const origin = 'https://remote.example/';

/** What modules of Node and of a page have in common, as far as they reach for it when they start. */
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

/** What only a page has. */
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
  ...['requestAnimationFrame', 'addEventListener', 'removeEventListener', 'fetch', 'history', 'screen'],
  ...['localStorage', 'sessionStorage', 'indexedDB'],
];

/** A script or a style sheet that was put into the page. */
interface FileElement {
  src?: string;
  href?: string;
  onload?: (event: object) => void;
  onerror?: (event: object) => void;
  setAttribute(): void;
  getAttribute(): null;
}

/**
 * As much of a browser as a remote needs in order to start and to fetch its chunks, from the built folder. Nothing is
 * drawn in it: what is asked of its document gives a stand-in.
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
        ? { setAttribute: () => undefined, getAttribute: () => null }
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
