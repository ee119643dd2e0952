import { KhmerText } from '@khmer-learning/ui-kit';

/** Matches a run of Khmer text, including the spaces and invisible characters inside it. */
const khmerRun =
  /(\p{Script=Khmer}(?:[\p{Script=Khmer}\p{Default_Ignorable_Code_Point}\s]*\p{Script=Khmer})?)/u;

/** The value of a field's `lang` attribute: `km` if the text contains Khmer. */
export function detectLang(text: string): 'km' | undefined {
  return khmerRun.test(text) ? 'km' : undefined;
}

/** Renders text with each run of Khmer marked as Khmer: `What does “ទន្លេ” mean?` */
export function MixedLanguageText({ children }: { children: string }) {
  let end = 0;
  // With a capturing group, `split` alternates: every second piece is Khmer.
  return children.split(khmerRun).map((piece, index) => {
    const start = end;
    end += piece.length;
    return index % 2 === 1 ? <KhmerText key={start}>{piece}</KhmerText> : piece;
  });
}
