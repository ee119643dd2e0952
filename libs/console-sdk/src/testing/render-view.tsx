import '@khmer-learning/ui-kit/testing';
import type { SessionUser } from '@khmer-learning/contracts';
import { KitProvider, type Locale, setLanguage } from '@khmer-learning/ui-kit';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { createApiClient } from '../api/api-client.ts';
import { ApiProvider } from '../api/api-provider.tsx';
import { useConsole } from '../console/console-context.ts';
import { ConsoleProvider, type ConsoleProviderProps, ViewProvider } from '../console/console-provider.tsx';
import { createQueryClient } from '../data/query-client.ts';
import { type ExtensionSource, ExtensionsProvider, noExtensions } from '../extensions/extensions-context.tsx';
import { FeatureFlagsProvider } from '../remote/feature-flags.tsx';
import { RemoteProvider } from '../remote/remote-api.tsx';

/** The default signed-in user of tests. */
export const testTeacher: SessionUser = {
  id: 1,
  firstName: 'Sokha',
  lastName: 'Chan',
  email: 'sokha@khmer.local',
  role: 'teacher',
};

function HeaderAction() {
  const { headerAction } = useConsole();
  return (
    <button type="button" onClick={() => headerAction.current()?.()}>
      Header action
    </button>
  );
}

export interface RenderViewOptions {
  /** The signed-in user. Default: `testTeacher`. */
  user?: SessionUser;
  signOut?: ConsoleProviderProps['signOut'];
  /** Called when a view refreshes the session. */
  refreshUser?: () => Promise<void>;
  /** What other remotes add to the view. Default: nothing. */
  extensions?: ExtensionSource;
  /** Called when an API call finds that the session has ended. */
  onSessionEnd?: () => void;
  /** The language of the page; texts other than English are loaded, so find them with `findBy…`. Default: `en`. */
  language?: Locale;
  /** The remote's name, for its own backend and its settings. Default: `remote`. */
  remote?: string;
  /** The values of the remote's feature flags. Default: none, so that each is off. */
  flags?: Readonly<Record<string, boolean>>;
}

/** Renders a view inside the console, as the shell does. */
export function renderView(
  View: ComponentType,
  id: string,
  {
    user: signedIn = testTeacher,
    signOut = async () => {},
    refreshUser = async () => {},
    onSessionEnd = () => {},
    remote = 'remote',
    flags = {},
    extensions = noExtensions,
    language = 'en',
  }: RenderViewOptions = {},
) {
  const user = userEvent.setup();
  void setLanguage(language);
  const { unmount, container } = render(
    <KitProvider>
      <QueryClientProvider client={createQueryClient()}>
        <ApiProvider api={createApiClient({ baseUrl: '', onSessionEnd })}>
          <ConsoleProvider user={signedIn} signOut={signOut} refreshUser={refreshUser} defaultView={id}>
            <HeaderAction />
            <ExtensionsProvider source={extensions}>
              <ViewProvider id={id}>
                <RemoteProvider name={remote}>
                  <FeatureFlagsProvider flags={flags}>
                    <View />
                  </FeatureFlagsProvider>
                </RemoteProvider>
              </ViewProvider>
            </ExtensionsProvider>
          </ConsoleProvider>
        </ApiProvider>
      </QueryClientProvider>
    </KitProvider>,
  );
  return { user, unmount, container };
}

/* Skips the check of `pointer-events`, which is slow in jsdom. */
const skipPointerEventsCheck = { pointerEventsCheck: PointerEventsCheckLevel.Never };

/** Clicks the button in the console's header. */
export async function clickHeaderAction(): Promise<void> {
  await userEvent.click(screen.getByText('Header action'), skipPointerEventsCheck);
}

/** Chooses an option of a select. */
export async function selectOption(label: string, option: string): Promise<void> {
  await userEvent.click(screen.getByRole('combobox', { name: label }), skipPointerEventsCheck);
  await userEvent.click(await screen.findByRole('option', { name: option }), skipPointerEventsCheck);
}

/** Clicks a button by its name, on the whole page or inside `scope`. */
export async function clickButton(name: string | RegExp, scope?: HTMLElement): Promise<void> {
  const buttons = scope === undefined ? screen : within(scope);
  await userEvent.click(buttons.getByRole('button', { name }), skipPointerEventsCheck);
}

/** Chooses an action of a row's menu: `chooseRowAction('First Words', 'Delete')`. */
export async function chooseRowAction(row: string, action: string): Promise<void> {
  await clickButton(`More actions for ${row}`);
  await userEvent.click(await screen.findByRole('menuitem', { name: action }), skipPointerEventsCheck);
}

/** Focuses a field and sets its text with one change event, which is faster than typing it. */
export async function fillField(field: HTMLElement, text: string): Promise<void> {
  await act(async () => field.focus());
  fireEvent.change(field, { target: { value: text } });
}

/** Goes back one history entry, like the browser's back button. */
export async function goBack(): Promise<void> {
  await act(async () => {
    const moved = new Promise((done) => window.addEventListener('popstate', done, { once: true }));
    window.history.back();
    await moved;
  });
}

/** Clears session storage, local storage, and the history's state and address. */
export function resetBrowserState(): void {
  sessionStorage.clear();
  localStorage.clear();
  window.history.replaceState(null, '', window.location.pathname);
}
