import { IconButton, Inline, RedoIcon, toast, UndoIcon } from '@khmer-learning/ui-kit';
import {
  createContext,
  type RefObject,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form';
import { isInOtherDialog } from '../forms/form-keys.ts';
import {
  applyValues,
  areValuesEqual,
  type FieldArrayMethods,
  shareEqualParts,
} from '../forms/form-values.ts';
import { message, useMessages } from '../messages/messages.ts';

const maxSteps = 100;

/** Typing in one field is one step until the author pauses for this long, as in the rich text editor. */
const typingPauseMs = 1000;

interface Step<Values> {
  readonly before: Values;
  readonly after: Values;
  /** The element that had the focus when the form changed. */
  readonly focused: Element | null;
}

interface Recorded<Values> {
  /** Oldest first. */
  readonly past: readonly Step<Values>[];
  /** The next to redo is the last. */
  readonly future: readonly Step<Values>[];
  readonly present: Values;
}

type Direction = 'undo' | 'redo';

interface UndoableFields {
  /** Shows a toast that undoes the last change, with a title such as `Section 2 removed`, until the next change. */
  offerUndo: (title: string) => void;
  /** Changes the form to these values, as one step. */
  setValues: (values: unknown) => void;
  /** Adds a `useFieldArray`, so that its unchanged items keep their identity. @returns removes it */
  addFieldArray: (name: string, methods: FieldArrayMethods) => () => void;
}

const UndoHistoryContext = createContext<UndoableFields | null>(null);

/** Gives the fields of a form its undo history: `fields`. */
export const UndoHistoryProvider = UndoHistoryContext.Provider;

/** @returns shows a toast that undoes the form's last change; does nothing in a form without an undo history */
export function useOfferUndo(): (title: string) => void {
  return useContext(UndoHistoryContext)?.offerUndo ?? ignoreOffer;
}

function ignoreOffer(): void {}

/** @returns changes the form to other values, as one step; does nothing in a form without an undo history */
export function useSetFormValues(): (values: unknown) => void {
  return useContext(UndoHistoryContext)?.setValues ?? ignoreOffer;
}

/** Adds a `useFieldArray` of the form to its undo history. Without it, all items of the list are replaced by an undo. */
export function useUndoableFieldArray(name: string, methods: FieldArrayMethods): void {
  const addFieldArray = useContext(UndoHistoryContext)?.addFieldArray;
  useEffect(() => addFieldArray?.(name, methods));
}

/**
 * Records the changes of a form; typing is grouped by field and pause, anything else is one step. Undo and redo change the
 * values in place and move the focus to the change.
 */
export function useUndoHistory<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
) {
  const recorded = useRef<Recorded<Values> | null>(null);
  const fieldArrays = useRef(new Map<string, FieldArrayMethods>());
  const actions = useUserActions();
  const [available, setAvailable] = useState({ canUndo: false, canRedo: false });
  const isApplying = useRef(false);
  const pendingFocus = useRef<{ focused: Element | null; path: string | null } | null>(null);
  const offeredToast = useRef<number | null>(null);

  const dismissOffer = () => {
    if (offeredToast.current !== null) toast.dismiss(offeredToast.current);
    offeredToast.current = null;
  };
  const update = (next: Recorded<Values>) => {
    recorded.current = next;
    setAvailable((last) => {
      const [canUndo, canRedo] = [next.past.length > 0, next.future.length > 0];
      return last.canUndo === canUndo && last.canRedo === canRedo ? last : { canUndo, canRedo };
    });
    dismissOffer();
  };

  const record = () => {
    const last = recorded.current;
    if (last === null || isApplying.current) return;
    const present = shareEqualParts(last.present, form.getValues());
    if (present === last.present) return;
    const action = actions.next();
    const travelled = action.ownUndo === null ? null : travel(last, present, action.ownUndo);
    if (travelled !== null) {
      update(travelled);
      return;
    }
    const lastStep = last.past.at(-1);
    const isSameStep = lastStep !== undefined && (action.continues || action.ownUndo !== null);
    const step: Step<Values> = isSameStep
      ? { ...lastStep, after: present }
      : { before: last.present, after: present, focused: document.activeElement };
    const past = isSameStep ? last.past.slice(0, -1) : last.past;
    const isNoChange = areValuesEqual(step.before, step.after);
    if (isNoChange) actions.end();
    update({ past: isNoChange ? past : [...past, step].slice(-maxSteps), future: [], present });
  };

  /** @returns the path of the first change */
  const apply = (from: Values, to: Values): string | null => {
    isApplying.current = true;
    const path = applyValues({
      from,
      to,
      fieldArrays: fieldArrays.current,
      setValue: (name, value) =>
        form.setValue(name as FieldPath<Values>, value as FieldPathValue<Values, FieldPath<Values>>, {
          shouldDirty: true,
          shouldValidate: form.formState.isSubmitted,
        }),
    });
    isApplying.current = false;
    actions.end();
    return path;
  };

  const setValues = (values: Values) => {
    record();
    const last = recorded.current;
    if (last === null) return;
    const after = shareEqualParts(last.present, values);
    if (after === last.present) return;
    apply(last.present, after);
    const step = { before: last.present, after, focused: null };
    update({ past: [...last.past, step].slice(-maxSteps), future: [], present: after });
  };

  const go = (direction: Direction) => {
    const last = recorded.current;
    const step = (direction === 'undo' ? last?.past : last?.future)?.at(-1);
    if (last === null || step === undefined) return;
    const to = direction === 'undo' ? step.before : step.after;
    pendingFocus.current = { focused: step.focused, path: apply(last.present, to) };
    const travelled = travel(last, to, direction);
    if (travelled !== null) update(travelled);
  };

  const recordNow = useEffectEvent(record);
  useEffect(() => {
    recorded.current = { past: [], future: [], present: shareEqualParts<Values>(null, form.getValues()) };
    return form.subscribe({ formState: { values: true }, callback: () => recordNow() });
  }, [form]);

  useLayoutEffect(() => {
    if (pendingFocus.current === null) return;
    const { focused, path } = pendingFocus.current;
    pendingFocus.current = null;
    if (!focusChange(focused, path) && path !== null) form.setFocus(path as FieldPath<Values>);
  });

  const dismissOfferOnClose = useEffectEvent(dismissOffer);
  useEffect(() => () => dismissOfferOnClose(), []);

  const latest = useRef({ go, record, setValues });
  useLayoutEffect(() => {
    latest.current = { go, record, setValues };
  });
  const [fields] = useState(
    (): UndoableFields => ({
      offerUndo: (title) => {
        // A field array reports its change only after the next render.
        latest.current.record();
        const action = { label: message('action.undo'), onSelect: () => latest.current.go('undo') };
        offeredToast.current = toast.show({ tone: 'info', title, action });
      },
      setValues: (values) => latest.current.setValues(values as Values),
      addFieldArray: (name, methods) => {
        fieldArrays.current.set(name, methods);
        return () => {
          fieldArrays.current.delete(name);
        };
      },
    }),
  );

  return {
    ...available,
    undo: () => go('undo'),
    redo: () => go('redo'),
    isOwnUndoExhausted: actions.isOwnUndoExhausted,
    /** For the form's fields; the same object in every render. */
    fields,
  };
}

