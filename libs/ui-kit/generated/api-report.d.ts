// API of @khmer-learning/ui-kit. Contract 3.6.0. Written by npm run api-report.

// actions/button.tsx
export declare function Button(options: ButtonProps): import("react").JSX.Element;
export interface ButtonProps extends ComponentProps<'button'> {
    variant?: ButtonVariant;
    size?: ButtonSize;
    fullWidth?: boolean;
    icon?: ReactNode;
    loading?: boolean;
    loadingLabel?: string;
}
export type ButtonSize = 'small' | 'medium' | 'large';
export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
import type { ComponentProps } from 'react';
import type { ReactNode } from 'react';

// actions/icon-button.tsx
export declare function IconButton(options: IconButtonProps): import("react").JSX.Element;
export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
    label: string;
    tooltip?: string;
    icon: ReactNode;
    variant?: ButtonVariant;
    size?: ButtonSize;
    dangerous?: boolean;
    loading?: boolean;
}
import type { ButtonSize } from './button.tsx';
import type { ButtonVariant } from './button.tsx';
import type { ComponentProps } from 'react';
import type { ReactNode } from 'react';

// data/badge.tsx
export declare function Badge(options: BadgeProps): import("react").JSX.Element;
export declare function LevelBadge(options: {
    level: Level;
}): import("react").JSX.Element;
export declare function StatusBadge(options: StatusBadgeProps): import("react").JSX.Element;
export interface BadgeProps {
    tone?: Tone;
    dot?: boolean;
    children: ReactNode;
}
export interface StatusBadgeProps {
    status: string;
    tone?: Tone | undefined;
    label?: string;
}
export type Level = 'Beginner' | 'Intermediate' | 'Advanced';
import type { ReactNode } from 'react';
import type { Tone } from '../foundation/tokens.ts';

// data/card.tsx
export declare function Card(options: CardProps): import("react").JSX.Element;
export interface CardProps {
    title?: string;
    actions?: ReactNode;
    flush?: boolean;
    children: ReactNode;
}
import type { ReactNode } from 'react';

// data/data-table.tsx
export declare function DataTable<Item, Key extends string | number>(options: DataTableProps<Item, Key>): string | number | bigint | boolean | import("react").JSX.Element | Iterable<ReactNode> | Promise<string | number | bigint | boolean | Iterable<ReactNode> | import("react").ReactElement<unknown, string | import("react").JSXElementConstructor<any>> | import("react").ReactPortal | null | undefined> | null | undefined;
export interface Column<Item> {
    id: string;
    header: string;
    cell: (item: Item) => ReactNode;
    align?: 'start' | 'end';
    width?: string;
    nowrap?: boolean;
    main?: boolean;
    icon?: (item: Item) => ReactNode;
    description?: (item: Item) => ReactNode;
    narrowTitle?: (item: Item) => ReactNode;
    narrow?: 'line' | 'picture';
    sort?: string;
}
export interface DataTableProps<Item, Key extends string | number> {
    caption: string;
    columns: readonly Column<Item>[];
    rows: readonly Item[] | undefined;
    rowKey: (item: Item) => Key;
    rowName: (item: Item) => string;
    empty: ReactNode;
    error?: Pick<ErrorPanelProps, 'title' | 'message' | 'requestId' | 'onRetry'> | undefined;
    refreshing?: boolean;
    onOpen?: (item: Item) => void;
    addressOf?: (item: Item) => string;
    actions?: (item: Item) => ReactNode;
    actionsHeader?: string;
    headAction?: ReactNode;
    fixed?: boolean;
    selection?: {
        selected: ReadonlySet<Key>;
        onChange: (selected: ReadonlySet<Key>) => void;
    };
    sorting?: Sorting;
    skeletonRows?: number;
}
import type { ErrorPanelProps } from '../feedback/error-panel.tsx';
import type { ReactNode } from 'react';
import type { Sorting } from './sort-select.tsx';

// data/day-chart.tsx
export declare function DayChart(options: {
    bars: readonly DayBar[];
    label: string;
    top: string;
}): import("react").JSX.Element;
export interface DayBar {
    readonly day: string;
    readonly title: string;
    readonly parts: readonly {
        readonly name: string;
        readonly fill: string;
        readonly value: number;
    }[];
}

// data/description-list.tsx
export declare function DescriptionList(options: {
    items: readonly {
        term: string;
        detail: ReactNode;
    }[];
}): import("react").JSX.Element;
import type { ReactNode } from 'react';

// data/openable-row.tsx
export declare function RowLink(options: {
    href?: string | undefined;
    children: ReactNode;
}): import("react").JSX.Element;
export declare function openableRowProps(options: RowOpening): {
    'data-row': string;
    onClick: (event: MouseEvent<HTMLElement>) => void;
    onAuxClick: (event: MouseEvent<HTMLElement>) => void;
    onMouseDown: (event: MouseEvent<HTMLElement>) => void;
};
export declare function useRowKeys<Container extends HTMLElement>(): RefObject<Container | null>;
export interface RowOpening {
    onOpen: () => void;
    href?: string | undefined;
}
import type { MouseEvent } from 'react';
import type { ReactNode } from 'react';
import type { RefObject } from 'react';

// data/page-range.ts
export declare function formatTotal(options: Pick<PaginationState, 'total' | 'totalIsEstimate'>): string;
export interface PaginationState {
    offset: number;
    limit: number;
    total: number;
    totalIsEstimate?: boolean | undefined;
    maxOffset?: number | undefined;
}

// data/pagination.tsx
export declare function Pagination(options: PaginationProps): import("react").JSX.Element;
export interface PaginationProps extends PaginationState {
    itemsLabel?: string;
    onOffsetChange: (offset: number) => void;
    pageSizes?: readonly number[];
    onLimitChange?: (limit: number) => void;
}
import type { PaginationState } from './page-range.ts';

