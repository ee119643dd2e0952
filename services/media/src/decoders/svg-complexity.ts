/** Highest cost of an SVG: about the number of elements that a browser renders once all references are resolved. */
const maxCost = 40_000;
const maxReferenceDepth = 30;
const maxSelectors = 500;
const maxPrimitives = 200;
const maxDeviation = 500;
/** Largest filter region: as a multiple of the filtered element's bounding box, or in user units. */
const maxFilterRegion = { objectBoundingBox: 10, userSpaceOnUse: 10_000 } as const;

/** Cost of a reference by target. Most of these are first rendered into a buffer, which costs more than an element. */
const referenceWeights = new Map([
  ...['mask', 'filter', 'pattern', 'clipPath'].map((tag) => [tag, 100] as const),
  ['marker', 10],
  ['use', 1],
]);
/** Their children inherit no property that is rendered. */
const nonRenderedTags = new Set(['linearGradient', 'radialGradient', 'filter']);
const inheritedProperties = new Set(['fill', 'stroke', 'marker', 'marker-start', 'marker-mid', 'marker-end']);

interface Reference {
  readonly property: string;
  readonly id: string;
}

interface SvgElement {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly parent: SvgElement | undefined;
  readonly children: SvgElement[];
  references: readonly Reference[];
}

/** A selector of a style sheet with references; parts that are not evaluated count as matching. */
interface StyleRule {
  readonly tag: string | undefined;
  readonly names: readonly string[];
  readonly references: readonly Reference[];
}

class ComplexityLimitExceeded extends Error {}

/**
 * Whether a browser can render an SVG quickly. Nested references multiply, like XML entities ("billion laughs"); so do
 * inherited properties, and markers at each point of a path. @returns false above the limits and for circular references
 * @param svg the output of the sanitiser: well-formed, quoted, without `@`, backslashes and comments
 */
export function isWithinComplexityLimit(svg: string): boolean {
  try {
    const { elements, styles } = parseElements(svg);
    const rules = styles.flatMap(parseStyleRules);
    if (rules.length > maxSelectors) return false;
    for (const element of elements) element.references = referencesOf(element, rules);
    return areFiltersWithinLimits(elements) && totalCost(elements, svg) <= maxCost;
  } catch (error) {
    if (error instanceof ComplexityLimitExceeded) return false;
    throw error;
  }
}

function parseElements(svg: string): { elements: SvgElement[]; styles: string[] } {
  const elements: SvgElement[] = [];
  const styles: string[] = [];
  let open: SvgElement | undefined;
  for (const { 1: closing, 2: tag = '', 3: inside = '', 4: text = '' } of svg.matchAll(
    /<(\/?)([\w:]+)([^>]*)>([^<]*)/g,
  )) {
    if (closing) {
      open = open?.parent;
      continue;
    }
    const attributes = new Map(
      [...inside.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name,
        value.replaceAll('&quot;', '"'),
      ]),
    );
    const element: SvgElement = { tag, attributes, parent: open, children: [], references: [] };
    open?.children.push(element);
    elements.push(element);
    if (tag === 'style') styles.push(text);
    if (!inside.endsWith('/')) open = element;
  }
  return { elements, styles };
}

