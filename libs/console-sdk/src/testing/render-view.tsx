import '@khmer-learning/ui-kit/testing';
import type { SessionUser } from '@khmer-learning/contracts';
import { KitProvider } from '@khmer-learning/ui-kit';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { createApiClient } from '../api/api-client.ts';
import { ApiProvider } from '../api/api-provider.tsx';
import { useConsole } from '../console/console-context.ts';
import { ConsoleProvider, type ConsoleProviderProps, ViewProvider } from '../console/console-provider.tsx';
import { createQueryClient } from '../data/query-client.ts';

/** A teacher, who is signed in unless told otherwise. */
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
  /** Who is signed in. */
  user?: SessionUser;
  signOut?: ConsoleProviderProps['signOut'];
  /** Asked who is signed in now. */
  refreshUser?: () => Promise<void>;
  /** Told when a call finds the session over. */
  onSessionEnd?: () => void;
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
  }: RenderViewOptions = {},
) {
  const user = userEvent.setup();
  const { unmount, container } = render(
    <KitProvider>
      <QueryClientProvider client={createQueryClient()}>
        <ApiProvider api={createApiClient({ baseUrl: '', onSessionEnd })}>
          <ConsoleProvider user={signedIn} signOut={signOut} refreshUser={refreshUser} defaultView={id}>
            <HeaderAction />
            <ViewProvider id={id}>
              <View />
            </ViewProvider>
          </ConsoleProvider>
        </ApiProvider>
      </QueryClientProvider>
    </KitProvider>,
  );
  return { user, unmount, container };
}

/* Whether something may be clicked at all is the browser's to say; jsdom takes long over it. */
const skipPointerEventsCheck = { pointerEventsCheck: PointerEventsCheckLevel.Never };

/** Presses the button in the console's header. */
export async function clickHeaderAction(): Promise<void> {
  await userEvent.click(screen.getByText('Header action'), skipPointerEventsCheck);
}

/** Chooses an option of a select. */
export async function selectOption(label: string, option: string): Promise<void> {
  await userEvent.click(screen.getByRole('combobox', { name: label }), skipPointerEventsCheck);
  await userEvent.click(await screen.findByRole('option', { name: option }), skipPointerEventsCheck);
}

/** Clicks a button by its name, wherever it is, or inside `scope`. */
export async function clickButton(name: string | RegExp, scope?: HTMLElement): Promise<void> {
  const buttons = scope === undefined ? screen : within(scope);
  await userEvent.click(buttons.getByRole('button', { name }), skipPointerEventsCheck);
}

/** Sets the text of a field at once, with the focus in it. Typing key by key tests the browser, not the form. */
export async function fillField(field: HTMLElement, text: string): Promise<void> {
  await act(async () => field.focus());
  fireEvent.change(field, { target: { value: text } });
}

/** Goes one step back, as with the browser's button. */
export async function goBack(): Promise<void> {
  await act(async () => {
    const moved = new Promise((done) => window.addEventListener('popstate', done, { once: true }));
    window.history.back();
    await moved;
  });
}

/** What a browser remembers, forgotten. */
export function resetBrowserState(): void {
  sessionStorage.clear();
  localStorage.clear();
  window.history.replaceState(null, '');
}
