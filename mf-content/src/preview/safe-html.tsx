import { color, fontFamily, radius, space } from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { sanitiseToFragment } from './sanitise-to-fragment.ts';

/* The line height fits Khmer, which may appear in any line. */
const Prose = styled.div`
  line-height: 1.9;
  overflow-wrap: anywhere;

  & > :first-child { margin-top: 0; }
  & > :last-child { margin-bottom: 0; }
  & :is(p, ul, ol, blockquote, pre) { margin: 0 0 ${space(3)}; }
  & :is(h1, h2, h3, h4, h5, h6) { margin: ${space(4)} 0 ${space(2)}; font-size: 1.05em; }
  & :is(ul, ol) { padding-left: ${space(6)}; }
  & blockquote { padding-left: ${space(3)}; border-left: 3px solid ${color('borderStrong')}; }
  & :is(pre, code) { font-family: ${fontFamily.code}; font-size: 0.92em; }
  & pre { padding: ${space(3)}; border-radius: ${radius.medium}; background: ${color('surfaceSunken')}; white-space: pre-wrap; }
  & a { color: ${color('accentText')}; text-decoration: underline; }
  & img { max-width: 100%; height: auto; border-radius: ${radius.medium}; }
`;

/** Renders a section's HTML after sanitising it. */
export function SafeHtml({ html }: { html: string }) {
  return (
    <Prose key={html} data-html="" ref={(element) => element?.replaceChildren(sanitiseToFragment(html))} />
  );
}