// data/sort-select.tsx
export declare function SortSelect(options: SortSelectProps): import("react").JSX.Element;
export interface SortSelectProps extends Sorting {
    options: readonly {
        readonly sort: string;
        readonly label: string;
    }[];
}
export interface Sorting {
    value: string | null;
    onChange: (sort: string | null) => void;
}

// data/sparkline.tsx
export interface SparklineProps {
    values: readonly number[];
    label: string;
    scale?: {
        readonly lowest: string;
        readonly highest: string;
    } | undefined;
}

// data/stat-card.tsx
export declare function StatCard(options: StatCardProps): import("react").JSX.Element;
export declare function StatCardSkeleton(): import("react").JSX.Element;
export interface StatCardProps {
    label: string;
    value: ReactNode;
    detail?: ReactNode;
    growth?: number | undefined;
    growthDecimals?: number;
    icon?: ReactNode;
    href?: string | undefined;
    curve?: SparklineProps | undefined;
}
import type { ReactNode } from 'react';
import type { SparklineProps } from './sparkline.tsx';

// feedback/callout.tsx
declare const kinds: {
    readonly info: {
        readonly tone: 'greyBlue';
        readonly Icon: import("lucide-react").LucideIcon;
    };
    readonly success: {
        readonly tone: 'green';
        readonly Icon: import("lucide-react").LucideIcon;
    };
    readonly warning: {
        readonly tone: 'yellow';
        readonly Icon: import("lucide-react").LucideIcon;
    };
    readonly danger: {
        readonly tone: 'red';
        readonly Icon: import("lucide-react").LucideIcon;
    };
};
export declare function Callout(options: CalloutProps): import("react").JSX.Element;
export interface CalloutProps {
    tone?: keyof typeof kinds;
    title?: string;
    children?: ReactNode;
    announce?: boolean;
}
import type { ReactNode } from 'react';

// feedback/empty-state.tsx
export declare function EmptyState(options: EmptyStateProps): import("react").JSX.Element;
export interface EmptyStateProps {
    title: string;
    hint?: ReactNode;
    icon?: ReactNode;
    action?: ReactNode;
}
import type { ReactNode } from 'react';

// feedback/error-panel.tsx
export declare function ErrorPanel(options: ErrorPanelProps): import("react").JSX.Element;
export interface ErrorPanelProps {
    title: string;
    message?: ReactNode;
    details?: string | undefined;
    detailsOpen?: boolean;
    requestId?: string | undefined;
    onRetry?: (() => void) | undefined;
    retrying?: boolean;
    action?: ReactNode;
}
import type { ReactNode } from 'react';

// feedback/progress-bar.tsx
export declare function ProgressBar(options: ProgressBarProps): import("react").JSX.Element;
export interface ProgressBarProps {
    label: string;
    value: number | null;
    fill?: string;
}

// feedback/skeleton.tsx
export declare function Skeleton(options: {
    width?: string;
    height?: string;
}): import("react").JSX.Element;

// feedback/spinner.tsx
export declare function Spinner(options: {
    size?: number;
    label?: string;
}): import("react").JSX.Element;
export declare function SpinnerRing(options: {
    size?: number;
}): import("react").JSX.Element;

// feedback/toast-store.ts
declare function show(options: ToastMessage): number;
export declare const toast: {
    success: (description: string) => void;
    error: (description: string) => void;
    show: typeof show;
    dismiss: (id?: number) => void;
};
export interface ToastAction {
    label: string;
    onSelect: () => void;
}
export interface ToastMessage {
    tone: 'success' | 'error' | 'info';
    title: string;
    description?: string;
    action?: ToastAction;
}

// forms/checkbox.tsx
export declare function Checkbox(options: CheckboxProps): import("react").JSX.Element;
export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'ref' | 'children'> {
    children?: ReactNode;
    indeterminate?: boolean;
    ref?: (element: HTMLInputElement | null) => void;
}
import type { ComponentProps } from 'react';
import type { ReactNode } from 'react';

// forms/combobox.tsx
export declare function Combobox(options: ComboboxProps): import("react").JSX.Element;
export interface ComboboxProps {
    options: readonly SelectOption[];
    value: string;
    onValueChange: (value: string) => void;
    valueLabel?: string;
    onSearch?: (text: string) => void;
    loading?: boolean;
    placeholder?: string;
    emptyText?: string;
    disabled?: boolean;
    'aria-label'?: string;
    id?: string;
    onBlur?: () => void;
    ref?: Ref<HTMLInputElement>;
}
import type { Ref } from 'react';
import type { SelectOption } from './select.tsx';

// forms/form-field.tsx
export declare function FormField(options: FormFieldProps): import("react").JSX.Element;
export declare function useFieldControl(own?: ControlProps): ControlProps;
export declare function useFieldLabelId(): string | undefined;
export interface FormFieldProps {
    label: string;
    children: ReactNode;
    hint?: ReactNode;
    error?: string | undefined;
    required?: boolean;
    aside?: ReactNode;
    group?: boolean;
}
import type { ReactNode } from 'react';
interface ControlProps {
    id?: string | undefined;
    'aria-describedby'?: string | undefined;
    'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling' | undefined;
    'aria-required'?: boolean | 'true' | 'false' | undefined;
}

// forms/password-input.tsx
export declare function PasswordInput(options: Omit<ComponentProps<'input'>, 'type'>): import("react").JSX.Element;
import type { ComponentProps } from 'react';

