import { useConsole, useSession } from '@khmer-learning/console-sdk';
import {
  Button,
  color,
  fontSize,
  fontWeight,
  IconButton,
  LogOutIcon,
  MenuIcon,
  narrowBreakpoint,
  space,
  zIndex,
} from '@khmer-learning/ui-kit';
import { Fragment, type Ref, useEffect, useRef, useSyncExternalStore } from 'react';
import styled from 'styled-components';
import { PaletteButton } from '../palette/palette-button.tsx';
import { drawerBreakpoint, NarrowHidden } from './console-layout.ts';
import type { ConsoleViewEntry } from './console-views.ts';
import { Inbox } from './inbox.tsx';
import { KeyboardHelp } from './keyboard-help.tsx';
import { useMessages } from './messages/messages.ts';
import { ToolsMenu } from './tools-menu.tsx';

const Bar = styled.header`
  position: sticky;
  top: 0;
  z-index: ${zIndex.sticky};
  display: flex;
  align-items: center;
  gap: ${space(2)} ${space(3)};
  min-height: 4.25rem;
  padding: ${space(3)} ${space(6)};
  border-bottom: 1px solid ${color('border')};
  background: ${color('surface')};

  @media (max-width: ${narrowBreakpoint}) { flex-wrap: wrap; column-gap: ${space(1.5)}; padding-inline: ${space(3)}; }
`;

const DrawerButton = styled.div`
  display: none;
  @media (max-width: ${drawerBreakpoint}) { display: block; }
`;

const Titles = styled.div`flex: 1; min-width: 0;`;

const Title = styled.h1`
  font-size: ${fontSize.title};
  font-weight: ${fontWeight.semibold};
  letter-spacing: -0.01em;
  line-height: 1.3;
  outline: none;

  /* Four buttons leave little room on a narrow screen. */
  @media (max-width: ${narrowBreakpoint}) { font-size: ${fontSize.large}; overflow-wrap: anywhere; }
`;

const Subtitle = styled.p`color: ${color('textMuted')}; font-size: ${fontSize.small};`;

const Actions = styled.div`
  display: flex;
  flex: none;
  align-items: center;
  gap: ${space(2)};

  /* Only the icons are shown: use the padding of an icon button. */
  @media (max-width: ${narrowBreakpoint}) { gap: 0; & > button { padding-inline: ${space(2.5)}; } }
`;

/* On narrow screens the view's action has its own line. */
const ActionSlot = styled.div`
  @media (max-width: ${narrowBreakpoint}) {
    flex-basis: 100%;
    order: 1;
    & > button { width: 100%; }
  }
`;

/** Keeps `--kl-header-height` (see `headerHeight`) up to date: the height changes when the header's lines wrap. */
function useHeaderHeightVariable() {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const header = bar.current;
    if (header === null) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty('--kl-header-height', `${header.offsetHeight}px`),
    );
    observer.observe(header);
    return () => {
      observer.disconnect();
      style.removeProperty('--kl-header-height');
    };
  }, []);
  return bar;
}

export interface HeaderProps {
  view: ConsoleViewEntry;
  titleRef: Ref<HTMLHeadingElement>;
  toolViews: readonly ConsoleViewEntry[];
  onOpenView: (view: ConsoleViewEntry) => void;
  drawerOpen: boolean;
  onOpenDrawer: () => void;
}

/** Title, subtitle and action of the current view, the menu `Tools` and the logout button. */
export function Header({ view, titleRef, toolViews, onOpenView, drawerOpen, onOpenDrawer }: HeaderProps) {
  const t = useMessages();
  const { signOut } = useSession();
  const { headerAction } = useConsole();
  const action = useSyncExternalStore(headerAction.subscribe, headerAction.current);
  const bar = useHeaderHeightVariable();
  return (
    <Bar ref={bar}>
      <DrawerButton>
        <IconButton
          label={t('header.openMenu')}
          icon={<MenuIcon aria-hidden="true" />}
          aria-expanded={drawerOpen}
          aria-controls="sidebar"
          onClick={onOpenDrawer}
        />
      </DrawerButton>
      <Titles>
        <Title ref={titleRef} tabIndex={-1}>
          {/* On a phone `Import/Export` is two lines. */}
          {view.title.split(/(?<=\/)/).map((part) => (
            <Fragment key={part}>
              {part}
              <wbr />
            </Fragment>
          ))}
        </Title>
        {view.subtitle === undefined ? null : <Subtitle>{view.subtitle}</Subtitle>}
      </Titles>
      {view.action === undefined ? null : (
        <ActionSlot>
          <Button variant="primary" disabled={action === null} onClick={() => action?.()}>
            {view.action.label}
          </Button>
        </ActionSlot>
      )}
      <Actions>
        <PaletteButton />
        <Inbox />
        <KeyboardHelp />
        <ToolsMenu views={toolViews} currentId={view.id} onOpenView={onOpenView} />
        <Button variant="ghost" icon={<LogOutIcon aria-hidden="true" />} onClick={() => void signOut()}>
          <NarrowHidden>{t('header.logOut')}</NarrowHidden>
        </Button>
      </Actions>
    </Bar>
  );
}
