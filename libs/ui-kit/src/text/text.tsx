import type { ComponentProps } from 'react';
import styled, { css } from 'styled-components';
import { color, fontFamily, fontSize, fontWeight, radius } from '../foundation/tokens.ts';
import { langProps } from './lang-props.ts';

const sizes = {
  tiny: css`font-size: ${fontSize.tiny}; line-height: 1.45;`,
  small: css`font-size: ${fontSize.small}; line-height: 1.5;`,
  body: css`font-size: ${fontSize.body}; line-height: 1.5;`,
  large: css`font-size: ${fontSize.large}; line-height: 1.55;`,
} as const;

const clamp = (lines: number) => css`
  display: -webkit-box;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: ${lines};
  overflow: hidden;
  overflow-wrap: anywhere;
`;

const Paragraph = styled.p<{ $size: keyof typeof sizes; $muted: boolean; $strong: boolean; $lines: number }>`
  margin: 0;
  color: ${({ $muted }) => color($muted ? 'textMuted' : 'text')};
  font-weight: ${({ $strong }) => ($strong ? fontWeight.semibold : fontWeight.regular)};
  overflow-wrap: break-word;
  ${({ $size }) => sizes[$size]}
  &:lang(km) { line-height: 1.9; }
  ${({ $lines }) => $lines > 0 && clamp($lines)}
`;

export interface TextProps extends Omit<ComponentProps<'p'>, 'color'> {
  /** The element, where a paragraph is not allowed: inside a cell or a button. */
  as?: 'p' | 'span' | 'div' | 'strong';
  size?: keyof typeof sizes;
  muted?: boolean;
  strong?: boolean;
  /** Truncates the text after this number of lines, with an ellipsis. 0 shows the whole text. */
  lines?: number;
}

/** Running text. Text that contains Khmer gets `lang="km"`, with the Khmer font and line height. */
export function Text({ size = 'body', muted = false, strong = false, lines = 0, ...rest }: TextProps) {
  return (
    <Paragraph
      {...langProps(rest.children)}
      {...rest}
      $size={size}
      $muted={muted}
      $strong={strong}
      $lines={lines}
    />
  );
}

const headingSizes = {
  section: css`font-size: ${fontSize.large}; line-height: 1.4;`,
  title: css`font-size: ${fontSize.title}; line-height: 1.35;`,
  page: css`font-size: ${fontSize.heading}; line-height: 1.25; letter-spacing: -0.012em;`,
} as const;

const HeadingText = styled.h2<{ $size: keyof typeof headingSizes }>`
  margin: 0;
  color: ${color('text')};
  font-weight: ${fontWeight.semibold};
  overflow-wrap: break-word;
  ${({ $size }) => headingSizes[$size]}
  &:lang(km) { line-height: 1.8; }
`;

export interface HeadingProps extends ComponentProps<'h2'> {
  /** The heading level in the outline. `size` sets the visual size. */
  level?: 1 | 2 | 3 | 4;
  size?: keyof typeof headingSizes;
}

/** A heading. */
export function Heading({ level = 2, size = 'title', ...rest }: HeadingProps) {
  return <HeadingText as={`h${level}`} {...langProps(rest.children)} {...rest} $size={size} />;
}

const Khmer = styled.span`
  font-family: ${fontFamily.khmer};
  line-height: 1.9;
  overflow-wrap: anywhere;
`;

/** Khmer text: sets `lang="km"` (for fonts, speech and line breaking) and a sufficient line height. */
export function KhmerText(props: ComponentProps<'span'> & { as?: 'span' | 'p' | 'div' }) {
  return <Khmer lang="km" {...props} />;
}

/** A link in running text. */
export const TextLink = styled.a.attrs(({ children }) => langProps(children))`
  color: ${color('accentText')};
  font-weight: ${fontWeight.medium};
  text-decoration: underline;
  text-decoration-color: color-mix(in srgb, currentColor 35%, transparent);
  text-underline-offset: 3px;

  &:hover { text-decoration-color: currentColor; }
`;

/** A key on the keyboard. */
export const Kbd = styled.kbd`
  display: inline-block;
  min-width: 1.25rem;
  padding: 0 0.3rem;
  border: 1px solid ${color('borderStrong')};
  border-bottom-width: 2px;
  border-radius: ${radius.small};
  background: ${color('surfaceSunken')};
  color: ${color('textMuted')};
  font-family: ${fontFamily.code};
  font-size: ${fontSize.tiny};
  line-height: 1.4;
  text-align: center;
`;