function urlReferences(property: string, value: string): Reference[] {
  return [...value.matchAll(/url\(\s*["']?#([\w.:-]+)/gi)].map(([, id = '']) => ({ property, id }));
}

function declarationReferences(text: string): Reference[] {
  return text.split(';').flatMap((declaration) => {
    const [property = '', ...value] = declaration.split(':');
    return urlReferences(property.trim().toLowerCase(), value.join(':'));
  });
}

/** Removes comments and strings, which may contain brackets. */
function stripCommentsAndStrings(css: string): string {
  const plain = css.replace(
    /url\(\s*["']?(#[\w.:-]+)["']?\s*\)|\/\*[\s\S]*?(?:\*\/|$)|"[^"\n]*"|'[^'\n]*'/gi,
    (_all, target?: string) => (target === undefined ? ' ' : `url(${target})`),
  );
  // Unterminated strings and nested rules are rejected: drawing programs do not write them.
  if (/["']|\{[^{}]*\{/.test(plain)) throw new ComplexityLimitExceeded();
  return plain;
}

function parseStyleRules(css: string): StyleRule[] {
  if (!/url\(/i.test(css)) return [];
  return [...stripCommentsAndStrings(css).matchAll(/([^{}]*)\{([^{}]*)(?:\}|$)/g)].flatMap(
    ([, selectors = '', body = '']) => {
      const references = declarationReferences(body);
      if (references.length === 0) return [];
      return selectors
        .replace(/\([^()]*\)|\[[^\]]*\]/g, '')
        .split(',')
        .map((selector) => {
          const last = (
            selector
              .trim()
              .split(/[\s>+~]+/)
              .at(-1) ?? ''
          ).replace(/:.*$/, '');
          const isPlain = /^[\w.#*-]+$/.test(last);
          return {
            tag: isPlain ? /^[\w-]+/.exec(last)?.[0].toLowerCase() : undefined,
            names: isPlain ? (last.match(/[.#][\w-]+/g) ?? []) : [],
            references,
          };
        });
    },
  );
}

function referencesOf(element: SvgElement, rules: readonly StyleRule[]): Reference[] {
  const { tag, attributes } = element;
  const names = new Set([
    `#${attributes.get('id') ?? ''}`,
    ...(attributes.get('class') ?? '').split(/\s+/).map((name) => `.${name}`),
  ]);
  const matching = rules.filter(
    (rule) =>
      (rule.tag === undefined || rule.tag === tag.toLowerCase()) &&
      rule.names.every((name) => names.has(name)),
  );
  return [
    ...[...attributes].flatMap(([property, value]) => {
      if (property === 'style') return declarationReferences(value);
      if (property === 'href') return value.startsWith('#') ? [{ property, id: value.slice(1) }] : [];
      return urlReferences(property, value);
    }),
    ...matching.flatMap(({ references }) => references),
  ];
}

function areFiltersWithinLimits(elements: readonly SvgElement[]): boolean {
  if (elements.filter(isPrimitive).length > maxPrimitives) return false;
  return elements.every(({ tag, attributes }) => {
    const numbers = (name: string) => (attributes.get(name) ?? '').match(/[\d.]+(?:e[+-]?\d+)?%?/gi) ?? [];
    if (numbers('stdDeviation').some((text) => Number.parseFloat(text) > maxDeviation)) return false;
    if (tag !== 'filter') return true;
    const isUserSpace = attributes.get('filterUnits') === 'userSpaceOnUse';
    const maxSize = maxFilterRegion[isUserSpace ? 'userSpaceOnUse' : 'objectBoundingBox'];
    return ['width', 'height'].every((name) =>
      numbers(name).every((text) =>
        text.endsWith('%')
          ? Number.parseFloat(text) <= maxFilterRegion.objectBoundingBox * 100
          : Number(text) <= maxSize,
      ),
    );
  });
}

function isPrimitive({ tag, parent }: SvgElement): boolean {
  return parent?.tag === 'filter' && tag.startsWith('fe');
}

function totalCost(elements: readonly SvgElement[], svg: string): number {
  const [root] = elements;
  if (!root) return 0;
  const byId = new Map<string, SvgElement[]>();
  for (const element of elements) {
    const id = element.attributes.get('id');
    if (id !== undefined) byId.set(id, [...(byId.get(id) ?? []), element]);
  }
  const hasMarkersAtPoints = /marker(?:-mid)?\s*(?::|=)/i.test(svg);
  const inheritsAll = /inherit/i.test(svg);
  const costs = new Map<SvgElement, number>();
  const visiting = new Set<SvgElement>();
  let depth = 0;

  /** The cost of an element without children and references. */
  function ownCost({ tag, attributes }: SvgElement): number {
    if (!hasMarkersAtPoints) return 1;
    const points = `${attributes.get('d') ?? ''}${attributes.get('points') ?? ''}`;
    return 1 + (points.match(/[a-z]|\.\d+|\d+/gi)?.length ?? 0) + (tag === 'line' ? 2 : 0);
  }

  function costOfTarget({ id }: Reference): number {
    depth += 1;
    if (depth > maxReferenceDepth) throw new ComplexityLimitExceeded();
    const cost = (byId.get(id) ?? []).reduce((sum, target) => {
      const weight = referenceWeights.get(target.tag) ?? 0;
      return sum + weight + costOfElement(target) * (1 + inheritedCost(target, id));
    }, 0);
    depth -= 1;
    return cost;
  }

  const sumOfTargetCosts = (references: readonly Reference[]) =>
    references.reduce((sum, reference) => sum + costOfTarget(reference), 0);
  const isInherited = ({ property }: Reference) =>
    inheritedProperties.has(property) || (inheritsAll && property !== 'href');

  /** The cost of the properties that a target inherits from its own ancestors. */
  function inheritedCost(target: SvgElement, id: string): number {
    if (nonRenderedTags.has(target.tag)) return 0;
    let cost = 0;
    for (let above = target.parent; above; above = above.parent)
      cost += sumOfTargetCosts(above.references.filter((one) => isInherited(one) && one.id !== id));
    return cost;
  }

  function costOfElement(element: SvgElement): number {
    const before = costs.get(element);
    if (before !== undefined) return before;
    if (visiting.has(element)) throw new ComplexityLimitExceeded();
    visiting.add(element);
    const { children, references, tag } = element;
    const inner =
      ownCost(element) +
      (tag === 'filter'
        ? costOfPrimitives(children)
        : children.reduce((sum, child) => sum + costOfElement(child), 0));
    const around = sumOfTargetCosts(references.filter((one) => !isInherited(one)));
    // A referenced element inherits from the referencing one, as children do.
    const cost = (inner + around) * (1 + sumOfTargetCosts(references.filter(isInherited)));
    if (cost > maxCost) throw new ComplexityLimitExceeded();
    visiting.delete(element);
    costs.set(element, cost);
    return cost;
  }

  return costOfElement(root);
}

/** Each primitive costs what its inputs cost: when a result is used twice, the cost doubles at each step. */
function costOfPrimitives(primitives: readonly SvgElement[]): number {
  const results = new Map<string, number>();
  let last = 0;
  let sum = 0;
  for (const primitive of primitives) {
    const inputElements = primitive.tag === 'feMerge' ? primitive.children : [primitive];
    let cost = 1;
    for (const { attributes } of inputElements) {
      cost += results.get(attributes.get('in') ?? '') ?? (attributes.has('in') ? 0 : last);
      cost += results.get(attributes.get('in2') ?? '') ?? 0;
    }
    const name = primitive.attributes.get('result');
    if (name !== undefined) results.set(name, cost);
    last = cost;
    sum += cost;
  }
  return sum;
}
