import type { ItemMatching } from '@khmer-learning/contracts';
import { areValuesEqual } from '../forms/form-values.ts';
import { message } from '../messages/messages.ts';
import type { ComparedField } from './field-differences.tsx';
import { isInSameOrder, type MatchedRow, matchRows, orderRows } from './match-rows.ts';

/** What the user takes of a place that both have changed. */
export type MergeChoice = 'mine' | 'theirs' | 'both';

/** A place that both have changed, in different ways. */
export interface MergeConflict {
  /** The same as long as the three versions are. */
  readonly id: string;
  readonly field: ComparedField;
  readonly canTakeBoth: boolean;
}

/** A value that is taken as a whole. */
interface ValueShape {
  readonly kind: 'value';
  readonly label: string;
  readonly format: (value: never) => string;
  readonly isPicture?: boolean;
}

/** A text that is merged row by row. */
interface TextShape {
  readonly kind: 'text';
  readonly label: string;
  /** The rows; null when the value can only be taken as a whole. */
  readonly toRows: (value: never) => readonly string[] | null;
  readonly fromRows: (rows: readonly string[]) => unknown;
  /** What stays the same when a row is changed, such as its word; undefined if nothing does. Default: nothing. */
  readonly keyOf?: (row: string) => string | undefined;
  /** The text of a value that is taken as a whole. */
  readonly format: (value: never) => string;
}

interface ListShape extends ItemMatching<never> {
  readonly kind: 'list';
  readonly label: string;
  readonly labelOf: (item: never) => string;
  readonly format: (item: never) => string;
  readonly item: MergeShape;
}

/** Named values. Fields without a shape are taken from the newer version. */
interface RecordShape {
  readonly kind: 'record';
  readonly fields: Readonly<Record<string, MergeShape>>;
}

/** How a value is merged, and what its parts are called. */
export type MergeShape = ValueShape | TextShape | ListShape | RecordShape;

/** The three versions of a value. `base` is undefined when it is not known: whatever differs is then a conflict. */
export interface MergedVersions<Value> {
  readonly base: Value | undefined;
  readonly mine: Value;
  readonly theirs: Value;
}

/** The result of a merge. */
export interface Merge<Value> {
  /** With the choices made so far; mine where there is none. */
  readonly merged: Value;
  readonly conflicts: readonly MergeConflict[];
  readonly changes: readonly ComparedField[];
}

/** Takes the earlier value of a conflict. Only to tell what was merged without one. */
type Take = MergeChoice | 'base';
type Values = MergedVersions<unknown>;

