import { formatViewAddress } from '@khmer-learning/console-sdk';
import {
  bottomBarHeight,
  Callout,
  color,
  duration,
  fontWeight,
  radius,
  Skeleton,
  shadow,
  space,
  TextLink,
  toastRoom,
  zIndex,
} from '@khmer-learning/ui-kit';
import type { MouseEvent } from 'react';
import styled from 'styled-components';
import { Logo } from '../page/logo.tsx';
import { AccountMenu } from './account-menu.tsx';
import { drawerBreakpoint, sidebarWidth } from './console-layout.ts';
import type { ConsoleViewEntry } from './console-views.ts';
import { useMessages } from './messages/messages.ts';
import { ViewIcon } from './view-icon.tsx';

const Aside = styled.aside<{ $open: boolean }>`
  position: sticky;
  top: 0;
  z-index: ${zIndex.sidebar};
  display: flex;
  flex-direction: column;
  width: ${sidebarWidth};
  height: calc(100dvh - ${bottomBarHeight});
  border-right: 1px solid ${color('border')};
  background: ${color('surface')};

  @media (max-width: ${drawerBreakpoint}) {
    position: fixed;
    left: 0;
    height: calc(100dvh - max(${bottomBarHeight}, ${toastRoom}));
    width: min(${sidebarWidth}, 86vw);
    box-shadow: ${({ $open }) => ($open ? shadow.large : 'none')};
    transform: translateX(${({ $open }) => ($open ? '0' : '-100%')});
    /* A closed drawer cannot receive focus. */
    visibility: ${({ $open }) => ($open ? 'visible' : 'hidden')};
    transition: transform ${duration.normal}, visibility ${duration.normal};
  }
`;

const Brand = styled.p`
  display: flex;
  flex: none;
  align-items: center;
  gap: ${space(2.5)};
  padding: ${space(4)} ${space(4)} ${space(3)};
  font-weight: ${fontWeight.semibold};
`;

const Navigation = styled.nav`flex: 1; min-height: 0; padding: ${space(2)} ${space(3)}; overflow-y: auto;`;
const List = styled.ul`display: grid; gap: 2px;`;

const Entry = styled.a`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  width: 100%;
  min-height: 2.25rem;
  padding: ${space(1.5)} ${space(3)};
  border: 0;
  border-radius: ${radius.medium};
  background: transparent;
  color: ${color('textMuted')};
  font-weight: ${fontWeight.medium};
  text-decoration: none;

  & > svg { flex: none; }
  &:hover { background: ${color('surfaceHover')}; color: ${color('text')}; }
  &[aria-current='page'] { background: ${color('surfaceSelected')}; color: ${color('accentText')}; }
`;

const LoadingEntries = styled.div`display: grid; gap: ${space(4)}; padding: ${space(3)};`;

const RegistryWarning = styled.div`margin-top: ${space(3)};`;

const Foot = styled.div`
  flex: none;
  padding: ${space(2)} ${space(3)};
  border-top: 1px solid ${color('border')};
`;
export interface SidebarProps {
  views: readonly ConsoleViewEntry[];
  accountViews: readonly ConsoleViewEntry[];
  currentId: string;
  registry: 'loading' | 'ready' | 'failed';
  onRetryRegistry: () => void;
  open: boolean;
  onOpenView: (view: ConsoleViewEntry) => void;
  /** Called when the pointer or the focus is on a view, to preload it. */
  onPrefetch: (view: ConsoleViewEntry) => void;
}

/** Whether a click on a link opens another tab or window, or downloads it. */
function opensElsewhere({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return ctrlKey || metaKey || shiftKey || altKey;
}

export function Sidebar({
  views,
  accountViews,
  currentId,
  registry,
  onRetryRegistry,
  open,
  onOpenView,
  onPrefetch,
}: SidebarProps) {
  const t = useMessages();
  return (
    <Aside id="sidebar" $open={open} aria-label={t('sidebar.label')}>
      <Brand>
        <Logo size={28} />
        Khmer Learning Admin
      </Brand>
      <Navigation aria-label={t('label.views')} aria-busy={registry === 'loading'}>
        <List role="list">
          {views.map((view) => (
            <li key={view.id}>
              <Entry
                href={formatViewAddress({ view: view.id, list: undefined, item: null })}
                aria-current={view.id === currentId ? 'page' : undefined}
                onClick={(event) => {
                  if (opensElsewhere(event)) return;
                  event.preventDefault();
                  onOpenView(view);
                }}
                onPointerEnter={() => onPrefetch(view)}
                onFocus={() => onPrefetch(view)}
              >
                <ViewIcon name={view.icon} />
                {view.label}
              </Entry>
            </li>
          ))}
        </List>
        {registry === 'loading' ? (
          <LoadingEntries>
            <Skeleton width="70%" />
            <Skeleton width="55%" />
            <Skeleton width="62%" />
          </LoadingEntries>
        ) : null}
        {registry === 'failed' ? (
          <RegistryWarning>
            <Callout tone="warning" announce>
              {t.rich('sidebar.registryFailed', {
                retry: (content) => <RetryLink onClick={onRetryRegistry}>{content}</RetryLink>,
              })}
            </Callout>
          </RegistryWarning>
        ) : null}
      </Navigation>
      <Foot>
        <AccountMenu views={accountViews} currentId={currentId} onOpenView={onOpenView} />
      </Foot>
    </Aside>
  );
}

const RetryLink = styled(TextLink).attrs({ as: 'button', type: 'button' })`
  padding: 0;
  border: 0;
  background: none;
  cursor: pointer;
`;