// forms/radio-group.tsx
export declare function Radio(props: ComponentProps<'input'>): import("react").JSX.Element;
export declare function RadioGroup<Value extends string>(options: RadioGroupProps<Value>): import("react").JSX.Element;
export interface RadioGroupProps<Value extends string> {
    options: readonly RadioOption<Value>[];
    value: Value | '';
    onValueChange: (value: Value) => void;
    'aria-label'?: string;
    disabled?: boolean;
    onBlur?: () => void;
    ref?: Ref<HTMLInputElement>;
}
export interface RadioOption<Value extends string> {
    value: Value;
    label: ReactNode;
    hint?: string;
    aside?: ReactNode;
    disabled?: boolean;
}
import type { ComponentProps } from 'react';
import type { ReactNode } from 'react';
import type { Ref } from 'react';

// forms/search-input.tsx
export declare function SearchInput(options: SearchInputProps): import("react").JSX.Element;
export interface SearchInputProps {
    value: string;
    onChange: (value: string) => void;
    label: string;
    placeholder?: string;
    debounceMs?: number;
    shortcut?: boolean;
}

// forms/segmented-toggle.tsx
export declare function SegmentedToggle<Value extends string>(options: SegmentedToggleProps<Value>): import("react").JSX.Element;
export interface SegmentedToggleProps<Value extends string> {
    options: readonly {
        value: Value;
        label: string;
        icon?: ReactNode;
    }[];
    value: Value;
    onValueChange: (value: Value) => void;
    'aria-label'?: string;
    disabled?: boolean;
}
import type { ReactNode } from 'react';

// forms/select.tsx
export declare function Select(options: SelectProps): import("react").JSX.Element;
export interface SelectOption {
    value: string;
    label: string;
    disabled?: boolean;
}
export interface SelectProps {
    options: readonly SelectOption[];
    value: string;
    onValueChange: (value: string) => void;
    placeholder?: string;
    disabled?: boolean;
    active?: boolean;
    'aria-label'?: string;
    id?: string;
    onBlur?: () => void;
    ref?: Ref<HTMLButtonElement>;
}
import type { Ref } from 'react';

// forms/switch.tsx
export declare function Switch(options: SwitchProps): import("react").JSX.Element;
export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'children'> {
    children?: ReactNode;
}
import type { ComponentProps } from 'react';
import type { ReactNode } from 'react';

// forms/text-input.tsx
export declare function TextArea(options: ComponentProps<'textarea'>): import("react").JSX.Element;
export declare function TextInput(options: ComponentProps<'input'>): import("react").JSX.Element;
import type { ComponentProps } from 'react';

// foundation/appearance.tsx
export declare function AppearanceProvider(options: {
    children: ReactNode;
}): import("react").JSX.Element;
export declare function useAppearance(): AppearanceValue;
export type Appearance = 'system' | 'light' | 'dark';
import type { ReactNode } from 'react';
interface AppearanceValue {
    appearance: Appearance;
    setAppearance: (appearance: Appearance) => void;
}

// foundation/kit-provider.tsx
export declare function KitProvider(options: KitProviderProps): import("react").JSX.Element;
export interface KitProviderProps {
    nonce?: string | undefined;
    children: ReactNode;
}
import type { ReactNode } from 'react';

// foundation/shortcuts.ts
export declare function useShortcuts(element: RefObject<HTMLElement | null>, shortcuts: Readonly<Record<string, ((event: KeyboardEvent) => unknown) | undefined>>): void;
import type { RefObject } from 'react';

