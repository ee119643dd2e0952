import type { SelectOption } from './select.tsx';

/** Signs that are not seen and not typed the same way twice: zero-width spaces and joiners. */
const invisible = /[\u200B-\u200D\u2060\uFEFF]/g;

function comparable(text: string): string {
  return text.normalize('NFC').replace(invisible, '').toLocaleLowerCase().trim();
}

/**
 * The options whose label has every word of `text` in it, in any order and case; those that begin with it first.
 * @returns all options for an empty text
 */
export function matchingOptions(options: readonly SelectOption[], text: string): readonly SelectOption[] {
  const wanted = comparable(text);
  if (wanted === '') return options;
  const words = wanted.split(/\s+/);
  const matches = options.filter((option) => {
    const label = comparable(option.label);
    return words.every((word) => label.includes(word));
  });
  const begins = (option: SelectOption) => comparable(option.label).startsWith(wanted);
  return [...matches.filter(begins), ...matches.filter((option) => !begins(option))];
}
