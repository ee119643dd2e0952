import { createContext, useContext, useEffect, useEffectEvent } from 'react';

export interface FindableText {
  readonly text: string;
  /** Where it is: `Section 2, entry 14, English Word`. */
  readonly place: string;
  readonly locate: () => HTMLElement | null;
  /** Scrolls its list to it, so that it is rendered shortly afterwards. */
  readonly reveal?: () => void;
}

export type SectionTexts = Map<number, () => readonly FindableText[]>;

export const SectionTextsContext = createContext<SectionTexts | null>(null);

/** Makes the texts of a section's visible editor findable. @param index of the section; null while the editor is hidden */
export function useFindableTexts(index: number | null, texts: () => readonly FindableText[]): void {
  const sections = useContext(SectionTextsContext);
  const read = useEffectEvent(texts);
  useEffect(() => {
    if (index === null || sections === null) return undefined;
    const readNow = () => read();
    sections.set(index, readNow);
    return () => {
      if (sections.get(index) === readNow) sections.delete(index);
    };
  }, [index, sections]);
}
