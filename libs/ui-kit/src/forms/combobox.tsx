import { useCombobox } from 'downshift';
import { ChevronDown } from 'lucide-react';
import * as Popover from 'radix-ui/popover';
import { type KeyboardEvent, type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';
import styled from 'styled-components';
import { SpinnerRing } from '../feedback/spinner.tsx';
import { color, fontSize, space } from '../foundation/tokens.ts';
import { useMessages } from '../messages/messages.ts';
import { langProps } from '../text/lang-props.ts';
import { controlStyle, singleLineStyle } from './control-style.ts';
import { useFieldControl, useFieldName } from './form-field.tsx';
import { InputAdornmentButton, InputFrame } from './input-adornment-button.ts';
import { OptionItem, OptionList, OptionPopover } from './option-popover.tsx';
import type { SelectOption } from './select.tsx';

/** Limit of rendered options. Users find the others by typing. */
const maxVisibleOptions = 100;

const Input = styled.input`
  ${controlStyle}
  ${singleLineStyle}
  padding-right: ${space(10)};
  text-overflow: ellipsis;
`;

const ComboboxPopover = styled(OptionPopover)`
  flex-direction: column;
  width: var(--radix-popover-trigger-width);
  min-width: min(16rem, calc(100vw - 1rem));
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
  /** All options; with `onSearch`, the results of the last search. */
  options: readonly SelectOption[];
  /** The selected value; an empty string without a selection. */
  value: string;
  onValueChange: (value: string) => void;
  /** The label of `value` when `options` does not contain it, for example after a search. */
  valueLabel?: string;
  /** Searches elsewhere, such as on the server. Debounced by 250 ms, and called with an empty text on opening. */
  onSearch?: (text: string) => void;
  /** Options are being loaded. */
  loading?: boolean;
  placeholder?: string;
  emptyText?: string;
  disabled?: boolean;
  /** Required outside a `FormField`. */
  'aria-label'?: string;
  id?: string;
  onBlur?: () => void;
  /** The input, so that a form can focus it. */
  ref?: Ref<HTMLInputElement>;
}

/** Calls `search` 250 ms after the last change of `text` while `open`; without delay when `text` is empty. */
function useDebouncedSearch(text: string, open: boolean, search: (text: string) => void): void {
  const run = useEffectEvent(() => search(text));
  useEffect(() => {
    if (!open) return;
    const timer = setTimeout(run, text === '' ? 0 : 250);
    return () => clearTimeout(timer);
  }, [text, open]);
}

/** A select for long lists. Typing filters the options; Enter takes the highlighted one, or the only one that is left. */
export function Combobox({
  options,
  value,
  onValueChange,
  valueLabel,
  onSearch,
  loading = false,
  placeholder,
  emptyText,
  disabled = false,
  'aria-label': ariaLabel,
  id,
  onBlur,
  ref,
}: ComboboxProps) {
  const t = useMessages();
  const frame = useRef<HTMLDivElement>(null);
  /** The text typed since the list opened. The input itself may still show the selected option. */
  const [searchText, setSearchText] = useState('');
  const [requestedSearch, setRequestedSearch] = useState('');
  const control = useFieldControl({ id });
  const name = useFieldName(ariaLabel);

  const isSearching = loading || (onSearch !== undefined && requestedSearch !== searchText);
  // Until the search results are there, filter the current options: a user could select one that does not match.
  const matches = onSearch && !isSearching ? options : filterOptions(options, searchText);
  const visibleOptions = matches.slice(0, maxVisibleOptions);
  const knownOption = options.find((option) => option.value === value);
  const selectedItem = knownOption ?? (value === '' ? null : { value, label: valueLabel ?? value });

  const combobox = useCombobox<SelectOption>({
    items: visibleOptions,
    selectedItem,
    itemToString: (item) => item?.label ?? '',
    itemToKey: (item) => item?.value,
    isItemDisabled: (item) => item.disabled ?? false,
    ...(control.id === undefined ? {} : { inputId: control.id }),
    onInputValueChange: ({ type, inputValue }) => {
      if (type === useCombobox.stateChangeTypes.InputChange) setSearchText(inputValue);
    },
    onIsOpenChange: ({ isOpen }) => {
      if (!isOpen) setSearchText('');
    },
    onSelectedItemChange: ({ selectedItem: item }) => {
      if (item) onValueChange(item.value);
    },
    stateReducer: (state, { type, changes }) => {
      const isDismissal =
        type === useCombobox.stateChangeTypes.InputBlur ||
        type === useCombobox.stateChangeTypes.InputKeyDownEscape;
      // Blur and Esc keep the selection: the input shows the selected option again.
      return isDismissal
        ? { ...changes, selectedItem: state.selectedItem, inputValue: state.selectedItem?.label ?? '' }
        : changes;
    },
  });
  const search = (text: string) => {
    setRequestedSearch(text);
    onSearch?.(text);
  };
  useDebouncedSearch(searchText, combobox.isOpen, search);
  /** Enter takes the only match of what was typed. Downshift closes the list. */
  const takeOnlyMatch = (event: KeyboardEvent) => {
    const [match, ...others] = visibleOptions;
    const isChosen = searchText !== '' && combobox.highlightedIndex === -1 && others.length === 0;
    if (event.key !== 'Enter' || !combobox.isOpen || !isChosen || !match || match.disabled) return;
    event.preventDefault();
    combobox.setInputValue(match.label);
    if (match.value !== value) onValueChange(match.value);
  };

  return (
    <Popover.Root open={combobox.isOpen} onOpenChange={(open) => !open && combobox.closeMenu()}>
      <Popover.Anchor asChild>
        <InputFrame ref={frame}>
          <Input
            {...langProps(combobox.inputValue)}
            {...control}
            {...combobox.getInputProps({
              ...name,
              ...(ref ? { ref } : {}),
              disabled,
              placeholder: placeholder ?? t('combobox.placeholder'),
              onBlur,
              onFocus: selectText,
              onKeyDown: takeOnlyMatch,
            })}
          />
          <InputAdornmentButton
            {...combobox.getToggleButtonProps({
              disabled,
              'aria-label': t('combobox.showOptions'),
              tabIndex: -1,
            })}
            type="button"
          >
            {loading ? <SpinnerRing size={14} /> : <ChevronDown size={16} aria-hidden="true" />}
          </InputAdornmentButton>
        </InputFrame>
      </Popover.Anchor>
      <ComboboxPopover anchor={frame}>
        <OptionList {...combobox.getMenuProps(name, { suppressRefError: true })}>
          {visibleOptions.map((item, index) => (
            <OptionItem
              key={item.value}
              {...combobox.getItemProps({ item, index, 'aria-selected': item.value === value })}
              label={item.label}
              selected={item.value === value}
              highlighted={combobox.highlightedIndex === index}
              disabled={item.disabled}
            />
          ))}
        </OptionList>
        {visibleOptions.length === 0 ? (
          <Note role="status">
            {isSearching ? t('combobox.loading') : (emptyText ?? t('combobox.noResults'))}
          </Note>
        ) : null}
        {matches.length > maxVisibleOptions ? (
          <Note>{t('combobox.more', { count: matches.length - maxVisibleOptions })}</Note>
        ) : null}
      </ComboboxPopover>
    </Popover.Root>
  );
}

function selectText(event: { currentTarget: HTMLInputElement }): void {
  event.currentTarget.select();
}

/** Invisible characters, which are typed inconsistently. */
const invisibleCharacters = /\p{Default_Ignorable_Code_Point}/gu;

function normalizeForSearch(text: string): string {
  return text.normalize('NFC').replace(invisibleCharacters, '').toLocaleLowerCase().trim();
}

/** The options whose label contains every word of `text`, in any order and case; those that start with it come first. */
function filterOptions(options: readonly SelectOption[], text: string): readonly SelectOption[] {
  const searchText = normalizeForSearch(text);
  if (searchText === '') return options;
  const words = searchText.split(/\s+/);
  const matches = options.filter((option) => {
    const label = normalizeForSearch(option.label);
    return words.every((word) => label.includes(word));
  });
  const startsWithSearch = (option: SelectOption) => normalizeForSearch(option.label).startsWith(searchText);
  return [...matches.filter(startsWithSearch), ...matches.filter((option) => !startsWithSearch(option))];
}
