import sanitizeHtml from 'sanitize-html';
import { FileRejectedError } from './file-rejected-error.ts';
import { isWithinComplexityLimit } from './svg-complexity.ts';

/** Most tags and entities: more than any icon needs, and few enough that malicious SVGs stay cheap to parse. */
const maxNodes = 20_000;
const maxDepth = 100;
/** Characters without pictures: more would take seconds to parse. */
const maxLength = 2_000_000;
/** Attributes in all, and of one element. */
const maxAttributes = 100_000;
const maxElementAttributes = 200;
/** Characters that are drawn: letters take longer than shapes. */
const maxText = 20_000;

const words = (text: string) => text.trim().split(/\s+/);

const shapes = ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'tspan', 'image'];
const structure = ['svg', 'g', 'defs', 'symbol', 'use', 'title', 'desc', 'style', 'switch'];
const paint = ['linearGradient', 'radialGradient', 'stop', 'pattern', 'clipPath', 'mask', 'marker', 'filter'];
const effects = words(`
  feBlend feColorMatrix feComponentTransfer feComposite feDropShadow feFlood feFuncA feFuncB feFuncG
  feFuncR feGaussianBlur feMerge feMergeNode feOffset
`);

/** Elements that hold scripts or other languages: removed with their text. */
const forbiddenTags = words(`
  script foreignObject handler listener iframe object embed audio video canvas set animate animateColor
  animateMotion animateTransform discard metadata
`);

const allowedAttributeNames = new Set(
  words(`
  id class style transform viewBox preserveAspectRatio version role href xml:space x y x1 y1 x2 y2 cx cy r
  rx ry fx fy fr dx dy d points width height rotate pathLength textLength lengthAdjust offset overflow
  opacity fill fill-opacity fill-rule color display visibility paint-order vector-effect stroke
  stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-dasharray
  stroke-dashoffset stop-color stop-opacity flood-color flood-opacity font-family font-size font-style
  font-weight font-variant letter-spacing word-spacing text-anchor text-decoration dominant-baseline
  alignment-baseline baseline-shift clip-path clip-rule mask filter mix-blend-mode isolation
  color-interpolation-filters gradientUnits gradientTransform spreadMethod patternUnits
  patternContentUnits patternTransform clipPathUnits maskUnits maskContentUnits filterUnits primitiveUnits
  marker-start marker-mid marker-end markerWidth markerHeight markerUnits refX refY orient in in2 result
  type values mode operator k1 k2 k3 k4 stdDeviation tableValues slope intercept amplitude exponent
`),
);

const fragmentReference = /^#[\w.:-]+$/;
const inlineImage = /^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/i;

/** Functions allowed in attribute values and styles; `url` only with a fragment of the same file. */
const allowedFunctions = new Set([
  ...['', 'rgb', 'rgba', 'hsl', 'hsla', 'calc', 'matrix', 'translate', 'translatex', 'translatey'],
  ...['scale', 'scalex', 'scaley', 'rotate', 'skew', 'skewx', 'skewy', 'not'],
]);
const maxFunctionLength = 20;
const fragmentUrl = /url\(\s*(?:#[\w.:-]+|'#[\w.:-]+'|"#[\w.:-]+")\s*\)/gi;

/** Whether a value or style sheet loads nothing. Escapes that could hide something from this check are unsafe. */
function isSafeStyle(text: string): boolean {
  if (/[<&\\@]|]]>/.test(text)) return false;
  const beforeBrackets = text.replace(fragmentUrl, ' ').split('(').slice(0, -1);
  return beforeBrackets.every((before) => {
    const end = before.trimEnd().slice(-maxFunctionLength);
    return allowedFunctions.has(/[\w-]*$/.exec(end)?.[0].toLowerCase() ?? '');
  });
}

function isAllowedReference(tag: string, target: string): boolean {
  return fragmentReference.test(target) || (tag === 'image' && inlineImage.test(target));
}

function sanitizeAttributes(tag: string, rawAttributes: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const sanitized: sanitizeHtml.Attributes = {};
  const all = Object.entries(rawAttributes);
  if (all.length > maxElementAttributes) throw new FileRejectedError('tooComplex');
  for (const [name, value] of all) {
    // `xlink:` needs a namespace declaration; SVG 2 allows plain `href`.
    const plain = name === 'xlink:href' ? 'href' : name;
    if (!allowedAttributeNames.has(plain) || value === '') continue;
    if (plain !== 'href') {
      if (isSafeStyle(value)) sanitized[plain] = value;
      continue;
    }
    const target = value.replace(/\s/g, '');
    if (isAllowedReference(tag, target)) sanitized.href = target;
  }
  return tag === 'svg' ? { xmlns: 'http://www.w3.org/2000/svg', ...sanitized } : sanitized;
}

