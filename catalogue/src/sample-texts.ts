import type { ReactNode } from 'react';

/** A text of users that is longer than its place. */
export const longText =
  'Greetings, farewells, thanks and apologies at the market, at school and at the doctor’s, for complete beginners';

/** A text without a place to break. */
export const longWord = 'Pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(2);

/** `Greetings and everyday words` in Khmer. */
export const khmerText = 'ការស្វាគមន៍ និងពាក្យប្រើប្រាស់ប្រចាំថ្ងៃ';

/** `Good morning, teacher. How are you today?` in Khmer, written without spaces as usual. */
export const khmerSentence = 'អរុណសួស្តីលោកគ្រូតើលោកគ្រូសុខសប្បាយជាទេថ្ងៃនេះ';

/** The examples of a text that users write. */
export const withTexts = (show: (text: string) => ReactNode) => ({
  'long text': () => show(longText),
  'Khmer text': () => show(khmerText),
});