// foundation/tokens.ts
export declare const bottomBarHeight = "var(--kl-bottom-bar-height, 0px)";
export declare const chartColors: readonly ['#5a66da', '#14898b', '#c77708', '#c2417c', '#3f8f3a', '#8358d3', '#1f7fb8', '#cf5231', '#7d7f13', '#a44fb5', '#2b8c6b', '#d14458', '#5b7896', '#9a6a3f', '#6d6fb0'];
export declare const colorSchemes: {
    readonly light: {
        readonly canvas: '#f6f7f9';
        readonly surface: '#ffffff';
        readonly surfaceRaised: '#ffffff';
        readonly surfaceSunken: '#f0f2f5';
        readonly surfaceHover: '#f3f4f7';
        readonly surfaceSelected: '#f2f3fe';
        readonly border: '#e2e5eb';
        readonly borderStrong: '#cbd1db';
        readonly borderControl: '#838da0';
        readonly text: '#181d29';
        readonly textMuted: '#545e70';
        readonly textPlaceholder: '#667085';
        readonly accent: '#4551c9';
        readonly accentHover: '#3943ac';
        readonly accentText: '#3f4abf';
        readonly onAccent: '#ffffff';
        readonly danger: '#c42b33';
        readonly dangerHover: '#a52129';
        readonly dangerText: '#b3222b';
        readonly onDanger: '#ffffff';
        readonly focus: '#4551c9';
        readonly backdrop: 'rgb(16 20 30 / 0.44)';
        readonly shadow: 'rgb(20 26 40 / 0.1)';
        readonly shadowStrong: 'rgb(20 26 40 / 0.18)';
        readonly greenSoft: '#e2f5ea';
        readonly greenText: '#146c3c';
        readonly greenSolid: '#22915a';
        readonly yellowSoft: '#fcf1cf';
        readonly yellowText: '#7d5200';
        readonly yellowSolid: '#c08304';
        readonly redSoft: '#fde7e7';
        readonly redText: '#ab1f28';
        readonly redSolid: '#d4434a';
        readonly greySoft: '#eceef2';
        readonly greyText: '#4d5769';
        readonly greySolid: '#7a8496';
        readonly greyBlueSoft: '#e2ebf4';
        readonly greyBlueText: '#355877';
        readonly greyBlueSolid: '#5d82a3';
        readonly accentSoft: '#e9ebfc';
        readonly accentSolid: '#5a66da';
        readonly tealSoft: '#dcf3f2';
        readonly tealText: '#0c6466';
        readonly tealSolid: '#14898b';
    };
    readonly dark: {
        readonly canvas: '#0d1016';
        readonly surface: '#151922';
        readonly surfaceRaised: '#1c212c';
        readonly surfaceSunken: '#10141b';
        readonly surfaceHover: '#1e2430';
        readonly surfaceSelected: '#212747';
        readonly border: '#272d3a';
        readonly borderStrong: '#3a4252';
        readonly borderControl: '#6b7689';
        readonly text: '#e8ebf1';
        readonly textMuted: '#a1abbc';
        readonly textPlaceholder: '#8c97aa';
        readonly accent: '#5864dc';
        readonly accentHover: '#4e5ace';
        readonly accentText: '#a3acfb';
        readonly onAccent: '#ffffff';
        readonly danger: '#c9383f';
        readonly dangerHover: '#b83037';
        readonly dangerText: '#ff9a9b';
        readonly onDanger: '#ffffff';
        readonly focus: '#8f9af8';
        readonly backdrop: 'rgb(3 5 9 / 0.66)';
        readonly shadow: 'rgb(0 0 0 / 0.4)';
        readonly shadowStrong: 'rgb(0 0 0 / 0.6)';
        readonly greenSoft: '#12301f';
        readonly greenText: '#74d7a1';
        readonly greenSolid: '#35b374';
        readonly yellowSoft: '#352a0c';
        readonly yellowText: '#eac35c';
        readonly yellowSolid: '#d8a21c';
        readonly redSoft: '#3c191c';
        readonly redText: '#ff9c9d';
        readonly redSolid: '#e5585e';
        readonly greySoft: '#262c37';
        readonly greyText: '#b3bccb';
        readonly greySolid: '#7f8a9d';
        readonly greyBlueSoft: '#1b2c3d';
        readonly greyBlueText: '#9dc1e2';
        readonly greyBlueSolid: '#6d95b9';
        readonly accentSoft: '#242a4d';
        readonly accentSolid: '#7480ee';
        readonly tealSoft: '#0e2f31';
        readonly tealText: '#6dd3d0';
        readonly tealSolid: '#23a3a3';
    };
};
export declare const controlHeight: {
    readonly small: '1.875rem';
    readonly medium: '2.25rem';
    readonly large: '2.625rem';
};
export declare const duration: {
    readonly fast: '120ms';
    readonly normal: '180ms';
};
export declare const fontFamily: {
    readonly latin: string;
    readonly khmer: string;
    readonly code: string;
};
export declare const fontSize: {
    readonly tiny: '0.75rem';
    readonly small: '0.8125rem';
    readonly body: '0.875rem';
    readonly large: '1rem';
    readonly title: '1.125rem';
    readonly heading: '1.375rem';
    readonly figure: '1.75rem';
};
export declare const fontWeight: {
    readonly regular: 400;
    readonly medium: 500;
    readonly semibold: 600;
    readonly bold: 700;
};
export declare const headerHeight = "var(--kl-header-height, 0px)";
export declare const narrowBreakpoint = "640px";
export declare const radius: {
    readonly small: '4px';
    readonly medium: '7px';
    readonly large: '11px';
    readonly full: '999px';
};
export declare const shadow: {
    readonly small: `0 1px 2px ${string}`;
    readonly medium: `0 4px 12px -2px ${string}, 0 2px 4px -2px ${string}`;
    readonly large: `0 18px 48px -8px ${string}, 0 4px 14px -4px ${string}`;
};
export declare const toastRoom = "var(--kl-toast-room, 0px)";
export declare const touchTarget = "2.75rem";
export declare const zIndex: {
    readonly raised: 1;
    readonly sticky: 10;
    readonly sidebar: 20;
    readonly dialog: 40;
    readonly popover: 50;
    readonly tooltip: 60;
    readonly toast: 70;
};
export declare function color(name: ColorName): string;
export declare function colorSchemeVariables(scheme: keyof typeof colorSchemes): string;
export declare function space(steps: number): string;
export declare function toneColors(tone: Tone): {
    soft: string;
    text: string;
    solid: string;
};
export type ColorName = keyof typeof colorSchemes.light;
export type Tone = 'green' | 'yellow' | 'red' | 'grey' | 'greyBlue' | 'accent' | 'teal';

// foundation/use-screen.ts
export declare function useScreen(query: string): boolean;

// i18n/format.ts
export declare const formatDigits: (value: number) => string;
export declare function formatNumber(value: number, options?: Intl.NumberFormatOptions): string;

// i18n/join-compounds.ts
export declare const joinCompounds: (text: string) => string;

// i18n/language-toggle.tsx
export declare function LanguageToggle(): import("react").JSX.Element;

// i18n/language.ts
export declare const currentLanguage: () => Language;
export declare const formatLocale: () => string;
export declare const languages: readonly {
    readonly value: Language;
    readonly label: string;
}[];
export declare function loadMessages(): Promise<void>;
export declare function setLanguage(locale: Locale): Promise<void>;
export declare function setNumerals(next: Numerals): void;
export declare function startLanguage(choice?: LanguageChoice | null): Promise<void>;
export declare function useLanguage(): {
    language: Language;
    setLanguage: typeof setLanguage;
    numerals: Numerals;
    setNumerals: typeof setNumerals;
};
export interface LanguageChoice {
    readonly language: Language | null;
    readonly numerals: Numerals | null;
}
export type Language = 'en' | 'km';
export type Locale = Language | 'en-XA';
export type Numerals = 'latn' | 'khmr';

