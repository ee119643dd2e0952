const letters = 'aceinouyACEINOUY';
const accented = 'áçéíñöüýÁÇÉÍÑÖÜÝ';

const accent = (text: string) =>
  text.replace(/[aceinouy]/gi, (letter) => accented.charAt(letters.indexOf(letter)));

/** Accents the text parts of an ICU message, without its arguments and tags. */
function accentMessage(message: string): string {
  let result = '';
  let text = '';
  const flush = () => {
    result += accent(text);
    text = '';
  };
  for (let at = 0; at < message.length; at += 1) {
    const part = message.slice(at);
    const tag = /^<\/?\w+>/.exec(part)?.[0];
    const argument = /^\{\s*\w+\s*\}/.exec(part)?.[0];
    // The argument and the type of a plural or a select, and the selectors of its cases; the cases are texts again.
    const syntax = /^\{\s*\w+\s*,\s*(?:plural|selectordinal|select)\s*,\s*/.exec(part)?.[0];
    const selector = /^\s*(?:=\d+|\w+)\s*(?=\{)/.exec(part)?.[0];
    const kept = tag ?? argument ?? syntax ?? (/[{}]\s*$/.test(result + text) ? selector : undefined);
    if (kept === undefined) {
      text += message[at];
      continue;
    }
    flush();
    result += kept;
    if (syntax !== undefined) {
      const first = /^(?:=\d+|\w+)\s*(?=\{)/.exec(message.slice(at + kept.length))?.[0] ?? '';
      result += first;
      at += first.length;
    }
    at += kept.length - 1;
  }
  flush();
  return result;
}

/** An English message in the pseudo-locale `en-XA`: `[Ñö léssöñs {name}]`. Arguments, tags and plurals are kept. */
export function toPseudoLocale(message: string): string {
  return `[${accentMessage(message)}]`;
}