/** Merges two users' changes of a version. What both changed differently is a conflict, which `choices` answers by its id. */
export function mergeVersions<Value>(
  shape: MergeShape,
  versions: MergedVersions<Value>,
  choices: ReadonlyMap<string, MergeChoice> = new Map(),
): Merge<Value> {
  const conflicts: MergeConflict[] = [];
  const changes: ComparedField[] = [];
  const hasBase = versions.base !== undefined;

  const ask = (conflict: MergeConflict): Take => {
    conflicts.push(conflict);
    return choices.get(conflict.id) ?? 'mine';
  };
  const addChange = (field: ComparedField) => {
    const count = changes.filter(({ label }) => label.replace(/ \(\d+\)$/, '') === field.label).length;
    changes.push(count === 0 ? field : { ...field, label: `${field.label} (${count + 1})` });
  };

  function mergeAt(id: string, part: MergeShape, values: Values, place: string): unknown {
    switch (part.kind) {
      case 'value':
        return mergeValue(id, part, values, place);
      case 'text':
        return mergeText(id, part, values, place);
      case 'list':
        return mergeList(id, part, values, place);
      case 'record':
        return mergeRecord(id, part, values, place);
    }
  }

  function mergeValue(id: string, part: ValueShape | TextShape, values: Values, place: string): unknown {
    const { base, mine, theirs } = values;
    const format = (value: unknown) => (value === undefined ? null : part.format(value as never));
    const label = nameOf(part.label, place);
    const isPicture = part.kind === 'value' && part.isPicture ? { isPicture: true } : {};
    const merged = unchallenged(values, hasBase);
    if (merged !== conflicting) {
      if (hasBase && !areValuesEqual(merged, base))
        addChange({ label, theirs: format(base), yours: format(merged), ...isPicture });
      return merged;
    }
    const isFormatting = format(theirs) === format(mine);
    const field = {
      label,
      // A remark is shown only for values that differ.
      ...(isFormatting
        ? { theirs: 'Theirs', yours: 'Yours', remark: message('merge.formattingRemark') }
        : { theirs: format(theirs), yours: format(mine) }),
      ...isPicture,
    };
    return ask({ id, field, canTakeBoth: false }) === 'theirs' ? theirs : mine;
  }

  function mergeText(id: string, part: TextShape, values: Values, place: string): unknown {
    const toRows = (value: unknown) => part.toRows(value as never);
    const rowsOf = {
      base: hasBase ? toRows(values.base) : [],
      mine: toRows(values.mine),
      theirs: toRows(values.theirs),
    };
    const { base, mine, theirs } = rowsOf;
    if (base === null || mine === null || theirs === null || unchallenged(values, hasBase) !== conflicting)
      return mergeValue(id, part, values, place);
    const label = nameOf(part.label, place);
    const matching = part.keyOf ? { keys: [part.keyOf] } : {};
    const rows = matchRows({ base, mine, theirs }, matching, hasBase);
    const labelOf = ({ base: before, mine: own, theirs: other }: MatchedRow<string>) => {
      const row = own?.item ?? other?.item ?? before?.item ?? '';
      return `${label}, row “${part.keyOf?.(row) ?? row}”`;
    };
    const take = (row: MatchedRow<string>, choose: (conflict: MergeConflict) => Take): readonly string[] =>
      takeRow(row, (conflict) =>
        choose({
          id: `${id}/${row.id}`,
          field: { label: labelOf(row), ...conflict },
          canTakeBoth: conflict.theirs !== null && conflict.yours !== null,
        }),
      );
    const order = orderOf(id, label, rows, ask);
    const automatic = orderRows(rows, order).flatMap((row) => take(row, () => 'base'));
    if (hasBase && !areValuesEqual(automatic, base))
      addChange({ label, theirs: base.join('\n'), yours: automatic.join('\n') });
    return part.fromRows(orderRows(rows, order).flatMap((row) => take(row, ask)));
  }

  /** The rows that a row of text becomes: it is taken as a whole. */
  function takeRow(
    { base, mine, theirs }: MatchedRow<string>,
    choose: (values: { theirs: string | null; yours: string | null }) => Take,
  ): readonly string[] {
    const [before, own, other] = [base?.item, mine?.item, theirs?.item];
    const itemsOf = (item: string | undefined) => (item === undefined ? [] : [item]);
    if (own === other) return itemsOf(own);
    const isNew = before === undefined;
    if (isNew && (own === undefined || other === undefined)) return itemsOf(own ?? other);
    if (!isNew && own === before) return itemsOf(other);
    if (!isNew && other === before) return itemsOf(own);
    const taken: Record<Take, readonly string[]> = {
      mine: itemsOf(own),
      theirs: itemsOf(other),
      both: [...itemsOf(own), ...itemsOf(other)],
      base: itemsOf(before),
    };
    return taken[choose({ theirs: other ?? null, yours: own ?? null })];
  }

  function mergeList(id: string, part: ListShape, values: Values, place: string): unknown {
    const itemsOf = (value: unknown) => (value ?? []) as readonly unknown[];
    const matching: ItemMatching<unknown> = {
      idOf: (item) => part.idOf?.(item as never),
      keys: (part.keys ?? []).map((key) => (item: unknown) => key(item as never)),
    };
    const versionsOfList = {
      base: itemsOf(values.base),
      mine: itemsOf(values.mine),
      theirs: itemsOf(values.theirs),
    };
    const rows = matchRows(versionsOfList, matching, hasBase);
    const label = nameOf(part.label, place);
    const order = orderOf(id, label, rows, ask);
    if (hasBase && !isInSameOrder(rows, 'base', order))
      addChange({
        label: message('merge.orderOf', { list: label }),
        theirs: message('merge.before'),
        yours: message('merge.merged'),
        remark: message('merge.moved'),
      });
    return orderRows(rows, order).flatMap((row) => mergeItem(`${id}/${row.id}`, part, row));
  }

  function mergeItem(id: string, part: ListShape, row: MatchedRow<unknown>): readonly unknown[] {
    const { base, mine, theirs } = row;
    const format = (one: { item: unknown } | undefined) => (one ? part.format(one.item as never) : null);
    const label = part.labelOf((base ?? mine ?? theirs)?.item as never);
    const change = (merged: typeof mine) => {
      if (hasBase && !areValuesEqual(base?.item, merged?.item))
        addChange({ label, theirs: format(base), yours: format(merged) });
      return merged ? [merged.item] : [];
    };
    if (mine && theirs && (base || !hasBase)) {
      const versionsOfItem = { base: base?.item, mine: mine.item, theirs: theirs.item };
      return [mergeAt(id, part.item, versionsOfItem, label)];
    }
    if (!base && !(mine && theirs)) return change(mine ?? theirs);
    if (mine && theirs && areValuesEqual(mine.item, theirs.item)) return change(mine);
    // One has removed what the other has not changed, or both have removed it.
    if (base && areValuesEqual((mine ?? theirs)?.item ?? base.item, base.item)) return change(undefined);
    const canTakeBoth = mine !== undefined && theirs !== undefined;
    const choice = ask({ id, field: { label, theirs: format(theirs), yours: format(mine) }, canTakeBoth });
    if (choice === 'both') return [mine, theirs].flatMap((one) => (one ? [one.item] : []));
    const taken = choice === 'theirs' ? theirs : mine;
    return taken ? [taken.item] : [];
  }

  function mergeRecord(id: string, part: RecordShape, values: Values, place: string): unknown {
    const fieldsOf = (value: unknown) => (value ?? {}) as Readonly<Record<string, unknown>>;
    const [base, mine, theirs] = [fieldsOf(values.base), fieldsOf(values.mine), fieldsOf(values.theirs)];
    const merged = Object.entries(part.fields).map(([name, field]) => {
      const versionsOfField = { base: base[name], mine: mine[name], theirs: theirs[name] };
      return [name, mergeAt(`${id}/${name}`, field, versionsOfField, place)];
    });
    return { ...mine, ...theirs, ...Object.fromEntries(merged) };
  }

  const merged = mergeAt('', shape, versions, '') as Value;
  return { merged, conflicts, changes };
}

