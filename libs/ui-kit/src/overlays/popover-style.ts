import styled, { css, keyframes } from 'styled-components';
import {
  color,
  duration,
  fontSize,
  narrowBreakpoint,
  radius,
  shadow,
  space,
  touchTarget,
  zIndex,
} from '../foundation/tokens.ts';

const appear = keyframes`from { opacity: 0; transform: translateY(-3px) scale(0.985); }`;

/** The box of menus, selects and comboboxes. */
export const popoverStyle = css`
  z-index: ${zIndex.popover};
  border: 1px solid ${color('border')};
  border-radius: ${radius.large};
  background: ${color('surfaceRaised')};
  color: ${color('text')};
  box-shadow: ${shadow.large};
  animation: ${appear} ${duration.fast} ease-out;
`;

/** An item of a menu or list. Its state is in Radix's data attributes. */
export const menuItemStyle = css`
  position: relative;
  display: flex;
  align-items: center;
  gap: ${space(2)};
  min-height: 2rem;
  padding: ${space(0.5)} ${space(2)};
  border-radius: ${radius.small};
  font-size: ${fontSize.body};
  /* Tall enough for Khmer. */
  line-height: 1.8;
  outline: none;
  cursor: pointer;
  user-select: none;
  overflow-wrap: anywhere;

  &[data-highlighted] { background: ${color('surfaceHover')}; box-shadow: inset 2px 0 0 ${color('focus')}; }
  &[data-disabled] { color: ${color('textMuted')}; opacity: 0.6; cursor: not-allowed; }

  /* Large enough for a thumb. */
  @media (pointer: coarse), (max-width: ${narrowBreakpoint}) { min-height: ${touchTarget}; }
`;

/** A landmark for a popup outside those of the page. Only child of a Radix portal, which renders it while it is open. */
export const PopupRegion = styled.section``;
