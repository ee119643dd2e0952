const suffix = ' (copy)';
/** The longest title that the contracts accept, in UTF-16 units. */
const maxTitleLength = 500;

/** The title of a copy: the original's plus ` (copy)`, truncated at a grapheme boundary when it is too long. */
export function duplicateTitle(title: string): string {
  const maxPrefixLength = maxTitleLength - suffix.length;
  if (title.length <= maxPrefixLength) return `${title}${suffix}`;
  let prefix = '';
  for (const { segment } of new Intl.Segmenter('km', { granularity: 'grapheme' }).segment(title)) {
    if (prefix.length + segment.length > maxPrefixLength) break;
    prefix += segment;
  }
  return `${prefix.trimEnd()}${suffix}`;
}