const conflicting = Symbol('conflicting');

/** The value that needs no choice. */
function unchallenged({ base, mine, theirs }: Values, hasBase: boolean): unknown {
  if (areValuesEqual(mine, theirs)) return mine;
  if (hasBase && areValuesEqual(base, mine)) return theirs;
  if (hasBase && areValuesEqual(base, theirs)) return mine;
  return conflicting;
}

/** `Title of Section “Key words”`. */
function nameOf(label: string, place: string): string {
  if (label === '' || place === '') return label || place;
  return message('merge.fieldOf', { field: label, place });
}

/** Whose order the rows have. Only if both have moved rows, and not in the same way, it is asked for. */
function orderOf(
  id: string,
  label: string,
  rows: readonly MatchedRow<unknown>[],
  ask: (conflict: MergeConflict) => Take,
): 'mine' | 'theirs' {
  if (isInSameOrder(rows, 'base', 'mine')) return 'theirs';
  if (isInSameOrder(rows, 'base', 'theirs') || isInSameOrder(rows, 'mine', 'theirs')) return 'mine';
  const field = {
    label: message('merge.orderOf', { list: label }),
    theirs: message('merge.theirOrder'),
    yours: message('merge.yourOrder'),
  };
  return ask({ id: `${id}/order`, field, canTakeBoth: false }) === 'theirs' ? 'theirs' : 'mine';
}