// i18n/messages.ts
export declare function defineMessages<const English extends Readonly<Record<string, string>>>(namespace: string, options: MessageSource<English>): Messages<English>;
export interface MessageSource<English extends Readonly<Record<string, string>>> {
    readonly en: English;
    readonly load: {
        readonly [Other in Exclude<Language, 'en'>]?: () => Promise<{
            readonly [Name in Other]: Readonly<Record<keyof English, string>>;
        }>;
    };
}
export interface Messages<English extends Readonly<Record<string, string>>> {
    useMessages: () => Translate<English>;
    message: Translate<English>;
}
export interface Translate<English extends Readonly<Record<string, string>>> {
    <Id extends keyof English & string>(id: Id, ...values: MessageArguments<English[Id]>): string;
    rich<Id extends keyof English & string>(id: Id, tags: MessageTags, ...values: MessageArguments<English[Id]>): ReactNode;
}
export type MessageTags = Readonly<Record<string, (content: ReactNode) => ReactNode>>;
export type MessageValue = string | number;
import type { Language } from './language.ts';
import type { ReactNode } from 'react';
type ArgumentName<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | ArgumentName<Rest> : never;
type MessageArguments<Text extends string> = string extends Text ? [values?: Readonly<Record<string, MessageValue>>] : Text extends `${string}{${string}` ? [values: MessageValues<Text>] : [];
type MessageValues<Text extends string> = [Extract<ArgumentName<Text>, `${string},${string}`>] extends [never] ? Readonly<Record<ArgumentName<Text>, MessageValue>> : Readonly<Record<string, MessageValue>>;

// i18n/plurals.ts
export declare function enablePlurals(): void;

// i18n/pseudo-locale.ts
export declare function toPseudoLocale(message: string): string;

// i18n/server-messages.ts
export declare function defineServerMessages(load: {
    km: () => Promise<{
        km: Texts;
    }>;
}): typeof translateServerMessage;
export declare function translateServerMessage(text: string): string;
type Texts = Readonly<Record<string, string>>;

// icons.ts
export { ArrowDown as ArrowDownIcon } from 'lucide-react';
export { ArrowDownUp as ArrowDownUpIcon } from 'lucide-react';
export { ArrowUp as ArrowUpIcon } from 'lucide-react';
export { Bell as BellIcon } from 'lucide-react';
export { Bold as BoldIcon } from 'lucide-react';
export { BookOpen as BookOpenIcon } from 'lucide-react';
export { ChartColumn as ChartColumnIcon } from 'lucide-react';
export { Check as CheckIcon } from 'lucide-react';
export { ChevronDown as ChevronDownIcon } from 'lucide-react';
export { ChevronRight as ChevronRightIcon } from 'lucide-react';
export { CircleAlert as CircleAlertIcon } from 'lucide-react';
export { CircleCheck as CircleCheckIcon } from 'lucide-react';
export { CircleX as CircleXIcon } from 'lucide-react';
export { Clock as ClockIcon } from 'lucide-react';
export { Copy as CopyIcon } from 'lucide-react';
export { CreditCard as CreditCardIcon } from 'lucide-react';
export { DollarSign as DollarSignIcon } from 'lucide-react';
export { Download as DownloadIcon } from 'lucide-react';
export { Ellipsis as EllipsisIcon } from 'lucide-react';
export { Eye as EyeIcon } from 'lucide-react';
export { EyeOff as EyeOffIcon } from 'lucide-react';
export { FileText as FileTextIcon } from 'lucide-react';
export { Gift as GiftIcon } from 'lucide-react';
export { GripVertical as GripIcon } from 'lucide-react';
export { HeartPulse as HeartPulseIcon } from 'lucide-react';
export { History as HistoryIcon } from 'lucide-react';
export { Image as ImageIcon } from 'lucide-react';
export { Inbox as InboxIcon } from 'lucide-react';
export { Info as InfoIcon } from 'lucide-react';
export { Italic as ItalicIcon } from 'lucide-react';
export { KeyRound as KeyRoundIcon } from 'lucide-react';
export { Keyboard as KeyboardIcon } from 'lucide-react';
export { Layers as LayersIcon } from 'lucide-react';
export { LayoutDashboard as LayoutDashboardIcon } from 'lucide-react';
export { LibraryBig as LibraryBigIcon } from 'lucide-react';
export { Link as LinkIcon } from 'lucide-react';
export { ListChecks as ListChecksIcon } from 'lucide-react';
export { LogOut as LogOutIcon } from 'lucide-react';
export { Menu as MenuIcon } from 'lucide-react';
export { MessageSquare as CommentIcon } from 'lucide-react';
export { Mic as MicIcon } from 'lucide-react';
export { Monitor as MonitorIcon } from 'lucide-react';
export { Moon as MoonIcon } from 'lucide-react';
export { Pencil as PencilIcon } from 'lucide-react';
export { Play as PlayIcon } from 'lucide-react';
export { Plus as PlusIcon } from 'lucide-react';
export { ReceiptText as ReceiptTextIcon } from 'lucide-react';
export { Redo2 as RedoIcon } from 'lucide-react';
export { RefreshCw as RefreshCwIcon } from 'lucide-react';
export { RotateCw as RotateCwIcon } from 'lucide-react';
export { Search as SearchIcon } from 'lucide-react';
export { Settings as SettingsIcon } from 'lucide-react';
export { Shapes as ShapesIcon } from 'lucide-react';
export { Square as SquareIcon } from 'lucide-react';
export { Sun as SunIcon } from 'lucide-react';
export { Tags as TagsIcon } from 'lucide-react';
export { Trash2 as TrashIcon } from 'lucide-react';
export { TriangleAlert as TriangleAlertIcon } from 'lucide-react';
export { Underline as UnderlineIcon } from 'lucide-react';
export { Undo2 as UndoIcon } from 'lucide-react';
export { Upload as UploadIcon } from 'lucide-react';
export { UserCheck as UserCheckIcon } from 'lucide-react';
export { UserX as UserXIcon } from 'lucide-react';
export { Users as UsersIcon } from 'lucide-react';
export { Volume2 as VolumeIcon } from 'lucide-react';
export { X as CloseIcon } from 'lucide-react';

