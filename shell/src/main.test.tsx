import '@khmer-learning/ui-kit/testing';
import { act, screen } from '@testing-library/react';
import { admin, emptyStats, installFakeGateway, writePageState } from './testing/fake-gateway.ts';

it('opens in the language of the user who came with the page, from the first render', async () => {
  // A variable of webpack, which the page sets.
  Object.assign(globalThis, { __webpack_nonce__: undefined });
  const gateway = installFakeGateway();
  gateway.on('GET /api/dashboard/stats', { body: emptyStats });
  const root = document.createElement('div');
  root.id = 'root';
  document.body.append(root);
  writePageState({
    session: { user: admin, language: 'km', numerals: 'khmr' },
    remotes: { remotes: [] },
  });
  const shown = new Set<string>();
  const observer = new MutationObserver(() => shown.add(root.textContent ?? ''));
  observer.observe(root, { childList: true, subtree: true, characterData: true });

  await act(() => import('./main.tsx'));
  expect(await screen.findByRole('link', { name: 'ផ្ទាំងគ្រប់គ្រង' })).toBeTruthy();
  observer.disconnect();
  expect(document.documentElement.lang).toBe('km');
  expect([...shown].filter((text) => /Loading|Dashboard/.test(text))).toEqual([]);
});
