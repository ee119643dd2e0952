import './page/content-security-policy.ts';
import { startLanguage } from '@khmer-learning/ui-kit';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, preloadPage } from './app.tsx';
import { readPageState } from './page/page-state.ts';
import { createApi } from './session/create-api.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root');

preloadPage(window.location);
const session = createApi();

void startLanguage(readPageState()?.session ?? null).then(() =>
  createRoot(root).render(
    <StrictMode>
      <App {...session} pathname={window.location.pathname} />
    </StrictMode>,
  ),
);
