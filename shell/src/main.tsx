import './page/content-security-policy.ts';
import { startLanguage } from '@khmer-learning/ui-kit';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, preloadPage } from './app.tsx';
import { readPageState } from './page/page-state.ts';
import { createApi } from './session/create-api.ts';
import { createProofStore } from './session/proof-store.ts';
import { createSessionEndStore } from './session/session-end-store.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root');

preloadPage(window.location);
const sessionEnd = createSessionEndStore();
const proof = createProofStore();
const secondFactor = createProofStore();
const api = createApi(sessionEnd, proof, secondFactor);
const stores = { sessionEnd, proof, secondFactor };

void startLanguage(readPageState()?.session ?? null).then(() =>
  createRoot(root).render(
    <StrictMode>
      <App api={api} {...stores} pathname={window.location.pathname} />
    </StrictMode>,
  ),
);
