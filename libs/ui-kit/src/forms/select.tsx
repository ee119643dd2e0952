import { useSelect } from 'downshift';
import { ChevronDown } from 'lucide-react';
import * as Popover from 'radix-ui/popover';
import { type Ref, useRef } from 'react';
import styled from 'styled-components';
import { color, fontSize, space } from '../foundation/tokens.ts';
import { useMessages } from '../messages/messages.ts';
import { langProps } from '../text/lang-props.ts';
import { controlStyle, singleLineStyle } from './control-style.ts';
import { useFieldControl, useFieldName } from './form-field.tsx';
import { OptionItem, OptionList, OptionPopover } from './option-popover.tsx';

/** An option of a `Select` or a `Combobox`. */
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
  /** The selected value; an empty string without a selection. */
  value: string;
  onValueChange: (value: string) => void;
  placeholder?: string;
  disabled?: boolean;
  /** Marks a filter that is set. */
  active?: boolean;
  /** Required outside a `FormField`. */
  'aria-label'?: string;
  id?: string;
  onBlur?: () => void;
  /** The button, so that a form can focus it. */
  ref?: Ref<HTMLButtonElement>;
}

/** A select for a few options. For long lists use `Combobox`. */
export function Select({
  options,
  value,
  onValueChange,
  placeholder,
  disabled = false,
  active = false,
  'aria-label': ariaLabel,
  id,
  onBlur,
  ref,
}: SelectProps) {
  const t = useMessages();
  const trigger = useRef<HTMLButtonElement>(null);
  const control = useFieldControl({ id });
  const name = useFieldName(ariaLabel);
  const selectedOption = options.find((option) => option.value === value) ?? null;

  // Not Radix's Select: while its list is open, it hides the page, with its focusable elements, from screen readers.
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
      // Blur keeps the selection.
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
          data-active={active ? '' : undefined}
          data-placeholder={selectedOption === null ? '' : undefined}
        >
          {selectedOption === null ? (
            <Placeholder>{placeholder ?? t('select.placeholder')}</Placeholder>
          ) : (
            <span {...langProps(selectedOption.label)}>{selectedOption.label}</span>
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