// index.ts
export * from './foundation/tokens.ts';
export * from './icons.ts';
export type { Appearance } from './foundation/appearance.tsx';
export type { Column } from './data/data-table.tsx';
export type { DateTextProps } from './text/date-text.tsx';
export type { DayBar } from './data/day-chart.tsx';
export type { DialogProps } from './overlays/dialog.tsx';
export type { Language } from './i18n/language.ts';
export type { LanguageChoice } from './i18n/language.ts';
export type { Level } from './data/badge.tsx';
export type { Locale } from './i18n/language.ts';
export type { MessageSource } from './i18n/messages.ts';
export type { MessageTags } from './i18n/messages.ts';
export type { MessageValue } from './i18n/messages.ts';
export type { Messages } from './i18n/messages.ts';
export type { Numerals } from './i18n/language.ts';
export type { RowOpening } from './data/openable-row.tsx';
export type { SchoolClockTime } from './text/school-time.ts';
export type { SelectOption } from './forms/select.tsx';
export type { ToastAction } from './feedback/toast-store.ts';
export type { Translate } from './i18n/messages.ts';
export { AppearanceProvider } from './foundation/appearance.tsx';
export { Avatar } from './text/avatar.tsx';
export { Badge } from './data/badge.tsx';
export { Button } from './actions/button.tsx';
export { Callout } from './feedback/callout.tsx';
export { Card } from './data/card.tsx';
export { CardGrid } from './layout/boxes.tsx';
export { Checkbox } from './forms/checkbox.tsx';
export { CloseOnBackContext } from './overlays/dialog.tsx';
export { Combobox } from './forms/combobox.tsx';
export { ConfirmDialog } from './overlays/confirm-dialog.tsx';
export { DataTable } from './data/data-table.tsx';
export { DateText } from './text/date-text.tsx';
export { DayChart } from './data/day-chart.tsx';
export { DeleteDialog } from './overlays/delete-dialog.tsx';
export { DescriptionList } from './data/description-list.tsx';
export { Dialog } from './overlays/dialog.tsx';
export { DropdownMenu } from './overlays/dropdown-menu.tsx';
export { EmptyState } from './feedback/empty-state.tsx';
export { ErrorPanel } from './feedback/error-panel.tsx';
export { FieldGrid } from './layout/boxes.tsx';
export { FormField } from './forms/form-field.tsx';
export { Heading } from './text/text.tsx';
export { IconButton } from './actions/icon-button.tsx';
export { Inline } from './layout/boxes.tsx';
export { Kbd } from './text/text.tsx';
export { KhmerText } from './text/text.tsx';
export { KitProvider } from './foundation/kit-provider.tsx';
export { LanguageToggle } from './i18n/language-toggle.tsx';
export { LevelBadge } from './data/badge.tsx';
export { MenuGroup } from './overlays/dropdown-menu.tsx';
export { MenuItem } from './overlays/dropdown-menu.tsx';
export { MenuLabel } from './overlays/dropdown-menu.tsx';
export { MenuRadioGroup } from './overlays/dropdown-menu.tsx';
export { MenuSeparator } from './overlays/dropdown-menu.tsx';
export { Pagination } from './data/pagination.tsx';
export { PasswordInput } from './forms/password-input.tsx';
export { ProgressBar } from './feedback/progress-bar.tsx';
export { Radio } from './forms/radio-group.tsx';
export { RadioGroup } from './forms/radio-group.tsx';
export { RowLink } from './data/openable-row.tsx';
export { SearchInput } from './forms/search-input.tsx';
export { SegmentedToggle } from './forms/segmented-toggle.tsx';
export { Select } from './forms/select.tsx';
export { Skeleton } from './feedback/skeleton.tsx';
export { SortSelect } from './data/sort-select.tsx';
export { Spinner } from './feedback/spinner.tsx';
export { SpinnerRing } from './feedback/spinner.tsx';
export { Stack } from './layout/boxes.tsx';
export { StatCard } from './data/stat-card.tsx';
export { StatCardSkeleton } from './data/stat-card.tsx';
export { StatusBadge } from './data/badge.tsx';
export { Switch } from './forms/switch.tsx';
export { Tabs } from './layout/tabs.tsx';
export { Text } from './text/text.tsx';
export { TextArea } from './forms/text-input.tsx';
export { TextInput } from './forms/text-input.tsx';
export { TextLink } from './text/text.tsx';
export { Toolbar } from './layout/toolbar.tsx';
export { Tooltip } from './overlays/tooltip.tsx';
export { TooltipProvider } from './overlays/tooltip.tsx';
export { ViewBody } from './layout/boxes.tsx';
export { VisuallyHidden } from './text/visually-hidden.ts';
export { containsKhmer } from './text/lang-props.ts';
export { currentLanguage } from './i18n/language.ts';
export { defineMessages } from './i18n/messages.ts';
export { defineServerMessages } from './i18n/server-messages.ts';
export { enablePlurals } from './i18n/plurals.ts';
export { formatDigits } from './i18n/format.ts';
export { formatLocale } from './i18n/language.ts';
export { formatNumber } from './i18n/format.ts';
export { formatSchoolDay } from './text/school-time.ts';
export { formatSchoolMinute } from './text/school-time.ts';
export { formatSchoolMonth } from './text/school-time.ts';
export { formatSchoolTime } from './text/school-time.ts';
export { formatSchoolWeekday } from './text/school-time.ts';
export { formatTotal } from './data/page-range.ts';
export { fromSchoolClockTime } from './text/school-time.ts';
export { initials } from './text/avatar.tsx';
export { joinCompounds } from './i18n/join-compounds.ts';
export { langProps } from './text/lang-props.ts';
export { languages } from './i18n/language.ts';
export { loadMessages } from './i18n/language.ts';
export { openableRowProps } from './data/openable-row.tsx';
export { schoolTimeZoneName } from './text/school-time.ts';
export { setLanguage } from './i18n/language.ts';
export { setNumerals } from './i18n/language.ts';
export { startLanguage } from './i18n/language.ts';
export { startOfSchoolDay } from './text/school-time.ts';
export { toPseudoLocale } from './i18n/pseudo-locale.ts';
export { toSchoolClockTime } from './text/school-time.ts';
export { toast } from './feedback/toast-store.ts';
export { translateServerMessage } from './i18n/server-messages.ts';
export { useAppearance } from './foundation/appearance.tsx';
export { useCloseOnBack } from './overlays/dialog.tsx';
export { useFieldControl } from './forms/form-field.tsx';
export { useFieldLabelId } from './forms/form-field.tsx';
export { useLanguage } from './i18n/language.ts';
export { useRowKeys } from './data/openable-row.tsx';
export { useScreen } from './foundation/use-screen.ts';
export { useShortcuts } from './foundation/shortcuts.ts';

