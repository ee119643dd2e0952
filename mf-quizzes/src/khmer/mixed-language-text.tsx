import { KhmerText } from '@khmer-learning/ui-kit';

/** A run of Khmer, with the spaces and joiners inside it. */
const khmerRun = /(\p{Script=Khmer}(?:[\p{Script=Khmer}\u200B-\u200D\s]*\p{Script=Khmer})?)/u;

/** For a field's `lang`: a text with Khmer in it is drawn as Khmer. */
export function detectLang(text: string): 'km' | undefined {
  return khmerRun.test(text) ? 'km' : undefined;
}

/** A text whose Khmer is marked as Khmer, wherever it stands: `What does “ទន្លេ” mean?` */
export function MixedLanguageText({ children }: { children: string }) {
  let end = 0;
  // Split at a group, Khmer and all else take turns.
  return children.split(khmerRun).map((piece, index) => {
    const start = end;
    end += piece.length;
    return index % 2 === 1 ? <KhmerText key={start}>{piece}</KhmerText> : piece;
  });
}
