import type { SelectOption } from './select.tsx';

/** Invisible characters that are typed inconsistently: zero-width spaces and joiners. */
const zeroWidthCharacters = /[\u200B-\u200D\u2060\uFEFF]/g;

function normalizeForSearch(text: string): string {
  return text.normalize('NFC').replace(zeroWidthCharacters, '').toLocaleLowerCase().trim();
}

/**
 * The options whose label contains every word of `text`, in any order and case. Labels that start with `text` come
 * first.
 * @returns all options for an empty text
 */
export function filterOptions(options: readonly SelectOption[], text: string): readonly SelectOption[] {
  const searchText = normalizeForSearch(text);
  if (searchText === '') return options;
  const words = searchText.split(/\s+/);
  const matches = options.filter((option) => {
    const label = normalizeForSearch(option.label);
    return words.every((word) => label.includes(word));
  });
  const startsWithSearch = (option: SelectOption) => normalizeForSearch(option.label).startsWith(searchText);
  return [...matches.filter(startsWithSearch), ...matches.filter((option) => !startsWithSearch(option))];
}
