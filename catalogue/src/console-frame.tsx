import {
  ApiProvider,
  ConsoleProvider,
  createApiClient,
  createQueryClient,
  ExtensionsProvider,
  ViewProvider,
} from '@khmer-learning/console-sdk';
import type { SessionUser } from '@khmer-learning/contracts';
import { KitProvider, TooltipProvider } from '@khmer-learning/ui-kit';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { exampleExtensions } from './example-extensions.tsx';

const admin: SessionUser = {
  id: 1,
  firstName: 'Sokha',
  lastName: 'Chan',
  email: 'sokha@khmer.local',
  role: 'admin',
};
const api = createApiClient({ baseUrl: '' });
const queryClient = createQueryClient();
const ignoreSignOut = async () => {};

/** What the shell provides to the views of a console: the examples run in the same surroundings. */
export function ConsoleFrame({ children }: { children: ReactNode }) {
  return (
    <KitProvider>
      <TooltipProvider>
        <QueryClientProvider client={queryClient}>
          <ApiProvider api={api}>
            <ConsoleProvider user={admin} signOut={ignoreSignOut} defaultView="catalogue">
              <ExtensionsProvider source={exampleExtensions}>
                <ViewProvider id="catalogue">{children}</ViewProvider>
              </ExtensionsProvider>
            </ConsoleProvider>
          </ApiProvider>
        </QueryClientProvider>
      </TooltipProvider>
    </KitProvider>
  );
}