// layout/boxes.tsx
declare const justifyValues: {
    readonly start: 'flex-start';
    readonly end: 'flex-end';
    readonly between: 'space-between';
    readonly center: 'center';
};
export declare const FieldGrid: import("styled-components/dist/types").IStyledComponentBase<"web", Omit<import("react").DetailedHTMLProps<import("react").HTMLAttributes<HTMLDivElement>, HTMLDivElement>, "style"> & {
    style?: import("react").CSSProperties | import("styled-components/dist/types").CSSPropertiesWithVars | undefined;
}> & string;
export declare const ViewBody: import("styled-components/dist/types").IStyledComponentBase<"web", Omit<import("react").DetailedHTMLProps<import("react").HTMLAttributes<HTMLDivElement>, HTMLDivElement>, "style"> & {
    style?: import("react").CSSProperties | import("styled-components/dist/types").CSSPropertiesWithVars | undefined;
}> & string;
export declare function CardGrid(options: ComponentProps<'div'> & {
    minColumnWidth?: string;
}): import("react").JSX.Element;
export declare function Inline(options: InlineProps): import("react").JSX.Element;
export declare function Stack(options: ComponentProps<'div'> & {
    gap?: number;
}): import("react").JSX.Element;
export interface InlineProps extends ComponentProps<'div'> {
    gap?: number;
    justify?: keyof typeof justifyValues;
    wrap?: boolean;
}
import type { ComponentProps } from 'react';

// layout/tabs.tsx
export declare function Tabs<Value extends string>(options: TabsProps<Value>): import("react").JSX.Element;
export interface TabsProps<Value extends string> {
    label: string;
    tabs: readonly {
        value: Value;
        label: ReactNode;
        content: ReactNode;
        disabled?: boolean;
    }[];
    value: Value;
    onValueChange: (value: Value) => void;
    keepMounted?: boolean;
}
import type { ReactNode } from 'react';

// layout/toolbar.tsx
export declare function Toolbar(options: ToolbarProps): import("react").JSX.Element;
export interface ToolbarProps {
    search?: ReactNode;
    filters?: ReactNode;
    setFilters?: number;
    actions?: ReactNode;
}
import type { ReactNode } from 'react';

// overlays/confirm-dialog.tsx
export declare function ConfirmDialog(options: ConfirmDialogProps): import("react").JSX.Element;
export interface ConfirmDialogProps {
    open: boolean;
    onOpenChange: (open: boolean) => void;
    title: string;
    description: ReactNode;
    children?: ReactNode;
    confirmLabel: string;
    confirmingLabel?: string;
    cancelLabel?: string;
    confirmDisabled?: boolean;
    dangerous?: boolean;
    onConfirm: () => unknown;
    alternative?: {
        label: string;
        onSelect: () => void;
    };
    describeError?: (error: unknown) => string;
}
import type { ReactNode } from 'react';

// overlays/delete-dialog.tsx
export declare function DeleteDialog(options: DeleteDialogProps): import("react").JSX.Element;
export interface DeleteDialogProps extends Pick<ConfirmDialogProps, 'open' | 'onOpenChange' | 'onConfirm' | 'describeError' | 'confirmDisabled' | 'children'> {
    itemType: string;
    itemName: string;
    consequence?: ReactNode;
    restorableDays?: number;
}
import type { ConfirmDialogProps } from './confirm-dialog.tsx';
import type { ReactNode } from 'react';

// overlays/dialog.tsx
export declare const CloseOnBackContext: import("react").Context<((close: () => void) => () => void) | null>;
export declare function Dialog(options: DialogProps): import("react").JSX.Element;
export declare function useCloseOnBack(open: boolean, close: () => void): void;
export interface DialogProps {
    open: boolean;
    onOpenChange?: (open: boolean) => void;
    title: string;
    description?: ReactNode;
    size?: 'small' | 'medium' | 'large' | 'full';
    headerEnd?: ReactNode;
    footer?: ReactNode;
    children: ReactNode;
}
import type { ReactNode } from 'react';

