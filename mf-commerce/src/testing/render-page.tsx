import '@khmer-learning/ui-kit/testing';
import { ApiProvider, createApiClient, createQueryClient } from '@khmer-learning/console-sdk';
import { KitProvider } from '@khmer-learning/ui-kit';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { type ComponentType, StrictMode, useState } from 'react';

function PageProviders({ Page }: { Page: ComponentType }) {
  const [queryClient] = useState(createQueryClient);
  const [api] = useState(() => createApiClient({ baseUrl: '' }));
  return (
    <KitProvider>
      <ApiProvider api={api}>
        <QueryClientProvider client={queryClient}>
          <main>
            <Page />
          </main>
        </QueryClientProvider>
      </ApiProvider>
    </KitProvider>
  );
}

/** Renders a standalone page at `address` as the shell does: without session and console, in strict mode. */
export function renderPage(Page: ComponentType, address: string) {
  window.history.replaceState(null, '', address);
  return render(
    <StrictMode>
      <PageProviders Page={Page} />
    </StrictMode>,
  );
}
