import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { KhmerText, KitProvider, Text } from '../index.ts';
import { jsdomComputedStyle } from '../testing.ts';
import type { KitProviderProps } from './kit-provider.tsx';

// Jest resolves the server build of styled-components, which does not insert global styles.
jest.mock('styled-components', () =>
  jest.requireActual('styled-components/dist/styled-components.browser.cjs.js'),
);

async function page(children: ReactNode, props: Omit<KitProviderProps, 'children'> = {}) {
  render(<KitProvider {...props}>{children}</KitProvider>);
  await screen.findByRole('region', { name: /Notifications/ });
}

/** The CSS of the style elements with this nonce. */
function css(nonce: string | null): string {
  return [...document.querySelectorAll('style[data-styled]')]
    .filter((style) => style.getAttribute('nonce') === nonce)
    .map((style) => style.textContent)
    .join('\n');
}

test('both schemes, both fonts and reduced motion are there', async () => {
  await page('Words');
  expect(css(null)).toMatch(/:root\s*{[^}]*--kl-canvas:\s*#f6f7f9/);
  expect(css(null)).toMatch(/prefers-color-scheme:\s*dark[^}]*--kl-canvas:\s*#0d1016/);
  expect(css(null)).toMatch(/prefers-reduced-motion:\s*reduce/);
  expect(css(null)).toMatch(/@font-face\s*{[^}]*'Noto Sans Variable'/);
  expect(css(null)).toMatch(/@font-face\s*{[^}]*'Noto Sans Khmer Variable'/);
});

test('styles carry the nonce it was given', async () => {
  await page(<Text>Words</Text>, { nonce: 'r4nd0m' });
  expect(css('r4nd0m')).toContain('--kl-canvas');
});

test('without one they carry the nonce of the page', async () => {
  const meta = document.createElement('meta');
  meta.setAttribute('property', 'csp-nonce');
  meta.setAttribute('content', 'fr0mpage');
  document.head.append(meta);
  await page(<Text>Words</Text>);
  meta.remove();
  expect(css('fr0mpage')).toContain('--kl-canvas');
});

test('Khmer is marked as Khmer and has room above and below', async () => {
  await page(<KhmerText>សួស្តី</KhmerText>);
  const text = screen.getByText('សួស្តី');
  const { lineHeight, fontFamily } = jsdomComputedStyle(text);
  expect(text.lang).toBe('km');
  expect(Number(lineHeight)).toBeGreaterThanOrEqual(1.8);
  expect(fontFamily).toContain('Noto Sans Khmer');
  expect(css(null)).toMatch(/:lang\(km\)\s*{[^}]*letter-spacing:\s*normal\s*!important/);
});
