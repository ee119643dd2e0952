import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Catalogue } from './catalogue.tsx';
import { ConsoleFrame } from './console-frame.tsx';
import { installExampleApi } from './example-api.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root');

installExampleApi();
createRoot(root).render(
  <StrictMode>
    <ConsoleFrame>
      <Catalogue search={window.location.search} />
    </ConsoleFrame>
  </StrictMode>,
);