/** The undo history of an open form. Give it to the form's `EditDialog`. */
export type UndoHistory = ReturnType<typeof useUndoHistory>;

/** Undoes or redoes as many steps as lead to `to`; null if none do. */
function travel<Values>(from: Recorded<Values>, to: Values, direction: Direction): Recorded<Values> | null {
  const isUndo = direction === 'undo';
  const [source, target] = isUndo ? [from.past, from.future] : [from.future, from.past];
  const at = source.findLastIndex((step) => areValuesEqual(isUndo ? step.before : step.after, to));
  if (at < 0) return null;
  const [rest, moved] = [source.slice(0, at), [...target, ...source.slice(at).toReversed()]];
  return isUndo ? { past: rest, future: moved, present: to } : { past: moved, future: rest, present: to };
}

/** An editor with its own undo, such as a rich text editor. Its keys first undo what was typed there. */
const ownUndoSelector = '[data-own-undo]';

/** Whether the key is Ctrl or Cmd+Z, with Shift or Ctrl+Y to redo. */
function undoDirection({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): Direction | null {
  if ((!ctrlKey && !metaKey) || altKey) return null;
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo';
  return key.toLowerCase() === 'y' && ctrlKey ? 'redo' : null;
}

const singleInputs = new Set(['insertFromPaste', 'insertFromDrop', 'deleteByCut', 'deleteByDrag']);
const actionEvents = ['keydown', 'pointerdown', 'click', 'paste', 'drop'] as const;

/** Tells which changes of a form belong together. */
function useUserActions() {
  /** The field that is being typed in; null if the latest action was another one. */
  const typedIn = useRef<EventTarget | null>(null);
  const ownUndo = useRef<Direction | null>(null);
  const hasOwnUndoChanged = useRef(false);
  const lastChange = useRef<{ typedIn: EventTarget | null; at: number } | null>(null);
  /** The last change was made in this task, so that the next one belongs to it. */
  const isSameTask = useRef(false);

  useEffect(() => {
    const onInput = (event: Event) => {
      const isSingle = event instanceof InputEvent && singleInputs.has(event.inputType);
      typedIn.current = isSingle ? null : event.target;
    };
    const onAction = (event: Event) => {
      typedIn.current = null;
      const isInOwnUndo = event.target instanceof Element && event.target.closest(ownUndoSelector) !== null;
      hasOwnUndoChanged.current = false;
      ownUndo.current = isInOwnUndo && event instanceof KeyboardEvent ? undoDirection(event) : null;
    };
    document.addEventListener('input', onInput, { capture: true });
    for (const name of actionEvents) document.addEventListener(name, onAction, { capture: true });
    return () => {
      document.removeEventListener('input', onInput, { capture: true });
      for (const name of actionEvents) document.removeEventListener(name, onAction, { capture: true });
    };
  }, []);

  return {
    /** Whether a change belongs to the last step, and whether it comes from the own undo of an editor in the form. */
    next: () => {
      const [last, at] = [lastChange.current, Date.now()];
      const continuesTyping =
        typedIn.current !== null && last?.typedIn === typedIn.current && at - last.at < typingPauseMs;
      const continues = last !== null && (isSameTask.current || continuesTyping);
      lastChange.current = { typedIn: typedIn.current, at };
      isSameTask.current = true;
      hasOwnUndoChanged.current = true;
      queueMicrotask(() => {
        isSameTask.current = false;
      });
      return { continues, ownUndo: ownUndo.current };
    },
    end: () => {
      lastChange.current = null;
    },
    /** Whether the pressed key changed nothing in an editor with its own undo, which had nothing to undo. */
    isOwnUndoExhausted: () => ownUndo.current !== null && !hasOwnUndoChanged.current,
  };
}

const focusableSelector = ':is(input, textarea, [contenteditable="true"], button):not(:disabled)';

/** Focuses the element that had the focus when the form changed, or the first field of the changed part. */
function focusChange(focused: Element | null, path: string | null): boolean {
  const candidates = [
    focused,
    focused === null || focused.id === '' ? null : document.getElementById(focused.id),
    path === null ? null : document.querySelector(`[name="${path}"], [name^="${path}."]${focusableSelector}`),
  ];
  return candidates.some((candidate) => {
    if (!(candidate instanceof HTMLElement) || candidate === document.body) return false;
    candidate.focus();
    return document.activeElement === candidate;
  });
}

/**
 * Undoes and redoes by keyboard while a form is open. The keys never reach the browser's undo, which may change inputs behind it.
 * @param fields an element in the form's dialog @param disabled the keys do nothing
 */
export function useUndoKeys(
  history: UndoHistory | undefined,
  fields: RefObject<HTMLElement | null>,
  disabled: boolean,
): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const direction = undoDirection(event);
    if (history === undefined || direction === null) return;
    // The rich text editor prevents the default also when it has nothing to undo.
    if (event.defaultPrevented && !history.isOwnUndoExhausted()) return;
    const target = event.target instanceof Element ? event.target : document.body;
    // The inputs of the editor's bars, and the texts of comments, are not fields of the form.
    if (target.matches('input, textarea') && target.closest(ownUndoSelector)) return;
    event.preventDefault();
    if (!disabled && !isInOtherDialog(event, fields.current)) history[direction]();
  });
  useEffect(() => {
    // On `document`, after an editor with its own undo.
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

/** The buttons `Undo` and `Redo` of a form. */
export function UndoButtons({ history, disabled }: { history: UndoHistory; disabled: boolean }) {
  const t = useMessages();
  const { canUndo, canRedo, undo, redo } = history;
  return (
    <Inline gap={1} wrap={false}>
      <IconButton
        label={t('action.undo')}
        aria-keyshortcuts="Control+Z Meta+Z"
        icon={<UndoIcon aria-hidden="true" />}
        disabled={disabled || !canUndo}
        onClick={undo}
      />
      <IconButton
        label={t('undoHistory.redo')}
        aria-keyshortcuts="Control+Shift+Z Meta+Shift+Z Control+Y"
        icon={<RedoIcon aria-hidden="true" />}
        disabled={disabled || !canRedo}
        onClick={redo}
      />
    </Inline>
  );
}
