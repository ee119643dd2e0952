/**
 * The names of a lesson's sections in a file: their titles. When several sections have the same title, the later
 * ones get a number: `Words`, `Words (2)`.
 */
export function uniqueSectionNames(sections: readonly { readonly title: string }[]): string[] {
  const titles = new Set(sections.map(({ title }) => title));
  const used = new Set<string>();
  return sections.map(({ title }) => {
    let name = title;
    for (let number = 2; used.has(name) || (name !== title && titles.has(name)); number += 1)
      name = `${title} (${number})`;
    used.add(name);
    return name;
  });
}
