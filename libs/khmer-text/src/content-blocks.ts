import { isBlank } from './search-text.ts';
import { parseVocabulary, type VocabularyEntry } from './vocabulary.ts';

/** Consecutive vocabulary lines, or consecutive lines of other text. */
export type ContentBlock =
  | { readonly kind: 'words'; readonly words: readonly VocabularyEntry[] }
  | { readonly kind: 'text'; readonly text: string };

/**
 * Splits a section's text into blocks for display.
 *
 * In: the stored text, any string. Out: its blocks in order, none of them blank. Blank lines are kept inside a block of text and removed
 * around it, and between vocabulary lines. Never throws.
 */
export function parseContentBlocks(content: string): ContentBlock[] {
  const blocks: ContentBlock[] = [];
  let words: VocabularyEntry[] = [];
  let lines: string[] = [];
  const flushWords = () => {
    if (words.length > 0) blocks.push({ kind: 'words', words });
    words = [];
  };
  const flushText = () => {
    const text = lines.join('\n').replace(/^(?:\s*\n)+|\s+$/g, '');
    if (!isBlank(text)) blocks.push({ kind: 'text', text });
    lines = [];
  };
  for (const line of content.split('\n')) {
    const [word] = parseVocabulary(line).rows;
    if (word !== undefined) {
      flushText();
      words.push(word);
      continue;
    }
    // Blank lines between vocabulary lines are dropped.
    if (words.length > 0 && isBlank(line)) continue;
    flushWords();
    lines.push(line);
  }
  flushWords();
  flushText();
  return blocks;
}
