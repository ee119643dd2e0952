export { Button } from './actions/button.tsx';
export { IconButton } from './actions/icon-button.tsx';
export { Badge, type Level, LevelBadge, StatusBadge } from './data/badge.tsx';
export { Card } from './data/card.tsx';
export { type Column, DataTable } from './data/data-table.tsx';
export { type DayBar, DayChart } from './data/day-chart.tsx';
export { DescriptionList } from './data/description-list.tsx';
export { openableRowProps, RowLink, type RowOpening, useRowKeys } from './data/openable-row.tsx';
export { formatTotal } from './data/page-range.ts';
export { Pagination } from './data/pagination.tsx';
export { SortSelect } from './data/sort-select.tsx';
export { StatCard, StatCardSkeleton } from './data/stat-card.tsx';
export { Callout } from './feedback/callout.tsx';
export { EmptyState } from './feedback/empty-state.tsx';
export { ErrorPanel } from './feedback/error-panel.tsx';
export { ProgressBar } from './feedback/progress-bar.tsx';
export { Skeleton } from './feedback/skeleton.tsx';
export { Spinner, SpinnerRing } from './feedback/spinner.tsx';
export { type ToastAction, toast } from './feedback/toast-store.ts';
export { Checkbox } from './forms/checkbox.tsx';
export { Combobox } from './forms/combobox.tsx';
export { FormField, useFieldControl, useFieldLabelId } from './forms/form-field.tsx';
export { PasswordInput } from './forms/password-input.tsx';
export { Radio, RadioGroup } from './forms/radio-group.tsx';
export { SearchInput } from './forms/search-input.tsx';
export { SegmentedToggle } from './forms/segmented-toggle.tsx';
export { Select, type SelectOption } from './forms/select.tsx';
export { Switch } from './forms/switch.tsx';
export { TextArea, TextInput } from './forms/text-input.tsx';
export { type Appearance, AppearanceProvider, useAppearance } from './foundation/appearance.tsx';
export { KitProvider } from './foundation/kit-provider.tsx';
export { useShortcuts } from './foundation/shortcuts.ts';
export * from './foundation/tokens.ts';
export { useScreen } from './foundation/use-screen.ts';
export { formatDigits, formatNumber } from './i18n/format.ts';
export { joinCompounds } from './i18n/join-compounds.ts';
export {
  currentLanguage,
  formatLocale,
  type Language,
  type LanguageChoice,
  type Locale,
  languages,
  loadMessages,
  type Numerals,
  setLanguage,
  setNumerals,
  startLanguage,
  useLanguage,
} from './i18n/language.ts';
export { LanguageToggle } from './i18n/language-toggle.tsx';
export {
  defineMessages,
  type MessageSource,
  type Messages,
  type MessageTags,
  type MessageValue,
  type Translate,
} from './i18n/messages.ts';
export { enablePlurals } from './i18n/plurals.ts';
export { toPseudoLocale } from './i18n/pseudo-locale.ts';
export { defineServerMessages, translateServerMessage } from './i18n/server-messages.ts';
export * from './icons.ts';
export { CardGrid, FieldGrid, Inline, Stack, ViewBody } from './layout/boxes.tsx';
export { Tabs } from './layout/tabs.tsx';
export { Toolbar } from './layout/toolbar.tsx';
export { ConfirmDialog } from './overlays/confirm-dialog.tsx';
export { DeleteDialog } from './overlays/delete-dialog.tsx';
export { CloseOnBackContext, Dialog, type DialogProps, useCloseOnBack } from './overlays/dialog.tsx';
export {
  DropdownMenu,
  MenuGroup,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuSeparator,
} from './overlays/dropdown-menu.tsx';
export { Tooltip, TooltipProvider } from './overlays/tooltip.tsx';
export { Avatar, initials } from './text/avatar.tsx';
export { DateText, type DateTextProps } from './text/date-text.tsx';
export { containsKhmer, langProps } from './text/lang-props.ts';
export {
  formatSchoolDay,
  formatSchoolMinute,
  formatSchoolMonth,
  formatSchoolTime,
  formatSchoolWeekday,
  fromSchoolClockTime,
  type SchoolClockTime,
  schoolTimeZoneName,
  startOfSchoolDay,
  toSchoolClockTime,
} from './text/school-time.ts';
export { Heading, Kbd, KhmerText, Text, TextLink } from './text/text.tsx';
export { VisuallyHidden } from './text/visually-hidden.ts';