const options: sanitizeHtml.IOptions = {
  allowedTags: [...structure, ...shapes, ...paint, ...effects],
  allowedAttributes: { '*': ['xmlns', ...allowedAttributeNames] },
  // `sanitizeAttributes` has checked them by the rules of SVG.
  allowedSchemesAppliedToAttributes: [],
  parseStyleAttributes: false,
  // `exclusiveFilter` checks whole style sheets.
  allowVulnerableTags: true,
  exclusiveFilter: ({ tag, text }) => tag === 'style' && !isSafeStyle(text),
  transformTags: {
    '*': (tagName, rawAttributes) => ({ tagName, attribs: sanitizeAttributes(tagName, rawAttributes) }),
  },
  nonTextTags: forbiddenTags,
  nestingLimit: maxDepth,
  selfClosing: [],
  parser: { xmlMode: true, decodeEntities: true },
};

const doctypePattern = /<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>/iy;

/** Removes the DOCTYPE with its entity definitions; references to these entities remain as text. */
function stripDoctype(text: string): string {
  doctypePattern.lastIndex = Math.max(0, text.search(/<!DOCTYPE/i));
  const declared = doctypePattern.exec(text);
  return declared ? text.slice(0, declared.index) + text.slice(doctypePattern.lastIndex) : text;
}

/**
 * Sanitises an SVG by the allow-lists above, so that it runs no code and loads nothing, as well-formed XML with a size.
 * @throws FileRejectedError when it is not an SVG in UTF-8 with a size, or is too complex to render
 */
export function sanitizeSvg(bytes: Buffer): string {
  const text = stripDoctype(decode(bytes));
  if (text.replace(/;base64,(?:[\w+/=]{40,}\s*)*[\w+/=]*/g, '').length > maxLength)
    throw new FileRejectedError('tooComplex');
  if (exceedsCount(text, /[<&]/, maxNodes) || exceedsCount(text, '=', maxAttributes))
    throw new FileRejectedError('tooComplex');
  const svg = sanitizeHtml(text, options).trim();
  if (!hasSize(svg) || !hasOneRoot(svg) || forbiddenCharacters.test(svg))
    throw new FileRejectedError('broken');
  if (drawnText(svg).length > maxText || !isWithinComplexityLimit(svg))
    throw new FileRejectedError('tooComplex');
  return svg;
}

/** What XML 1.0 does not allow (2.2). */
const forbiddenCharacters = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

const number = /^[+]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:px|pt|pc|mm|cm|in|em|ex|rem)?$/i;

/** Whether the root has a viewBox, or both lengths; a percentage is none. */
function hasSize(svg: string): boolean {
  const root = /^<svg [^>]*>/.exec(svg)?.[0] ?? '';
  const sizeOf = (name: string) => (new RegExp(` ${name}="([^"]*)"`).exec(root)?.[1] ?? '').trim();
  const isLength = (text: string) => number.test(text) && Number.parseFloat(text) > 0;
  const box = sizeOf('viewBox').split(/\s*,\s*|\s+/);
  if (box.length === 4 && box.every((side) => Number.isFinite(Number(side))))
    return box.slice(2).every(isLength);
  return isLength(sizeOf('width')) && isLength(sizeOf('height'));
}

/** Whether everything is in the first element. The sanitiser has closed all elements. */
function hasOneRoot(svg: string): boolean {
  let depth = 0;
  let roots = 0;
  for (const [, closing] of svg.matchAll(/<(\/?)/g)) {
    if (depth === 0) roots += 1;
    depth += closing ? -1 : 1;
  }
  return roots === 1 && svg.endsWith('</svg>');
}

const drawnText = (svg: string) => svg.replace(/<(style|title|desc)[^>]*>[^<]*|<[^>]*>/g, '');

function exceedsCount(text: string, separator: string | RegExp, limit: number): boolean {
  return text.split(separator, limit + 2).length > limit + 1;
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new FileRejectedError('broken', error);
  }
}
