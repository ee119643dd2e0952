import styled, { css, keyframes } from 'styled-components';
import {
  color,
  duration,
  fontSize,
  fontWeight,
  radius,
  shadow,
  space,
  zIndex,
} from '../foundation/tokens.ts';

const fadeIn = keyframes`from { opacity: 0; }`;
const slideUp = keyframes`from { opacity: 0; transform: translate(-50%, calc(-50% + 8px)); }`;

/** Darkens the page behind a dialog. */
export const Backdrop = styled.div`
  position: fixed;
  inset: 0;
  z-index: ${zIndex.dialog};
  background: ${color('backdrop')};
  animation: ${fadeIn} ${duration.normal} ease-out;
`;

/** The dialog's box; `data-size` is `small`, `medium`, `large` or `full`. */
export const DialogPanel = styled.div`
  position: fixed;
  top: 50%;
  left: 50%;
  z-index: ${zIndex.dialog};
  display: flex;
  flex-direction: column;
  width: calc(100vw - ${space(6)});
  max-width: 34rem;
  max-height: calc(100dvh - ${space(6)});
  border: 1px solid ${color('border')};
  border-radius: ${radius.large};
  background: ${color('surface')};
  color: ${color('text')};
  box-shadow: ${shadow.large};
  transform: translate(-50%, -50%);
  animation: ${slideUp} ${duration.normal} ease-out;

  &:focus { outline: none; }

  &[data-size='small'] { max-width: 27rem; }
  &[data-size='large'] { max-width: 52rem; }
  &[data-size='full'] {
    inset: 0;
    width: auto;
    max-width: none;
    max-height: none;
    border: 0;
    border-radius: 0;
    background: ${color('canvas')};
    transform: none;
    animation: ${fadeIn} ${duration.normal} ease-out;
  }
  &[data-size='full'] > header, &[data-size='full'] > footer { background: ${color('surface')}; }
`;

export const dialogTitleStyle = css`
  margin: 0;
  font-size: ${fontSize.title};
  font-weight: ${fontWeight.semibold};
  line-height: 1.35;
  overflow-wrap: anywhere;
  &:lang(km) { line-height: 1.8; }
`;

export const dialogDescriptionStyle = css`
  margin: ${space(0.5)} 0 0;
  color: ${color('textMuted')};
  font-size: ${fontSize.body};
  line-height: 1.5;
  overflow-wrap: anywhere;
  &:lang(km) { line-height: 1.9; }
`;
