import createDOMPurify from 'dompurify';

/* The content service's allow-list (decisions, Content), applied again before display: stored HTML may be older than a
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
  if (node.nodeName !== 'A') return;
  // Links open in a new tab, so that the console stays open.
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener nofollow');
});

/**
 * Sanitises HTML to DOM nodes without scripts. Insert the nodes as they are: serialising and parsing them again could
 * produce different nodes (mutation XSS).
 */
export function sanitiseToFragment(html: string): DocumentFragment {
  return purifier.sanitize(html, { ...sanitiserOptions, RETURN_DOM_FRAGMENT: true });
}
