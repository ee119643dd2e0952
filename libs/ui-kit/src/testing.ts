/// <reference path="./jest-axe.d.ts" />

import { act } from 'react';
import { enablePlurals } from './i18n/plurals.ts';

/** Setup for tests of components that use the kit: importing it adds browser APIs that the kit needs and jsdom lacks. */
class ResizeObserverStub implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

class PointerEventStub extends MouseEvent {
  readonly pointerId: number;
  readonly pointerType: string;

  constructor(type: string, init: PointerEventInit = {}) {
    super(type, init);
    this.pointerId = init.pointerId ?? 0;
    this.pointerType = init.pointerType ?? '';
  }
}

function polyfillGlobal(name: 'ResizeObserver' | 'PointerEvent' | 'CSS', value: unknown): void {
  if (!(name in globalThis)) Object.defineProperty(globalThis, name, { value, configurable: true });
}

enablePlurals();
polyfillGlobal('ResizeObserver', ResizeObserverStub);
polyfillGlobal('PointerEvent', PointerEventStub);
polyfillGlobal('CSS', { escape: (text: string) => text.replace(/[^\w-]/g, (sign) => `\\${sign}`) });
Blob.prototype.text ??= function text(this: Blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsText(this);
  });
};
Element.prototype.scrollIntoView ??= () => {};
// An editor reads the position of its selection when it scrolls to it, possibly after the test has continued.
const noRects: DOMRect[] = [];
Range.prototype.getClientRects ??= () => Object.assign(noRects, { item: () => null });
Range.prototype.getBoundingClientRect ??= () => document.body.getBoundingClientRect();
Element.prototype.hasPointerCapture ??= () => false;
Element.prototype.setPointerCapture ??= () => {};
Element.prototype.releasePointerCapture ??= () => {};

/** jsdom's own `getComputedStyle`. It is slow: each call matches every CSS rule against the element. */
export const jsdomComputedStyle = window.getComputedStyle.bind(window);

const hidingSelectorsCache = new WeakMap<CSSStyleSheet, { rules: number; selectors: string[] }>();

/** The selectors of a sheet's rules with `display: none`, without those in media queries. */
function findHidingSelectors(sheet: CSSStyleSheet): string[] {
  const rules = sheet.cssRules.length;
  const known = hidingSelectorsCache.get(sheet);
  if (known?.rules === rules) return known.selectors;
  const selectors = [...sheet.cssRules].flatMap((rule) =>
    'selectorText' in rule && (rule as CSSStyleRule).style.display === 'none'
      ? [String(rule.selectorText).replace(/::[\w-]+/g, ':not(*)')]
      : [],
  );
  hidingSelectorsCache.set(sheet, { rules, selectors });
  return selectors;
}

/**
 * A fast `getComputedStyle`: an element's inline style, and whether a sheet or `hidden` hides it. Queries by role need only these, and
 * jsdom's version took a third of the time of all tests.
 */
function fastComputedStyle(element: Element): CSSStyleDeclaration {
  const { style, hidden } = element as HTMLElement;
  const isHidden = () =>
    hidden ||
    [...document.styleSheets].some((sheet) => findHidingSelectors(sheet).some((one) => element.matches(one)));
  const initial = (name: string) => {
    if (name === 'display') return isHidden() ? 'none' : 'block';
    if (name === 'visibility') return 'visible';
    return name === 'pointerEvents' || name === 'pointer-events' ? 'auto' : '';
  };
  return new Proxy(style, {
    get(_target, name: keyof CSSStyleDeclaration & string) {
      if (name === 'getPropertyValue')
        return (property: string) => style.getPropertyValue(property) || initial(property);
      const value: unknown = style[name];
      return typeof value === 'function' ? value.bind(style) : value || initial(name);
    },
  });
}
window.getComputedStyle = fastComputedStyle;

/**
 * Runs axe on the body or a part of it, without colour contrast, because jsdom does not render.
 * @returns one line per violation, such as `label: Form elements must have labels: <input>`
 */
export async function axeViolations(element: Element = document.body): Promise<string[]> {
  const { axe } = await import('jest-axe');
  window.getComputedStyle = jsdomComputedStyle;
  try {
    // Tests render parts of a page, without landmarks. Axe takes seconds, in which timers may update what is shown.
    const { violations } = await act(() => axe(element, { rules: { region: { enabled: false } } }));
    return violations.map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.html).join(' ')}`,
    );
  } finally {
    window.getComputedStyle = fastComputedStyle;
  }
}

/** The texts of the table's headers, as a wide table shows them: on a narrow screen a sorted column has no button. */
export function columnHeaders(): (string | null)[] {
  return [...document.querySelectorAll('[role="columnheader"]')].map(
    (header) => header.querySelector('button')?.textContent || header.textContent,
  );
}
