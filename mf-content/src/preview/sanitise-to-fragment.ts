import createDOMPurify from 'dompurify';

/* What the content service lets through (decisions, Content), once more where it is shown: a stored text may be older
   than a rule, and a text that is being written has not been there yet. */
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

/** An instance of our own: its hook is nobody else's. */
const purifier = createDOMPurify(window);

const imageDataUrl = /^data:image\/(?:png|jpeg);base64,/i;

purifier.addHook('uponSanitizeAttribute', (node, data) => {
  // DOMPurify lets images be any data; pictures of the two types are all an author can make.
  if (data.attrValue.startsWith('data:') && !imageDataUrl.test(data.attrValue)) data.keepAttr = false;
  if (data.attrName === 'src' && node.nodeName !== 'IMG') data.keepAttr = false;
});
purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.nodeName !== 'A') return;
  // The console stays where it is.
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener nofollow');
});

/**
 * Html as nodes that can run nothing. They are put into the page as they are: reading them from a text again could give
 * other nodes.
 */
export function sanitiseToFragment(html: string): DocumentFragment {
  return purifier.sanitize(html, { ...sanitiserOptions, RETURN_DOM_FRAGMENT: true });
}
