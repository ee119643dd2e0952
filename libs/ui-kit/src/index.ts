export { Button, type ButtonProps, type ButtonSize, type ButtonVariant } from './actions/button.tsx';
export { IconButton, type IconButtonProps } from './actions/icon-button.tsx';
export { Badge, type BadgeProps } from './data/badge.tsx';
export { Card, type CardProps } from './data/card.tsx';
export { type Column, DataTable, type DataTableProps } from './data/data-table.tsx';
export { DescriptionList } from './data/description-list.tsx';
export { type Level, LevelBadge } from './data/level-badge.tsx';
export { type PageRange, type PaginationState, pageRange } from './data/page-range.ts';
export { Pagination, type PaginationProps } from './data/pagination.tsx';
export { StatCard, type StatCardProps, StatCardSkeleton } from './data/stat-card.tsx';
export { StatusBadge } from './data/status-badge.tsx';
export { Callout, type CalloutProps } from './feedback/callout.tsx';
export { EmptyState, type EmptyStateProps } from './feedback/empty-state.tsx';
export { ErrorPanel, type ErrorPanelProps } from './feedback/error-panel.tsx';
export { ProgressBar, type ProgressBarProps } from './feedback/progress-bar.tsx';
export { Skeleton } from './feedback/skeleton.tsx';
export { Spinner, SpinnerRing } from './feedback/spinner.tsx';
export { type ToastMessage, toast } from './feedback/toast-store.ts';
export { Checkbox, type CheckboxProps } from './forms/checkbox.tsx';
export { Combobox, type ComboboxProps } from './forms/combobox.tsx';
export { useFieldControl, useFieldLabelId } from './forms/field-context.ts';
export { FormField, type FormFieldProps } from './forms/form-field.tsx';
export { PasswordInput } from './forms/password-input.tsx';
export { Radio } from './forms/radio.tsx';
export { RadioGroup, type RadioGroupProps, type RadioOption } from './forms/radio-group.tsx';
export { SearchInput, type SearchInputProps } from './forms/search-input.tsx';
export { SegmentedToggle, type SegmentedToggleProps } from './forms/segmented-toggle.tsx';
export { Select, type SelectOption, type SelectProps } from './forms/select.tsx';
export { Switch, type SwitchProps } from './forms/switch.tsx';
export { TextArea } from './forms/text-area.tsx';
export { TextInput } from './forms/text-input.tsx';
export { type Appearance, AppearanceProvider, useAppearance } from './foundation/appearance.tsx';
export { KitProvider, type KitProviderProps } from './foundation/kit-provider.tsx';
export * from './foundation/tokens.ts';
export * from './icons.ts';
export { CardGrid } from './layout/card-grid.tsx';
export { FieldGrid } from './layout/field-grid.tsx';
export { Inline, type InlineProps } from './layout/inline.tsx';
export { Stack } from './layout/stack.tsx';
export { Tabs, type TabsProps } from './layout/tabs.tsx';
export { Toolbar, type ToolbarProps } from './layout/toolbar.tsx';
export { ViewBody } from './layout/view-body.ts';
export { ConfirmDialog, type ConfirmDialogProps } from './overlays/confirm-dialog.tsx';
export { DeleteDialog, type DeleteDialogProps } from './overlays/delete-dialog.tsx';
export { Dialog, type DialogProps } from './overlays/dialog.tsx';
export { CloseOnBackContext } from './overlays/dialog-behaviour.ts';
export {
  DropdownMenu,
  type DropdownMenuProps,
  MenuItem,
  type MenuItemProps,
  MenuLabel,
  MenuRadioGroup,
  type MenuRadioGroupProps,
  MenuSeparator,
} from './overlays/dropdown-menu.tsx';
export { Tooltip, type TooltipProps, TooltipProvider } from './overlays/tooltip.tsx';
export { Avatar, initials } from './text/avatar.tsx';
export { DateText } from './text/date-text.tsx';
export { Kbd } from './text/kbd.ts';
export { KhmerText } from './text/khmer-text.tsx';
export { containsKhmer, langProps } from './text/lang-props.ts';
export { formatSchoolTime, startOfSchoolDay } from './text/school-time.ts';
export { Heading, type HeadingProps, Text, type TextProps } from './text/text.tsx';
export { TextLink } from './text/text-link.ts';
export { VisuallyHidden } from './text/visually-hidden.ts';