// overlays/dropdown-menu.tsx
export declare const MenuLabel: import("styled-components/dist/types").IStyledComponentBase<"web", Omit<Menu.DropdownMenuLabelProps & import("react").RefAttributes<HTMLDivElement>, "style"> & {
    style?: import("react").CSSProperties | import("styled-components/dist/types").CSSPropertiesWithVars | undefined;
}> & string & Omit<import("react").ForwardRefExoticComponent<Menu.DropdownMenuLabelProps & import("react").RefAttributes<HTMLDivElement>>, keyof import("react").Component<any, {}, any>>;
export declare const MenuSeparator: import("styled-components/dist/types").IStyledComponentBase<"web", Omit<Menu.DropdownMenuSeparatorProps & import("react").RefAttributes<HTMLDivElement>, "style"> & {
    style?: import("react").CSSProperties | import("styled-components/dist/types").CSSPropertiesWithVars | undefined;
}> & string & Omit<import("react").ForwardRefExoticComponent<Menu.DropdownMenuSeparatorProps & import("react").RefAttributes<HTMLDivElement>>, keyof import("react").Component<any, {}, any>>;
export declare function DropdownMenu(options: DropdownMenuProps): import("react").JSX.Element;
export declare function MenuGroup(options: {
    label: string;
    children: ReactNode;
}): import("react").JSX.Element;
export declare function MenuItem(options: MenuItemProps): import("react").JSX.Element;
export declare function MenuRadioGroup<Value extends string>(options: MenuRadioGroupProps<Value>): import("react").JSX.Element;
export interface DropdownMenuProps {
    trigger: ReactNode;
    children: ReactNode;
    align?: 'start' | 'center' | 'end';
}
export interface MenuItemProps {
    children: ReactNode;
    onSelect: () => void;
    icon?: ReactNode;
    dangerous?: boolean;
    disabled?: boolean;
    current?: boolean;
}
export interface MenuRadioGroupProps<Value extends string> {
    label: string;
    value: Value;
    onValueChange: (value: Value) => void;
    options: readonly {
        value: Value;
        label: string;
        icon?: ReactNode;
    }[];
}
import type * as Menu from 'radix-ui/dropdown-menu';
import type { ReactNode } from 'react';

// overlays/tooltip.tsx
export declare function Tooltip(options: TooltipProps): import("react").JSX.Element;
export declare function TooltipProvider(options: {
    children: ReactNode;
}): import("react").JSX.Element;
export interface TooltipProps {
    text: string;
    children: ReactNode;
    side?: 'top' | 'right' | 'bottom' | 'left';
}
import type { ReactNode } from 'react';

// text/avatar.tsx
export declare function Avatar(options: {
    name: string;
    size?: number;
}): import("react").JSX.Element;
export declare function initials(name: string): string;

// text/date-text.tsx
declare const formats: {
    readonly relative: (at: Date) => string;
    readonly minute: typeof formatSchoolMinute;
    readonly day: (at: Date) => string;
};
export declare function DateText(options: DateTextProps): import("react").JSX.Element;
export interface DateTextProps {
    at: string;
    format?: keyof typeof formats;
}
import { formatSchoolMinute } from './school-time.ts';

// text/lang-props.ts
export declare const containsKhmer: (text: string) => boolean;
export declare function langProps(content: ReactNode): {
    lang?: 'km';
};
import type { ReactNode } from 'react';

// text/school-time.ts
export declare function formatSchoolDay(day: string): string;
export declare function formatSchoolMinute(at: Date): string;
export declare function formatSchoolMonth(month: string): string;
export declare function formatSchoolTime(at: Date | number, style: Style): string;
export declare function formatSchoolWeekday(day: string): string;
export declare function fromSchoolClockTime(options: SchoolClockTime): Date | undefined;
export declare function schoolTimeZoneName(): string;
export declare function startOfSchoolDay(day: string, daysLater?: number): Date | undefined;
export declare function toSchoolClockTime(at: Date): SchoolClockTime;
export interface SchoolClockTime {
    readonly day: string;
    readonly time: string;
}
type Style = Pick<Intl.DateTimeFormatOptions, 'dateStyle' | 'timeStyle'>;

// text/text.tsx
declare const headingSizes: {
    readonly section: import("styled-components").RuleSet<object>;
    readonly title: import("styled-components").RuleSet<object>;
    readonly page: import("styled-components").RuleSet<object>;
};
declare const sizes: {
    readonly tiny: import("styled-components").RuleSet<object>;
    readonly small: import("styled-components").RuleSet<object>;
    readonly body: import("styled-components").RuleSet<object>;
    readonly large: import("styled-components").RuleSet<object>;
};
export declare const Kbd: import("styled-components/dist/types").IStyledComponentBase<"web", Omit<import("react").DetailedHTMLProps<import("react").HTMLAttributes<HTMLElement>, HTMLElement>, "style"> & {
    style?: import("react").CSSProperties | import("styled-components/dist/types").CSSPropertiesWithVars | undefined;
}> & string;
export declare const TextLink: import("styled-components/dist/types").IStyledComponentBase<"web", Omit<Omit<import("react").DetailedHTMLProps<import("react").AnchorHTMLAttributes<HTMLAnchorElement>, HTMLAnchorElement>, "style"> & {
    style?: import("react").CSSProperties | import("styled-components/dist/types").CSSPropertiesWithVars | undefined;
}, "lang"> & Partial<Pick<Omit<import("react").DetailedHTMLProps<import("react").AnchorHTMLAttributes<HTMLAnchorElement>, HTMLAnchorElement>, "style"> & {
    style?: import("react").CSSProperties | import("styled-components/dist/types").CSSPropertiesWithVars | undefined;
}, "lang">>> & string;
export declare function Heading(options: HeadingProps): import("react").JSX.Element;
export declare function KhmerText(props: ComponentProps<'span'> & {
    as?: 'span' | 'p' | 'div';
}): import("react").JSX.Element;
export declare function Text(options: TextProps): import("react").JSX.Element;
export interface HeadingProps extends ComponentProps<'h2'> {
    level?: 1 | 2 | 3 | 4;
    size?: keyof typeof headingSizes;
}
export interface TextProps extends Omit<ComponentProps<'p'>, 'color'> {
    as?: 'p' | 'span' | 'div' | 'strong';
    size?: keyof typeof sizes;
    muted?: boolean;
    strong?: boolean;
    lines?: number;
}
import type { ComponentProps } from 'react';

// text/visually-hidden.ts
export declare const VisuallyHidden: import("styled-components/dist/types").IStyledComponentBase<"web", Omit<import("react").DetailedHTMLProps<import("react").HTMLAttributes<HTMLSpanElement>, HTMLSpanElement>, "style"> & {
    style?: import("react").CSSProperties | import("styled-components/dist/types").CSSPropertiesWithVars | undefined;
}> & string;
