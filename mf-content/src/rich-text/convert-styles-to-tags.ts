/** The styles that count as formatting, with the equivalent tags. */
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

/** Replaces the styles of pasted HTML, which the page's CSP disables, with tags. The document is inert: no script runs. */
export function convertStylesToTags(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const element of page.body.querySelectorAll('[style]')) {
    const styles = parseDeclarations(element.getAttribute('style') ?? '');
    element.removeAttribute('style');
    // Some applications wrap all copied content in a <b> with normal font weight.
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
