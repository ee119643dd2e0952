import { color, narrowBreakpoint, space, VisuallyHidden, zIndex } from '@khmer-learning/ui-kit';
import styled from 'styled-components';

export const drawerBreakpoint = '900px';
export const sidebarWidth = '16rem';

export const Frame = styled.div`
  display: grid;
  grid-template-columns: ${sidebarWidth} minmax(0, 1fr);
  min-height: 100dvh;

  @media (max-width: ${drawerBreakpoint}) { grid-template-columns: minmax(0, 1fr); }
`;

export const Main = styled.div`
  display: flex;
  flex-direction: column;
  min-width: 0;
  min-height: 100dvh;
`;

export const Content = styled.main`flex: 1; min-width: 0; outline: none;`;

/** The first element in the tab order. It skips the sidebar and the header. */
export const SkipLink = styled(VisuallyHidden).attrs({ as: 'a', href: '#content' })`
  &:focus {
    position: fixed;
    top: ${space(3)};
    left: ${space(3)};
    z-index: ${zIndex.toast};
    width: auto;
    height: auto;
    margin: 0;
    padding: ${space(2)} ${space(4)};
    overflow: visible;
    clip-path: none;
    background: ${color('accent')};
    color: ${color('onAccent')};
  }
`;

/** The backdrop of the open drawer. A click on it closes the drawer, as Esc does. */
export const Backdrop = styled.div`
  display: none;
  @media (max-width: ${drawerBreakpoint}) {
    position: fixed;
    inset: 0;
    z-index: ${zIndex.sticky};
    display: block;
    background: ${color('backdrop')};
  }
`;

/** The name of a button that shows only its icon on narrow screens. Screen readers read it everywhere. */
export const NarrowHidden = styled.span`
  @media (max-width: ${narrowBreakpoint}) {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;
