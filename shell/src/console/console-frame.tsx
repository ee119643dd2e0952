import { useConsole, useNavigation, ViewProvider } from '@khmer-learning/console-sdk';
import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';
import { OfflineBar } from '../page/offline-bar.tsx';
import { useWhenIdle } from '../page/use-when-idle.ts';
import { OverrideNotice } from '../remotes/override-notice.tsx';
import { preloadFederation, useRegistry, useRemoteLoader } from '../remotes/remotes-context.tsx';
import { UpdateNotice } from '../remotes/update-notice.tsx';
import { BackgroundTasks } from './background-tasks.tsx';
import { Backdrop, Content, drawerBreakpoint, Frame, Main, SkipLink } from './console-layout.ts';
import {
  type ConsoleViewEntry,
  isAccountView,
  isShellView,
  isToolView,
  loadingView,
  resolveView,
  useVisibleViews,
} from './console-views.ts';
import { Header } from './header.tsx';
import { useMessages } from './messages/messages.ts';
import { SecondFactorNotice } from './second-factor-set-up.tsx';
import { Sidebar } from './sidebar.tsx';
import { ViewOutlet } from './view-outlet.tsx';

/** Sidebar, header and the current view. @param props.secondFactorFrom when the user needs a second factor that is not set up yet */
export function ConsoleFrame({ secondFactorFrom }: { secondFactorFrom: string | undefined }) {
  const t = useMessages();
  const { currentView, openView } = useNavigation();
  const { history } = useConsole();
  const registry = useRegistry();
  const loader = useRemoteLoader();
  const drawer = useDrawer();
  const title = useRef<HTMLHeadingElement>(null);
  const content = useRef<HTMLElement>(null);
  useWhenIdle(preloadFederation);

  const views = useVisibleViews();
  const isPending = registry.isPending && !isShellView(currentView);
  const view = isPending
    ? loadingView(currentView)
    : resolveView(views, currentView, history.lastShownView());

  useEffect(() => {
    if (!isPending) history.setShownView(view.id);
  }, [history, isPending, view.id]);

  useEffect(() => {
    document.title = `${view.title} · Khmer Learning Admin`;
  }, [view.title]);

  const shownView = useRef(view.id);
  useEffect(() => {
    if (shownView.current === view.id) return;
    shownView.current = view.id;
    // Tab continues from the new view, and a screen reader announces its title.
    title.current?.focus();
  }, [view.id]);

  const skipToContent = (event: MouseEvent) => {
    // Following the link would add a history entry that shows the same view.
    event.preventDefault();
    content.current?.focus();
  };

  const { close } = drawer;
  const showView = useCallback(
    (next: ConsoleViewEntry) => {
      close();
      void openView(next.id);
    },
    [close, openView],
  );
  const prefetchView = useCallback(
    ({ remote, id }: ConsoleViewEntry) => {
      if (remote?.manifest && !remote.disabled) loader.preload({ remote, kind: 'views', id });
    },
    [loader],
  );

  return (
    <Frame>
      <SkipLink onClick={skipToContent}>{t('consoleFrame.skipToContent')}</SkipLink>
      <Sidebar
        views={views.filter(({ placement }) => placement === 'sidebar')}
        accountViews={views.filter(isAccountView)}
        currentId={view.id}
        registry={registry.isPending ? 'loading' : registry.data === undefined ? 'failed' : 'ready'}
        onRetryRegistry={() => void registry.refetch()}
        open={drawer.isOpen}
        onOpenView={showView}
        onPrefetch={prefetchView}
      />
      {drawer.isOpen ? <Backdrop onClick={drawer.close} /> : null}
      <Main inert={drawer.isOpen}>
        <Header
          view={view}
          titleRef={title}
          toolViews={views.filter(isToolView)}
          onOpenView={showView}
          drawerOpen={drawer.isOpen}
          onOpenDrawer={drawer.open}
        />
        <OverrideNotice />
        <UpdateNotice />
        {secondFactorFrom === undefined ? null : <SecondFactorNotice from={secondFactorFrom} views={views} />}
        <Content ref={content} id="content" tabIndex={-1}>
          <ViewProvider key={view.id} id={view.id}>
            <ViewOutlet view={view} views={views} isPending={isPending} />
          </ViewProvider>
        </Content>
        <OfflineBar />
        <BackgroundTasks />
      </Main>
    </Frame>
  );
}

/** The sidebar as a drawer on narrow screens: the rest of the page is `inert`, Esc closes it, and focus returns to where it was. */
function useDrawer() {
  const [isOpen, setOpen] = useState(false);
  const openedFrom = useRef<Element | null>(null);

  const open = useCallback(() => {
    openedFrom.current = document.activeElement;
    setOpen(true);
  }, []);
  const close = useCallback(() => setOpen(false), []);

  useEffect(() => {
    if (!isOpen) return undefined;
    document.querySelector<HTMLElement>('#sidebar [aria-current="page"], #sidebar a')?.focus();

    const onKeyDown = (event: KeyboardEvent) => {
      // The first Esc closes the account menu, which says that it has used it.
      if (event.key === 'Escape' && !event.defaultPrevented) close();
    };
    const wide = window.matchMedia(`(min-width: ${drawerBreakpoint})`);
    window.addEventListener('keydown', onKeyDown);
    wide.addEventListener('change', close);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      wide.removeEventListener('change', close);
      if (openedFrom.current instanceof HTMLElement) openedFrom.current.focus();
    };
  }, [isOpen, close]);

  return { isOpen, open, close };
}
