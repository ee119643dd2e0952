import { color, fontFamily, radius, space } from '@khmer-learning/ui-kit';
import createDOMPurify from 'dompurify';
import styled from 'styled-components';
import { pictureStyle } from '../rich-text/picture-style.ts';

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
  & img { ${pictureStyle} }
`;

/** Renders a section's HTML after sanitising it. */
export function SafeHtml({ html }: { html: string }) {
  return (
    <Prose key={html} data-html="" ref={(element) => element?.replaceChildren(sanitiseToFragment(html))} />
  );
}

/* The content service's allow-list, applied again before display: stored HTML may be older than a
   rule, and unsaved HTML has not been sanitised by the server yet. */
const sanitiserOptions = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol', 'li'],
    ...['b', 'strong', 'i', 'em', 'u', 'code', 'pre', 'a', 'img'],
  ],
  ALLOWED_ATTR: ['href', 'src', 'alt'],
  ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:|tel:|sms:|\/uploads\/)/i,
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
};

/** A separate instance, so that its hooks do not affect other uses of DOMPurify. */
const purifier = createDOMPurify(window);

const imageDataUrl = /^data:image\/(?:png|jpeg);base64,/i;

purifier.addHook('uponSanitizeAttribute', (node, data) => {
  // DOMPurify allows any data URL in images. Only PNG and JPEG are allowed here.
  if (data.attrValue.startsWith('data:') && !imageDataUrl.test(data.attrValue)) data.keepAttr = false;
  if (data.attrName === 'src' && node.nodeName !== 'IMG') data.keepAttr = false;
});
purifier.addHook('afterSanitizeAttributes', (node) => {
  // Without an alternative text, screen readers would announce the address.
  if (node.nodeName === 'IMG' && !node.hasAttribute('alt')) node.setAttribute('alt', '');
  if (node.nodeName !== 'A') return;
  // Links open in a new tab, so that the console stays open.
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener nofollow');
});

/**
 * Sanitises HTML to DOM nodes without scripts. Insert the nodes as they are: serialising and parsing them again could
 * produce different nodes (mutation XSS).
 */
function sanitiseToFragment(html: string): DocumentFragment {
  return purifier.sanitize(html, { ...sanitiserOptions, RETURN_DOM_FRAGMENT: true });
}
