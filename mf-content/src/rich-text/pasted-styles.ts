/** What of a style counts as formatting, by the tag that says the same. */
const formats: readonly { property: string; tag: string; means: (value: string) => boolean }[] = [
  {
    property: 'font-weight',
    tag: 'strong',
    means: (value) => /^(?:bold|bolder|[5-9]\d\d|1000)$/.test(value),
  },
  { property: 'font-style', tag: 'em', means: (value) => /^(?:italic|oblique)/.test(value) },
  { property: 'text-decoration', tag: 'u', means: (value) => /\bunderline\b/.test(value) },
  { property: 'text-decoration-line', tag: 'u', means: (value) => /\bunderline\b/.test(value) },
];
const unbolded = /^(?:normal|lighter|[1-4]\d\d)$/;

/**
 * Pasted html with tags in the place of styles: word processors say with `font-weight: 700` what `<strong>` says, and
 * the page's policy lets no `style` attribute take effect.
 *
 * Nothing of it is run or loaded: the document that it is read into is never shown.
 */
export function stylesAsTags(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const element of page.body.querySelectorAll('[style]')) {
    const styles = declarationsOf(element.getAttribute('style') ?? '');
    element.removeAttribute('style');
    // Some copy everything inside a <b> that is not meant.
    const isUnbolded = element.matches('b, strong') && unbolded.test(styles.get('font-weight') ?? '');
    const tags = formats.flatMap(({ property, tag, means }) =>
      means(styles.get(property) ?? '') ? [tag] : [],
    );
    for (const tag of new Set(tags)) {
      const wrapper = page.createElement(tag);
      wrapper.append(...element.childNodes);
      element.append(wrapper);
    }
    if (isUnbolded) element.replaceWith(...element.childNodes);
  }
  return page.body.innerHTML;
}

function declarationsOf(style: string): ReadonlyMap<string, string> {
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
