import type { MergeShape } from './three-way-merge.ts';

/** A text that is merged line by line, such as a description. @param label its name: `Description` */
export function linesShape(label: string): MergeShape {
  return {
    kind: 'text',
    label,
    toRows: (text: string) => text.split('\n'),
    fromRows: (rows) => rows.join('\n'),
    format: String,
  };
}
