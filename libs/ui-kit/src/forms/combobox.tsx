import { useCombobox } from 'downshift';
import { Check, ChevronDown } from 'lucide-react';
import * as Popover from 'radix-ui/popover';
import { type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';
import styled from 'styled-components';
import { SpinnerRing } from '../feedback/spinner.tsx';
import { color, fontSize, radius, space } from '../foundation/tokens.ts';
import { menuItemStyle, popoverStyle } from '../overlays/popover-style.ts';
import { PopupRegion } from '../overlays/popup-region.ts';
import { controlStyle, oneLineStyle } from './control-style.ts';
import { useFieldControl, useFieldLabelId } from './field-context.ts';
import { matchingOptions } from './option-filter.ts';
import type { SelectOption } from './select.tsx';

/** More than anyone reads: the rest is found by typing. */
const maxShown = 100;

const Frame = styled.div`position: relative;`;

const Input = styled.input`
  ${controlStyle}
  ${oneLineStyle}
  padding-right: ${space(10)};
  text-overflow: ellipsis;
`;

const Toggle = styled.button`
  position: absolute;
  inset: 3px 3px 3px auto;
  display: inline-flex;
  align-items: center;
  justify-content: center;
  width: ${space(8)};
  padding: 0;
  border: 0;
  border-radius: ${radius.small};
  background: transparent;
  color: ${color('textMuted')};
  cursor: pointer;
  &:disabled { cursor: not-allowed; }
`;

const Content = styled(Popover.Content)`
  ${popoverStyle}
  width: var(--radix-popover-trigger-width);
  min-width: min(16rem, calc(100vw - 1rem));
  display: flex;
  flex-direction: column;
  max-height: min(20rem, var(--radix-popover-content-available-height));
  padding: ${space(1)};
`;

/* The list scrolls, not the sheet around it: it is what the arrow keys go through. */
const List = styled.ul`
  min-height: 0;
  margin: 0;
  padding: 0;
  overflow-y: auto;
  overscroll-behavior: contain;
  list-style: none;
`;

const Item = styled.li`
  ${menuItemStyle}
  padding-right: ${space(8)};
  & > svg { position: absolute; right: ${space(2)}; color: ${color('accentText')}; }
`;

const Note = styled.p`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  margin: 0;
  padding: ${space(2)};
  color: ${color('textMuted')};
  font-size: ${fontSize.small};
`;

export interface ComboboxProps {
  /** Everything there is; with `onSearch`, what was found. */
  options: readonly SelectOption[];
  /** The chosen value; an empty string while nothing is chosen. */
  value: string;
  onValueChange: (value: string) => void;
  /** The words of `value` when `options` does not hold it, as after a search. */
  valueLabel?: string;
  /** Someone else searches: called 250 ms after the last key, and with an empty text on opening. */
  onSearch?: (text: string) => void;
  /** Options are on their way. */
  loading?: boolean;
  placeholder?: string;
  emptyText?: string;
  disabled?: boolean;
  /** Needed where no `FormField` gives it a name. */
  'aria-label'?: string;
  id?: string;
  onBlur?: () => void;
  /** The input, so that a form can put the focus on it. */
  ref?: Ref<HTMLInputElement>;
}

/** Calls `search` once `text` has rested, and at once when `open` turns true. */
function useRestedSearch(text: string, open: boolean, search: ((text: string) => void) | undefined): void {
  const run = useEffectEvent(() => search?.(text));
  useEffect(() => {
    if (!open) return;
    const timer = setTimeout(run, text === '' ? 0 : 250);
    return () => clearTimeout(timer);
  }, [text, open]);
}

interface Name {
  'aria-label'?: string;
  'aria-labelledby'?: string | undefined;
}

/** One of many options, found by typing a part of it. */
export function Combobox({
  options,
  value,
  onValueChange,
  valueLabel,
  onSearch,
  loading = false,
  placeholder = 'Type to search',
  emptyText = 'Nothing found',
  disabled = false,
  'aria-label': ariaLabel,
  id,
  onBlur,
  ref,
}: ComboboxProps) {
  const frame = useRef<HTMLDivElement>(null);
  /** What was typed since the list opened; the input itself may still show the chosen option. */
  const [typed, setTyped] = useState('');
  const control = useFieldControl({ id });
  const labelId = useFieldLabelId();
  const name: Name = ariaLabel === undefined ? { 'aria-labelledby': labelId } : { 'aria-label': ariaLabel };

  const found = onSearch ? options : matchingOptions(options, typed);
  const shown = found.slice(0, maxShown);
  const known = options.find((option) => option.value === value);
  const selectedItem = known ?? (value === '' ? null : { value, label: valueLabel ?? value });

  const combobox = useCombobox<SelectOption>({
    items: shown,
    selectedItem,
    itemToString: (item) => item?.label ?? '',
    itemToKey: (item) => item?.value,
    isItemDisabled: (item) => item.disabled ?? false,
    ...(control.id === undefined ? {} : { inputId: control.id }),
    onInputValueChange: ({ type, inputValue }) => {
      if (type === useCombobox.stateChangeTypes.InputChange) setTyped(inputValue);
    },
    onIsOpenChange: ({ isOpen }) => {
      if (!isOpen) setTyped('');
    },
    onSelectedItemChange: ({ selectedItem: item }) => {
      if (item) onValueChange(item.value);
    },
    stateReducer: (state, { type, changes }) => {
      const leaves =
        type === useCombobox.stateChangeTypes.InputBlur ||
        type === useCombobox.stateChangeTypes.InputKeyDownEscape;
      // Leaving chooses nothing and loses nothing: the input shows the chosen option again.
      return leaves
        ? { ...changes, selectedItem: state.selectedItem, inputValue: state.selectedItem?.label ?? '' }
        : changes;
    },
  });
  useRestedSearch(typed, combobox.isOpen, onSearch);

  return (
    <Popover.Root open={combobox.isOpen} onOpenChange={(open) => !open && combobox.closeMenu()}>
      <Popover.Anchor asChild>
        <Frame ref={frame}>
          <Input
            {...control}
            {...combobox.getInputProps({
              ...name,
              ...(ref ? { ref } : {}),
              disabled,
              placeholder,
              onBlur,
              onFocus: selectText,
            })}
          />
          <Toggle
            {...combobox.getToggleButtonProps({ disabled, 'aria-label': 'Show options', tabIndex: -1 })}
            type="button"
          >
            {loading ? <SpinnerRing size={14} /> : <ChevronDown size={16} aria-hidden="true" />}
          </Toggle>
        </Frame>
      </Popover.Anchor>
      <Popover.Portal>
        <PopupRegion aria-label="Options">
          <Content
            role="group"
            align="start"
            sideOffset={4}
            collisionPadding={8}
            onOpenAutoFocus={(event) => event.preventDefault()}
            onCloseAutoFocus={(event) => event.preventDefault()}
            onInteractOutside={(event) => {
              if (event.target instanceof Node && frame.current?.contains(event.target))
                event.preventDefault();
            }}
          >
            <List {...combobox.getMenuProps(name, { suppressRefError: true })}>
              {shown.map((item, index) => (
                <Item
                  key={item.value}
                  {...combobox.getItemProps({ item, index, 'aria-selected': item.value === value })}
                  data-highlighted={combobox.highlightedIndex === index ? '' : undefined}
                  data-disabled={item.disabled ? '' : undefined}
                >
                  {item.label}
                  {item.value === value ? <Check size={15} aria-hidden="true" /> : null}
                </Item>
              ))}
            </List>
            {shown.length === 0 ? <Note role="status">{loading ? 'Loading...' : emptyText}</Note> : null}
            {found.length > maxShown ? (
              <Note>{`${found.length - maxShown} more: type to find them`}</Note>
            ) : null}
          </Content>
        </PopupRegion>
      </Popover.Portal>
    </Popover.Root>
  );
}

function selectText(event: { currentTarget: HTMLInputElement }): void {
  event.currentTarget.select();
}
