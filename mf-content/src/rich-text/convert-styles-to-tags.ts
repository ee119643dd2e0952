/** What of a style counts as formatting, by the tag that says the same. */
const styleFormats: readonly { property: string; tag: string; matches: (value: string) => boolean }[] = [
  {
    property: 'font-weight',
    tag: 'strong',
    matches: (value) => /^(?:bold|bolder|[5-9]\d\d|1000)$/.test(value),
  },
  { property: 'font-style', tag: 'em', matches: (value) => /^(?:italic|oblique)/.test(value) },
  { property: 'text-decoration', tag: 'u', matches: (value) => /\bunderline\b/.test(value) },
  { property: 'text-decoration-line', tag: 'u', matches: (value) => /\bunderline\b/.test(value) },
];
const notBoldPattern = /^(?:normal|lighter|[1-4]\d\d)$/;

/**
 * Pasted html with tags in the place of styles: word processors say with `font-weight: 700` what `<strong>` says, and
 * the page's policy lets no `style` attribute take effect.
 *
 * Nothing of it is run or loaded: the document that it is read into is never shown.
 */
export function convertStylesToTags(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const element of page.body.querySelectorAll('[style]')) {
    const styles = parseDeclarations(element.getAttribute('style') ?? '');
    element.removeAttribute('style');
    // Some copy everything inside a <b> that is not meant.
    const isNotBold = element.matches('b, strong') && notBoldPattern.test(styles.get('font-weight') ?? '');
    const tags = styleFormats.flatMap(({ property, tag, matches }) =>
      matches(styles.get(property) ?? '') ? [tag] : [],
    );
    for (const tag of new Set(tags)) {
      const wrapper = page.createElement(tag);
      wrapper.append(...element.childNodes);
      element.append(wrapper);
    }
    if (isNotBold) element.replaceWith(...element.childNodes);
  }
  return page.body.innerHTML;
}

function parseDeclarations(style: string): ReadonlyMap<string, string> {
  const declarations = style.split(';').map((declaration): [string, string] => {
    const at = declaration.indexOf(':');
    return [
      declaration.slice(0, at).trim().toLowerCase(),
      declaration
        .slice(at + 1)
        .trim()
        .toLowerCase(),
    ];
  });
  return new Map(declarations.filter(([property]) => property !== ''));
}
