const suffix = ' (copy)';
/** The longest title that the contracts accept, in UTF-16 units. */
const longestTitle = 500;

/** The title of a copy. One that would become too long is cut between two characters as a reader sees them. */
export function copyTitle(title: string): string {
  const room = longestTitle - suffix.length;
  if (title.length <= room) return `${title}${suffix}`;
  let kept = '';
  for (const { segment } of new Intl.Segmenter('km', { granularity: 'grapheme' }).segment(title)) {
    if (kept.length + segment.length > room) break;
    kept += segment;
  }
  return `${kept.trimEnd()}${suffix}`;
}
