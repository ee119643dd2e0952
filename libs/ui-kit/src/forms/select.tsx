import { useSelect } from 'downshift';
import { ChevronDown } from 'lucide-react';
import * as Popover from 'radix-ui/popover';
import { type Ref, useRef } from 'react';
import styled from 'styled-components';
import { color, fontSize, space } from '../foundation/tokens.ts';
import { controlStyle, singleLineStyle } from './control-style.ts';
import { useFieldControl, useFieldLabelId } from './field-context.ts';
import { OptionItem, OptionList, OptionPopover } from './option-popover.tsx';

export interface SelectOption {
  /** Not empty: for "no filter" use a value such as `all`. */
  value: string;
  label: string;
  disabled?: boolean;
}

const Trigger = styled.button`
  ${controlStyle}
  ${singleLineStyle}
  display: inline-flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)};
  text-align: left;
  cursor: pointer;

  &[data-placeholder] { color: ${color('textPlaceholder')}; }
  & > span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  & > svg { flex: none; color: ${color('textMuted')}; }
`;

const SelectPopover = styled(OptionPopover)`
  min-width: var(--radix-popover-trigger-width);
  max-width: min(28rem, calc(100vw - 1rem));
`;

const Placeholder = styled.span`font-size: ${fontSize.body};`;

export interface SelectProps {
  options: readonly SelectOption[];
  /** The chosen value; an empty string while nothing is chosen. */
  value: string;
  onValueChange: (value: string) => void;
  placeholder?: string;
  disabled?: boolean;
  /** Needed where no `FormField` gives it a name. */
  'aria-label'?: string;
  id?: string;
  onBlur?: () => void;
  /** The button, so that a form can put the focus on it. */
  ref?: Ref<HTMLButtonElement>;
}

interface AccessibleName {
  'aria-label'?: string;
  'aria-labelledby'?: string | undefined;
}

/** One of a few options. For lists too long to look through, see `Combobox`. */
export function Select({
  options,
  value,
  onValueChange,
  placeholder = 'Select',
  disabled = false,
  'aria-label': ariaLabel,
  id,
  onBlur,
  ref,
}: SelectProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const control = useFieldControl({ id });
  const labelId = useFieldLabelId();
  const name: AccessibleName =
    ariaLabel === undefined ? { 'aria-labelledby': labelId } : { 'aria-label': ariaLabel };
  const selectedOption = options.find((option) => option.value === value) ?? null;

  // Not Radix's own: it hides the page from readers while the list is open, with all that can take the focus.
  const select = useSelect<SelectOption>({
    items: [...options],
    selectedItem: selectedOption,
    itemToString: (item) => item?.label ?? '',
    itemToKey: (item) => item?.value,
    isItemDisabled: (item) => item.disabled ?? false,
    ...(control.id === undefined ? {} : { toggleButtonId: control.id }),
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem) onValueChange(selectedItem.value);
    },
    stateReducer: (state, { type, changes }) =>
      // Leaving chooses nothing.
      type === useSelect.stateChangeTypes.ToggleButtonBlur
        ? { ...changes, selectedItem: state.selectedItem }
        : changes,
  });

  return (
    <Popover.Root open={select.isOpen} onOpenChange={(open) => !open && select.closeMenu()}>
      <Popover.Anchor asChild>
        <Trigger
          type="button"
          {...control}
          {...select.getToggleButtonProps({
            ...name,
            ref: (element: HTMLButtonElement | null) => {
              trigger.current = element;
              if (typeof ref === 'function') ref(element);
              else if (ref) ref.current = element;
            },
            disabled,
            onBlur,
          })}
          data-placeholder={selectedOption === null ? '' : undefined}
        >
          {selectedOption === null ? (
            <Placeholder>{placeholder}</Placeholder>
          ) : (
            <span>{selectedOption.label}</span>
          )}
          <ChevronDown size={16} aria-hidden="true" />
        </Trigger>
      </Popover.Anchor>
      <SelectPopover anchor={trigger}>
        <OptionList {...select.getMenuProps(name, { suppressRefError: true })}>
          {options.map((option, index) => (
            <OptionItem
              key={option.value}
              {...select.getItemProps({ item: option, index, 'aria-selected': option.value === value })}
              label={option.label}
              selected={option.value === value}
              highlighted={select.highlightedIndex === index}
              disabled={option.disabled}
            />
          ))}
        </OptionList>
      </SelectPopover>
    </Popover.Root>
  );
}
