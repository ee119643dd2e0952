import type { RecordingTarget } from '@khmer-learning/console-kit';
import { type Recording, recordingKey } from '@khmer-learning/contracts';
import fc from 'fast-check';
import { listPrompts, type PromptChoice } from './prompts.ts';

const englishWord = fc.constantFrom('', ' ', 'rice', 'Rice', 'water', 'fish', 'book');
const khmerWord = fc.constantFrom('', 'បាយ', 'ទឹក', 'ត្រី', 'សៀវភៅ');
const words = fc.array(fc.record({ en: englishWord, km: khmerWord }), { maxLength: 8 });
const recording = fc
  .oneof(
    fc.record({ language: fc.constant('en' as const), text: englishWord }),
    fc.record({ language: fc.constant('km' as const), text: khmerWord }),
  )
  .filter(({ text }) => text.trim() !== '');
const recordings = fc.uniqueArray(recording, {
  maxLength: 8,
  selector: ({ language, text }) => recordingKey(language, text),
});
const choice = fc.record<PromptChoice>({
  languages: fc.constantFrom('en', 'km', 'both'),
  rows: fc.constantFrom('missing', 'all'),
});

const keyOf = ({ language, text }: Pick<Recording, 'language' | 'text'>) => recordingKey(language, text);

/** A section with these words and recordings. */
function section(rows: readonly { en: string; km: string }[], stored: readonly Recording[], max: number) {
  return {
    id: 'section',
    getPlace: () => ({ label: 'Section 1', index: 0 }),
    getRows: () => rows.map((texts, index) => ({ id: String(index), texts })),
    getRecordings: () => stored,
    setRecordings: () => {},
    getMax: () => max,
  } satisfies RecordingTarget;
}

test('each word is read once, nothing that is recorded is missing, and afterwards nothing is missing', () => {
  fc.assert(
    fc.property(words, recordings, choice, fc.integer({ min: 8, max: 40 }), (rows, existing, chosen, max) => {
      const stored = existing.map((one, index) => ({ ...one, file: `${index}.mp3` }));
      const { prompts, withoutRoom } = listPrompts([section(rows, stored, max)], chosen, []);
      const keys = prompts.map(keyOf);
      expect(new Set(keys).size).toBe(keys.length);
      const recorded = new Set(stored.map(keyOf));
      const wanted = new Set(
        rows
          .flatMap(({ en, km }) => [
            { language: 'en' as const, text: en },
            { language: 'km' as const, text: km },
          ])
          .filter(({ language }) => chosen.languages === 'both' || chosen.languages === language)
          .filter(({ text }) => text.trim() !== '')
          .map(keyOf)
          .filter((key) => chosen.rows === 'all' || !recorded.has(key)),
      );
      expect(keys.length + withoutRoom).toBe(wanted.size);
      for (const key of keys) expect(wanted).toContain(key);

      const replaced = new Set(prompts.map(({ earlier }) => earlier?.recording));
      const next = [
        ...stored.filter((one) => !replaced.has(one)),
        ...prompts.map(({ language, text }, index) => ({ language, text, file: `new${index}.mp3` })),
      ];
      expect(next.length).toBeLessThanOrEqual(max);
      const again = listPrompts([section(rows, next, max)], { ...chosen, rows: 'missing' }, []);
      expect(again.prompts.length + again.withoutRoom).toBe(withoutRoom);
    }),
  );
});
