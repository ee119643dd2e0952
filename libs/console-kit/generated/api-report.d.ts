// API of @khmer-learning/console-kit. Release 1.0.0. Written by npm run api-report.

// audit-log/audit-labels.ts
export declare const auditTitle: (options: Pick<AuditEntry, 'title'>) => string;
export declare function auditActorName(options: Pick<AuditEntry, 'actor'> & Partial<Pick<AuditEntry, 'address'>>): string;
export declare function auditDetailText(options: Pick<AuditEntry, 'fields' | 'detail'>): string;
export declare function useActivityWords(): ActivityWording;
export interface ActivityWording {
    readonly entities: readonly {
        readonly entity: string;
        readonly label: string;
    }[];
    readonly entityLabel: (entity: string) => string;
    readonly actionLabel: (action: string, entity?: string) => string;
}
import type { AuditEntry } from '@khmer-learning/contracts';

// audit-log/item-audit-log.tsx
export declare function ItemAuditLog(options: ItemAuditLogProps): import("react").JSX.Element | null;
export interface ItemAuditLogProps {
    entity: string;
    entityId: number | string;
}

// comments/comment-mark.tsx
export declare function CommentMark(options: CommentMarkProps): import("react").JSX.Element | null;
import type { NewCommentAnchor } from '@khmer-learning/contracts';
interface CommentMarkProps {
    place: NonNullable<NewCommentAnchor>;
    label: string;
}

// comparing/compare-places.ts
export declare function comparePlaces(items: readonly ItemPlaces[]): ComparedField[];
export interface ItemPlaces {
    readonly label: string;
    readonly theirs: number;
    readonly yours: number;
}
import type { ComparedField } from './field-differences.tsx';

// comparing/field-differences.tsx
export interface ComparedField {
    readonly label: string;
    readonly theirs: string | null;
    readonly yours: string | null;
    readonly isPicture?: boolean;
    readonly remark?: string;
}

// comparing/merge-places.tsx
export interface MergePlacesProps {
    merge: Merge<unknown>;
    choices: ReadonlyMap<string, MergeChoice>;
    onChoose: (choices: ReadonlyMap<string, MergeChoice>) => void;
    differences: readonly ComparedField[];
    otherChanges: readonly ComparedField[];
}
import type { ComparedField } from './field-differences.tsx';
import type { Merge } from './three-way-merge.ts';
import type { MergeChoice } from './three-way-merge.ts';

// comparing/stale-version-dialog.tsx
export declare function StaleVersionDialog(options: StaleVersionDialogProps): import("react").JSX.Element;
export declare function prepareMerge(shape: MergeShape, versions: MergedVersions<unknown>, otherChanges?: readonly ComparedField[]): Promise<MergingVersions>;
export interface MergingVersions extends MergedVersions<unknown> {
    readonly code: {
        readonly MergePlaces: ComponentType<MergePlacesProps>;
        readonly mergeVersions: (shape: MergeShape, versions: MergedVersions<unknown>, choices: ReadonlyMap<string, MergeChoice>) => Merge<unknown>;
    };
    readonly shape: MergeShape;
    readonly otherChanges: readonly ComparedField[];
}
export interface StaleVersionDialogProps {
    itemType: string;
    reloadHint: string;
    compare: () => Promise<VersionComparison | null>;
    onKeepEditing: () => void;
    onReload: () => void;
    onOverwrite: (version: number | undefined) => void;
    onMerge?: (merged: unknown) => void;
}
export interface VersionComparison {
    readonly version: number;
    readonly fields: readonly ComparedField[];
    readonly merging?: MergingVersions;
}
import type { ComparedField } from './field-differences.tsx';
import type { ComponentType } from 'react';
import type { Merge } from './three-way-merge.ts';
import type { MergeChoice } from './three-way-merge.ts';
import type { MergePlacesProps } from './merge-places.tsx';
import type { MergeShape } from './three-way-merge.ts';
import type { MergedVersions } from './three-way-merge.ts';

// comparing/three-way-merge.ts
export interface Merge<Value> {
    readonly merged: Value;
    readonly conflicts: readonly MergeConflict[];
    readonly changes: readonly ComparedField[];
}
export interface MergeConflict {
    readonly id: string;
    readonly field: ComparedField;
    readonly canTakeBoth: boolean;
}
export interface MergedVersions<Value> {
    readonly base: Value | undefined;
    readonly mine: Value;
    readonly theirs: Value;
}
export type MergeChoice = 'mine' | 'theirs' | 'both';
export type MergeShape = ValueShape | TextShape | ListShape | RecordShape;
import type { ComparedField } from './field-differences.tsx';
import type { ItemMatching } from '@khmer-learning/contracts';
interface ListShape extends ItemMatching<never> {
    readonly kind: 'list';
    readonly label: string;
    readonly labelOf: (item: never) => string;
    readonly format: (item: never) => string;
    readonly item: MergeShape;
}
interface RecordShape {
    readonly kind: 'record';
    readonly fields: Readonly<Record<string, MergeShape>>;
}
interface TextShape {
    readonly kind: 'text';
    readonly label: string;
    readonly toRows: (value: never) => readonly string[] | null;
    readonly fromRows: (rows: readonly string[]) => unknown;
    readonly keyOf?: (row: string) => string | undefined;
    readonly format: (value: never) => string;
}
interface ValueShape {
    readonly kind: 'value';
    readonly label: string;
    readonly format: (value: never) => string;
    readonly isPicture?: boolean;
}

// drafts/auto-save.tsx
export declare function useAutoSave<Values extends FieldValues, Output>(options: AutoSaveOptions<Values, Output>): {
    savedAt: Date | null;
    hasFailed: boolean;
    restorableDrafts: {
        name: string;
        savedAt: Date;
        title: string | null;
    }[];
    restore: (draftName?: string) => void;
    discard: (draftName?: string) => Promise<void>;
    save: () => void;
    clear: () => void;
    rebase: (versions: {
        version?: number;
        workingCopyVersion?: number;
    }) => void;
    baseVersion: number | undefined;
    workingCopyVersion: number;
};
export interface AutoSaveOptions<Values extends FieldValues, Output> {
    form: UseFormReturn<Values, unknown, Output>;
    dirty: boolean;
    schema: z.ZodType<Values>;
    name: string;
    item: {
        id: number;
        version: number;
        workingCopyVersion?: number;
    } | null;
}
export type AutoSave = ReturnType<typeof useAutoSave<FieldValues, unknown>>;
import type { FieldValues } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';

// drafts/stored-drafts.ts
export declare function listStoredDrafts(userId: number): Promise<StoredDraftInfo[]>;
export interface StoredDraftInfo {
    readonly name: string;
    readonly form: string;
    readonly itemId: number | null;
    readonly title: string | null;
    readonly savedAt: Date;
}

// extensions/form-panels.tsx
export declare function FormPanels(options: FormPanelsProps): import("react").JSX.Element[];
export interface FormPanelsProps {
    entity: string;
    item: ExtensionItem;
}
import type { ExtensionItem } from '@khmer-learning/console-sdk';

// extensions/use-list-columns.tsx
export declare function useListColumns<Row>(entity: string, rows: readonly Row[] | undefined, toItem: (row: Row) => ExtensionItem): Column<Row>[];
import type { Column } from '@khmer-learning/ui-kit';
import type { ExtensionItem } from '@khmer-learning/console-sdk';

// format/usd-input.ts
export declare function centsToUsdInput(cents: number): string;
export declare function formatCentsAsUsd(cents: number): string;
export declare function parseUsdInput(typed: string): UsdInput;
export type UsdInput = {
    readonly cents: number;
} | {
    readonly error: string;
};

// forms/form-values.ts
export interface FieldArrayMethods {
    insert: (index: number, items: never, options: {
        shouldFocus: boolean;
    }) => void;
    remove: (indexes: number[]) => void;
    move: (from: number, to: number) => void;
}

// index.ts
export type { ActivityWording } from './audit-log/audit-labels.ts';
export type { BulkAction } from './lists/use-bulk-actions.tsx';
export type { Clip } from './recording/recording-uploads.tsx';
export type { ComparedField } from './comparing/field-differences.tsx';
export type { DragHandleProps } from './reorder/drag-and-drop.tsx';
export type { DragListOptions } from './reorder/drag-and-drop.tsx';
export type { FieldControl } from './items/item-fields.tsx';
export type { FormOutlineProps } from './layout/form-outline.tsx';
export type { ItemEditing } from './lists/use-item-edits.ts';
export type { ItemFields } from './items/item-fields.tsx';
export type { ItemFormProps } from './items/item-editor.tsx';
export type { ItemKind } from './saving/item-kind.ts';
export type { ItemMapping } from './items/item-fields.tsx';
export type { ListColumn } from './items/item-list.tsx';
export type { MergeShape } from './comparing/three-way-merge.ts';
export type { MoveButtonsProps } from './reorder/drag-and-drop.tsx';
export type { OpenedItem } from './saving/publishable-kind.ts';
export type { OutlinePlace } from './layout/form-outline.tsx';
export type { OutlinedFormProps } from './layout/form-outline.tsx';
export type { PublishableKind } from './saving/publishable-kind.ts';
export type { RecordableRow } from './recording/row-recordings.ts';
export type { RecordedRow } from './recording/row-recordings.ts';
export type { RecordingTarget } from './recording/recording-uploads.tsx';
export type { RecordingUploads } from './recording/recording-uploads.tsx';
export type { RowRecording } from './recording/row-recordings.ts';
export type { RowRecordings } from './recording/row-recordings.ts';
export type { SpeechRecorderState } from './recording/use-speech-recorder.ts';
export type { StoredDraftInfo } from './drafts/stored-drafts.ts';
export type { UsdInput } from './format/usd-input.ts';
export type { UserRights } from './rights/use-rights.ts';
export type { VersionComparison } from './comparing/stale-version-dialog.tsx';
export { ClearFiltersButton } from './lists/list-filter.tsx';
export { CommentMark } from './comments/comment-mark.tsx';
export { DeleteItemDialog } from './items/item-list.tsx';
export { DragHandle } from './reorder/drag-and-drop.tsx';
export { DuplicateButton } from './lists/row-buttons.tsx';
export { EditButton } from './lists/row-buttons.tsx';
export { EditDialog } from './items/item-editor.tsx';
export { EditManyDialog } from './lists/edit-many-dialog.tsx';
export { FieldRow } from './items/item-fields.tsx';
export { FormOutline } from './layout/form-outline.tsx';
export { FormPanels } from './extensions/form-panels.tsx';
export { ItemAuditLog } from './audit-log/item-audit-log.tsx';
export { ItemHead } from './items/item-head.tsx';
export { ItemList } from './items/item-list.tsx';
export { ItemPresence } from './presence/item-presence.tsx';
export { ItemPresenceMark } from './presence/item-presence.tsx';
export { ItemTable } from './items/item-list.tsx';
export { LevelMeter } from './recording/level-meter.tsx';
export { ListEmptyState } from './lists/list-empty-state.tsx';
export { ListFilter } from './lists/list-filter.tsx';
export { ListPagination } from './lists/list-pagination.tsx';
export { MatchLine } from './lists/match-line.tsx';
export { MoveButtons } from './reorder/drag-and-drop.tsx';
export { OutlinedForm } from './layout/form-outline.tsx';
export { PlainForm } from './items/plain-form.tsx';
export { PlayButton } from './recording/play-button.tsx';
export { PublishStatus } from './saving/publish-status.tsx';
export { PublishableForm } from './items/publishable-form.tsx';
export { RecordingButtons } from './recording/recording-buttons.tsx';
export { RecordingUploadStatus } from './recording/recording-uploads.tsx';
export { RefreshButton } from './lists/refresh-button.tsx';
export { RowMenu } from './lists/row-menu.tsx';
export { SaveButton } from './saving/publish-buttons.tsx';
export { SelectAll } from './lists/select-all.tsx';
export { SelectionBar } from './lists/selection-bar.tsx';
export { StaleVersionDialog } from './comparing/stale-version-dialog.tsx';
export { UnassignedRecordings } from './recording/unassigned-recordings.tsx';
export { ViewButton } from './lists/row-buttons.tsx';
export { assignRecordings } from './recording/row-recordings.ts';
export { auditActorName } from './audit-log/audit-labels.ts';
export { auditDetailText } from './audit-log/audit-labels.ts';
export { auditTitle } from './audit-log/audit-labels.ts';
export { centsToUsdInput } from './format/usd-input.ts';
export { comparePlaces } from './comparing/compare-places.ts';
export { downloadBlob } from './lists/download-blob.ts';
export { findChangedQuizzes } from './saving/release-candidates.ts';
export { focusOrderAfterMove } from './reorder/drag-and-drop.tsx';
export { focusRowAction } from './reorder/drag-and-drop.tsx';
export { formatCentsAsUsd } from './format/usd-input.ts';
export { formatRecordings } from './recording/merge-recordings.ts';
export { isUnrecordable } from './recording/row-recordings.ts';
export { lineField } from './items/item-fields.tsx';
export { linesField } from './items/item-fields.tsx';
export { listErrorProps } from './lists/list-error-props.ts';
export { listOrCorrect } from './lists/mistyped-search.tsx';
export { listStoredDrafts } from './drafts/stored-drafts.ts';
export { parseUsdInput } from './format/usd-input.ts';
export { playRecording } from './recording/play-button.tsx';
export { prepareMerge } from './comparing/stale-version-dialog.tsx';
export { problemOf } from './lists/use-item-edits.ts';
export { recordingsShape } from './recording/merge-recordings.ts';
export { removeRowRecordings } from './recording/row-recordings.ts';
export { showServerIssues } from './saving/use-save.tsx';
export { toCandidates } from './saving/release-candidates.ts';
export { useActivityWords } from './audit-log/audit-labels.ts';
export { useApiQuery } from './lists/use-api-query.ts';
export { useBulkActions } from './lists/use-bulk-actions.tsx';
export { useClips } from './recording/recording-uploads.tsx';
export { useCloseOnEscape } from './items/use-item-page.ts';
export { useCreatedItem } from './lists/use-created-item.tsx';
export { useDragList } from './reorder/drag-and-drop.tsx';
export { useExactSearch } from './lists/mistyped-search.tsx';
export { useFetchItem } from './saving/item-kind.ts';
export { useFetchOpenedItem } from './saving/publishable-kind.ts';
export { useFormContext } from 'react-hook-form';
export { useItemDialog } from './lists/use-item-dialog.ts';
export { useItemEditor } from './items/item-editor.tsx';
export { useItemEdits } from './lists/use-item-edits.ts';
export { useItemForm } from './items/item-editor.tsx';
export { useLazyDialog } from './versions/use-lazy-dialog.ts';
export { useListColumns } from './extensions/use-list-columns.tsx';
export { useMatchLines } from './lists/match-line.tsx';
export { useMoveAnnouncement } from './reorder/drag-and-drop.tsx';
export { useOfferUndo } from './undo/undo-history.tsx';
export { usePageRows } from './lists/list-pagination.tsx';
export { usePendingStatusOptions } from './saving/publish-status.tsx';
export { usePreventEscapeClose } from './reorder/use-prevent-escape-close.ts';
export { usePublishTogether } from './saving/use-publish-together.ts';
export { useRecordingTarget } from './recording/recording-uploads.tsx';
export { useRecordingUploads } from './recording/recording-uploads.tsx';
export { useRecordingUploadsContext } from './recording/recording-uploads.tsx';
export { useReturnToList } from './items/use-item-page.ts';
export { useRights } from './rights/use-rights.ts';
export { useRowRecordings } from './recording/row-recordings.ts';
export { useSave } from './saving/use-save.tsx';
export { useSelection } from './lists/use-selection.ts';
export { useSetFormValues } from './undo/undo-history.tsx';
export { useSpeechRecorder } from './recording/use-speech-recorder.ts';
export { useUndoHistory } from './undo/undo-history.tsx';
export { useUndoItemEdits } from './lists/use-item-edits.ts';
export { useUndoableFieldArray } from './undo/undo-history.tsx';

// items/item-editor.tsx
export declare function EditDialog(options: EditDialogProps): import("react").JSX.Element;
export declare function useItemEditor<Item extends {
    id: number;
}>(options: ItemEditorOptions<Item>): {
    form: import("react").JSX.Element | null;
    create: () => void;
    edit: (id: number) => void;
    continueDraft: (draft: string) => void;
    isOpening: (id: number) => boolean;
    addressOf: (item: {
        id: number;
    }) => string;
};
export declare function useItemForm<Item extends {
    id: number;
}>(options: Omit<ItemEditorOptions<Item>, 'name' | 'preset'>): {
    form: import("react").JSX.Element | null;
    open: (id: number | null, draft?: string | null, preset?: unknown) => void;
    close: () => void;
    openId: number | null;
    isOpen: boolean;
    isOpening: (id: number) => boolean;
};
export interface EditDialogProps extends Omit<DialogProps, 'open' | 'onOpenChange'> {
    dirty: boolean;
    keepsChanges?: boolean;
    saving?: boolean;
    onClose: () => void;
    onSave?: () => void;
    undoHistory?: UndoHistory;
}
export interface ItemEditorOptions<Item> {
    name?: string | undefined;
    loadForm: () => Promise<ComponentType<ItemFormProps<Item>>>;
    fetchItem: (id: number) => Promise<Item | null>;
    itemType: string;
    rowIds?: readonly number[] | undefined;
    preset?: unknown;
    onCreated?: (item: {
        readonly id: number;
    }) => void;
}
export interface ItemFormProps<Item> {
    item: Item | null;
    preset: unknown;
    onClose: () => void;
    onReload: () => void;
    onItemChange: (item: Item) => void;
}
import type { ComponentType } from 'react';
import type { DialogProps } from '@khmer-learning/ui-kit';
import type { UndoHistory } from '../undo/undo-history.tsx';

// items/item-fields.tsx
export declare const lineField: (label: string) => ItemField<string>;
export declare const linesField: (label: string) => ItemField<string>;
export declare function FieldRow<Parts, Name extends keyof Parts & string>(options: FieldRowProps<Parts, Name>): import("react").JSX.Element;
export interface FieldControl<Part> {
    readonly name: string;
    readonly value: Part;
    readonly onChange: (next: Part | ChangeEvent) => void;
    readonly onBlur: () => void;
    readonly ref: (control: HTMLElement | null) => void;
}
export interface ItemField<Part, Item = unknown> {
    readonly label: string;
    readonly format?: (part: Part) => string;
    readonly isPicture?: true;
    readonly merge?: MergeShape;
    readonly compare?: (theirs: Item, yours: Item) => readonly ComparedField[] | Promise<readonly ComparedField[]>;
    readonly required?: true;
    readonly input?: (control: FieldControl<Part>) => ReactNode;
}
export interface ItemMapping<Item, Values, Parts, Merged = Values> {
    readonly toValues: (item: Item | null) => Values;
    readonly toParts: (values: Values) => Parts;
    readonly fromParts: (parts: Parts) => Merged;
}
export type ItemFields<Parts, Item = unknown> = {
    readonly [Name in keyof Parts]: ItemField<Parts[Name], Item>;
};
import type { ChangeEvent } from 'react';
import type { ComparedField } from '../comparing/field-differences.tsx';
import type { MergeShape } from '../comparing/three-way-merge.ts';
import type { ReactNode } from 'react';
interface FieldRowProps<Parts, Name extends keyof Parts> {
    fields: ItemFields<Parts, never>;
    name: Name;
    hint?: ReactNode;
}

// items/item-head.tsx
export declare function ItemHead(options: ItemHeadProps): import("react").JSX.Element;
export interface ItemHeadProps {
    title: string;
    savedAt: string;
    status?: PublishStatusProps['item'];
}
import type { PublishStatusProps } from '../saving/publish-status.tsx';

// items/item-list.tsx
export declare function DeleteItemDialog(options: DeleteItemDialogProps): import("react").JSX.Element;
export declare function ItemList<Row extends ListedItem, Item extends {
    id: number;
}>(options: ItemListProps<Row, Item>): import("react").JSX.Element;
export declare function ItemTable<Row extends ListedItem>(options: ItemTableProps<Row>): import("react").JSX.Element;
export interface DeleteItemDialogProps extends Pick<ComponentProps<typeof DeleteDialog>, 'consequence' | 'confirmDisabled' | 'children'> {
    kind: ListedKind;
    item: ListedItem;
    onClose: () => void;
    onDeleted?: () => void;
}
export interface ItemListProps<Row extends ListedItem, Item> extends ListedItems<Row>, Pick<ItemEditorOptions<Item>, 'name' | 'itemType' | 'loadForm' | 'fetchItem' | 'preset'> {
    mayCreate?: boolean;
    mainLessonOf?: (row: Row) => number | null;
    withoutNeighbours?: boolean;
    searchLabel: string;
    searchedFor?: {
        readonly text: string | undefined;
        readonly searchExactly: () => void;
    };
    filters?: ReactNode;
    actions?: ReactNode;
    deleteDialog?: (row: Row, onClose: () => void) => ReactNode;
    page?: (items: ItemListState<Row>) => ReactNode;
    children: (items: ItemListState<Row>) => ReactNode;
}
export interface ItemListState<Row extends ListedItem> extends ListedItems<Row> {
    views: ListViews;
    editor: ReturnType<typeof useItemEditor>;
    open: (id: number, match: MatchedItem | undefined) => void;
    mayCreate: boolean;
    actionsOf: (row: Row, menu: ReactNode, isBusy?: boolean) => ReactNode;
}
export interface ItemTableProps<Row extends ListedItem> {
    items: ItemListState<Row>;
    columns: readonly ListColumn<Row>[];
    total?: ListTotal | undefined;
    emptyTitle: string;
    emptyHint?: string;
    createLabel: string;
    actionsHeader?: string;
    opening?: {
        onOpen: (row: Row) => void;
        addressOf: (row: Row) => string;
    };
    findIn?: (row: Row) => MatchedItem | undefined;
    selection?: {
        selected: ReadonlySet<number>;
        onChange: (selected: ReadonlySet<number>) => void;
    };
    menu?: (row: Row) => ReactNode;
    isBusy?: (row: Row) => boolean;
}
export type ListColumn<Row> = Column<Row> & {
    readonly optional?: boolean;
};
import type { Column } from '@khmer-learning/ui-kit';
import type { ComponentProps } from 'react';
import type { ItemEditorOptions } from './item-editor.tsx';
import type { ItemKind } from '../saving/item-kind.ts';
import type { ListState } from '@khmer-learning/console-sdk';
import type { ListTotal } from '@khmer-learning/contracts';
import type { ListViews } from '../lists/use-list-views.ts';
import type { MatchedItem } from '@khmer-learning/contracts';
import type { ReactNode } from 'react';
import { DeleteDialog } from '@khmer-learning/ui-kit';
import { useItemEditor } from './item-editor.tsx';
interface ListedItem {
    readonly id: number;
    readonly title: string;
    readonly status?: string;
}
interface ListedItems<Row extends ListedItem> {
    kind: ListedKind;
    itemsLabel: string;
    caption: string;
    list: ListState;
    rows: readonly Row[] | undefined;
    query: {
        isFetching: boolean;
        error: Error | null;
        refetch: () => unknown;
    };
}
type ListedKind = Omit<ItemKind<unknown>, 'fetch'>;

// items/plain-form.tsx
export declare function PlainForm<Item extends PlainItem, Body, Values extends FieldValues, Parts extends object>(options: PlainFormProps<Item, Body, Values, Parts>): import("react").JSX.Element;
export interface PlainFormProps<Item extends PlainItem, Body, Values extends FieldValues, Parts extends object> extends Pick<ItemFormProps<Item>, 'item' | 'onClose' | 'onReload'> {
    kind: ItemKind<Item>;
    form: UseFormReturn<Values, unknown, Body>;
    fields: ItemFields<Parts, Item>;
    mapping: ItemMapping<Item, Values, Parts, Partial<Values>>;
    title: string;
    saveLabel?: string;
    busy?: boolean;
    onSaveError?: (error: Error) => void;
    footer?: ReactNode;
    children: ReactNode;
}
import type { FieldValues } from 'react-hook-form';
import type { ItemFields } from './item-fields.tsx';
import type { ItemFormProps } from './item-editor.tsx';
import type { ItemKind } from '../saving/item-kind.ts';
import type { ItemMapping } from './item-fields.tsx';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
interface PlainItem {
    id: number;
    title: string;
    version: number;
    updatedAt: string;
}

// items/publishable-form.tsx
export declare function PublishableForm<Item extends TitledItem, Contents extends object, Values extends FieldValues, Parts extends object>(options: PublishableFormProps<Item, Contents, Values, Parts>): import("react").JSX.Element;
export interface PublishableFormProps<Item extends TitledItem, Contents extends object, Values extends FieldValues, Parts extends object> extends Pick<ItemFormProps<OpenedItem<Item>>, 'item' | 'onClose' | 'onReload' | 'onItemChange'>, Pick<PublishingOptions<Item, Contents, Values>, 'beforeSave'> {
    kind: PublishableKind<Item, Contents>;
    form: UseFormReturn<Values, unknown, Contents>;
    schema: z.ZodType<Values>;
    contentsSchema: z.ZodType<Contents>;
    fields: ItemFields<Parts, Item>;
    mapping: ItemMapping<Item, Values, Parts>;
    title: string;
    publishLabel?: string;
    size: 'large' | 'full';
    commentedSections?: (item: Item) => readonly CommentedSection[];
    busy?: boolean;
    onConflict?: (theirs: Item) => void;
    header?: ReactNode;
    footer?: ReactNode;
    questions?: ReactNode;
    wrap?: (form: ReactNode) => ReactNode;
    children: ReactNode;
}
import type { CommentedSection } from '@khmer-learning/contracts';
import type { FieldValues } from 'react-hook-form';
import type { ItemFields } from './item-fields.tsx';
import type { ItemFormProps } from './item-editor.tsx';
import type { ItemMapping } from './item-fields.tsx';
import type { OpenedItem } from '../saving/publishable-kind.ts';
import type { PublishableItem } from '../saving/publishable-kind.ts';
import type { PublishableKind } from '../saving/publishable-kind.ts';
import type { PublishingOptions } from '../saving/use-publishing.ts';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
interface TitledItem extends PublishableItem {
    title: string;
    updatedAt: string;
}

// items/use-item-page.ts
export declare function useCloseOnEscape(close: () => void): void;
export declare function useReturnToList(): void;

// layout/form-outline.tsx
export declare function FormOutline(options: FormOutlineProps): import("react").JSX.Element;
export declare function OutlinedForm(options: OutlinedFormProps): import("react").JSX.Element;
export interface FormOutlineProps {
    label: string;
    places: readonly OutlinePlace[];
    current: number;
    onJump: (place: number) => void;
}
export interface OutlinePlace {
    readonly name: string;
    readonly detail?: string;
    readonly invalid: boolean;
}
export interface OutlinedFormProps {
    outline: (place: Pick<FormOutlineProps, 'current' | 'onJump'>) => ReactNode;
    onJump?: (place: number) => void;
    aside?: ((current: number) => ReactNode) | undefined;
    children: ReactNode;
}
import type { ReactNode } from 'react';

// lists/download-blob.ts
export declare function downloadBlob(content: Blob, name: string): void;

// lists/edit-many-dialog.tsx
export declare function EditManyDialog<Edit extends {
    readonly id: number;
}>(options: EditManyDialogProps<Edit>): import("react").JSX.Element;
export interface EditManyDialogProps<Edit extends {
    readonly id: number;
}> {
    title: string;
    description: string;
    question: string;
    confirmLabel: string;
    isDangerous: boolean;
    items: readonly {
        readonly id: number;
        readonly title: string;
    }[];
    edits: readonly Edit[];
    editing: ItemEditing<Edit>;
    children?: ReactNode;
    onClose: () => void;
}
import type { ItemEditing } from './use-item-edits.ts';
import type { ReactNode } from 'react';

// lists/list-empty-state.tsx
export declare function ListEmptyState(options: ListEmptyStateProps): import("react").JSX.Element;
export interface ListEmptyStateProps {
    title: string;
    hint?: string | undefined;
    hasActiveFilters: boolean;
    onClear: () => void;
    createLabel?: string;
    onCreate?: () => void;
}

// lists/list-error-props.ts
export declare function listErrorProps(subject: string, error: Error | null, onRetry: () => unknown): {
    title: string;
    message: string;
    requestId: string | undefined;
    onRetry: () => undefined;
} | undefined;

// lists/list-filter.tsx
export declare function ClearFiltersButton(options: ClearFiltersButtonProps): import("react").JSX.Element | null;
export declare function ListFilter(options: ListFilterProps): import("react").JSX.Element | null;
export interface ListFilterProps {
    list: Pick<ListState, 'filterValue' | 'setFilter'>;
    name: string;
    label: string;
    allLabel: string;
    options: readonly SelectOption[];
    hiddenUntilSet?: boolean;
}
import type { ListState } from '@khmer-learning/console-sdk';
import type { SelectOption } from '@khmer-learning/ui-kit';
interface ClearFiltersButtonProps {
    list: Pick<ListState, 'hasFilters' | 'clearFilters'>;
    rows: readonly unknown[] | undefined;
}

// lists/list-pagination.tsx
export declare function ListPagination(options: ListPaginationProps): import("react").JSX.Element | null;
export declare function usePageRows<Answer extends {
    readonly total: number;
}, Row>(list: Pick<ListState, 'offset' | 'limit' | 'replaceOffset'>, page: Pick<UseQueryResult<Answer>, 'data' | 'isPlaceholderData'>, rowsOf: (answer: Answer) => readonly Row[]): readonly Row[] | undefined;
export interface ListPaginationProps {
    list: Pick<ListState, 'offset' | 'setOffset' | 'limit' | 'setLimit'>;
    rows: readonly unknown[] | undefined;
    total: number | ListTotal | undefined;
    itemsLabel: string;
}
import type { ListState } from '@khmer-learning/console-sdk';
import type { ListTotal } from '@khmer-learning/contracts';
import type { UseQueryResult } from '@tanstack/react-query';

// lists/match-line.tsx
export declare function MatchLine(options: {
    match: MatchedItem;
}): import("react").JSX.Element;
export declare function useMatchLines(endpoint: SearchMatchesEndpoint, search: string, rows?: readonly {
    readonly id: number;
    readonly version: number;
}[]): ReadonlyMap<number, MatchedItem>;
import type { MatchedItem } from '@khmer-learning/contracts';
import type { SearchMatchesEndpoint } from '@khmer-learning/contracts';

// lists/mistyped-search.tsx
export declare function listOrCorrect<Answer>(api: ApiClient, options: {
    readonly search: string | undefined;
    readonly isExact: boolean;
}, options2: SearchCalls<Answer>): Promise<{
    readonly answer: Answer;
    readonly searchedFor?: string;
}>;
export declare function useExactSearch(search: string): {
    isExact: boolean;
    searchExactly: () => void;
};
import type { ApiClient } from '@khmer-learning/console-sdk';
import type { SuggestSearchEndpoint } from '@khmer-learning/contracts';
interface SearchCalls<Answer> {
    readonly suggestSearch: SuggestSearchEndpoint;
    readonly list: (search: string | undefined) => Promise<Answer>;
    readonly isEmpty: (answer: Answer) => boolean;
}

// lists/refresh-button.tsx
export declare function RefreshButton(options: RefreshButtonProps): import("react").JSX.Element;
export interface RefreshButtonProps {
    query: Pick<UseQueryResult, 'isRefetching' | 'isPlaceholderData' | 'refetch'>;
}
import type { UseQueryResult } from '@tanstack/react-query';

// lists/row-buttons.tsx
export declare function DuplicateButton(options: RowButtonProps): import("react").JSX.Element;
export declare function EditButton(options: RowButtonProps): import("react").JSX.Element;
export declare function ViewButton(options: ViewButtonProps): import("react").JSX.Element;
export interface RowButtonProps {
    name: string;
    loading?: boolean;
    onClick: () => void;
}
export interface ViewButtonProps extends RowButtonProps {
    tooltip: string;
}

// lists/row-menu.tsx
export declare function RowMenu(options: RowMenuProps): import("react").JSX.Element | null;
export interface RowMenuProps {
    name: string;
    children?: ReactNode;
    extensions?: {
        entity: string;
        item: ExtensionItem;
    };
    onDelete?: () => void;
    deleteLabel?: string;
    loading?: boolean;
}
import type { ExtensionItem } from '@khmer-learning/console-sdk';
import type { ReactNode } from 'react';

// lists/select-all.tsx
export declare function SelectAll<Row extends {
    readonly id: number;
}>(options: SelectAllProps<Row>): import("react").JSX.Element | null;
export interface SelectAllProps<Row extends {
    readonly id: number;
}> {
    rows: readonly Row[];
    selection: {
        readonly ids: ReadonlySet<number>;
        readonly add: (rows: readonly Row[]) => void;
    };
    total: ListTotal | 'more' | undefined;
    load: (page: {
        limit: number;
        offset: number;
    }, signal: AbortSignal) => Promise<readonly Row[]>;
}
import type { ListTotal } from '@khmer-learning/contracts';

// lists/selection-bar.tsx
export declare function SelectionBar(options: SelectionBarProps): import("react").JSX.Element;
import type { ReactNode } from 'react';
interface SelectionBarProps {
    label: string;
    count: string;
    clearLabel: string;
    onClear: () => void;
    selectAll?: ReactNode;
    children: ReactNode;
}

// lists/use-api-query.ts
export declare function useApiQuery<E extends Endpoint>(endpoint: E, options: QueryOptions<E> & (Record<never, never> extends RequestOf<E> ? {
    readonly request?: RequestOf<E>;
} : {
    readonly request: RequestOf<E>;
})): UseQueryResult<ResponseOf<E>>;
import type { Endpoint } from '@khmer-learning/contracts';
import type { RequestOf } from '@khmer-learning/contracts';
import type { ResponseOf } from '@khmer-learning/contracts';
import type { UseQueryOptions } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
type QueryOptions<E extends Endpoint> = Omit<UseQueryOptions<ResponseOf<E>>, 'queryFn'>;

// lists/use-bulk-actions.tsx
declare const bulkActions: readonly ['publish', 'unpublish', 'delete'];
export declare function useBulkActions<Item extends BulkItem, Edit extends {
    readonly id: number;
}>(options: BulkActionsOptions<Item, Edit>): {
    isPending: boolean;
    buttons: import("react").JSX.Element[];
    dialog: import("react").JSX.Element | null;
};
export type BulkAction = (typeof bulkActions)[number];
import type { ReactNode } from 'react';
import { useItemEdits } from './use-item-edits.ts';
interface BulkActionsOptions<Item extends BulkItem, Edit extends {
    readonly id: number;
}> extends Pick<Parameters<typeof useItemEdits<Edit>>[0], 'endpoints' | 'create' | 'entities'> {
    selected: readonly Item[];
    toEdit: (item: Item, action: BulkAction) => Edit;
    textsOf: (action: BulkAction, items: readonly Item[], count: number) => Record<BulkText, string>;
    consequencesOf: (action: BulkAction, items: readonly Item[]) => ReactNode;
    onDeselect: (id: number) => void;
}
interface BulkItem {
    readonly id: number;
    readonly version: number;
    readonly title: string;
    readonly status: string;
    readonly workingCopy?: unknown;
    readonly mainLessonId?: number | null | undefined;
}
type BulkText = 'title' | 'warning' | 'question' | 'label' | 'labelWithCount' | 'progress' | 'succeeded';

// lists/use-created-item.tsx
export declare function useCreatedItem(list: Pick<ListState, 'resetToFirstPage'>, rows: readonly {
    readonly id: number;
}[] | undefined, isFetching: boolean): {
    onCreated: (options: {
        readonly id: number;
    }) => void;
    notice: import("react").JSX.Element | null;
};
import type { ListState } from '@khmer-learning/console-sdk';

// lists/use-item-dialog.ts
export declare function useItemDialog<Item extends {
    id: number;
}>(options: ItemDialogOptions<Item>): {
    item: Item | null;
    show: (next: Item) => void;
    close: () => void;
    addressOf: (item: {
        id: number;
    }) => string;
};
export interface ItemDialogOptions<Item> {
    name?: string;
    fetchItem: (id: number) => Promise<Item | null>;
    itemType: string;
}

// lists/use-item-edits.ts
export declare const problemOf: (error: Error) => string;
export declare function useItemEdits<Edit extends {
    readonly id: number;
}>(options: {
    readonly endpoints: Endpoints;
    readonly create: (api: ApiClient, edits: Edit[]) => Promise<ItemEdits>;
    readonly entities: readonly ChangedEntity[];
    readonly label: string;
    readonly successMessage: (count: number) => string;
    readonly onEdited: (ids: readonly number[]) => void;
    readonly isShown: boolean;
    readonly show: () => void;
}): ItemEditing<Edit>;
export declare function useUndoItemEdits(endpoints: Endpoints, entities: readonly ChangedEntity[]): import("@tanstack/react-query").UseMutationResult<void, Error, number>;
export interface ItemEditing<Edit> {
    apply(edits: readonly Edit[]): void;
    reset(): void;
    readonly isPending: boolean;
    readonly error: Error | null;
    readonly variables: readonly Edit[] | undefined;
    readonly progress: ItemEdits | null;
    readonly cancel: (() => Promise<void>) | undefined;
}
import type { ApiClient } from '@khmer-learning/console-sdk';
import type { ChangedEntity } from '@khmer-learning/console-sdk';
import type { ItemEdits } from '@khmer-learning/contracts';
import type { lessonEdits } from '@khmer-learning/contracts';
import type { quizEdits } from '@khmer-learning/contracts';
type Endpoints = Pick<typeof lessonEdits | typeof quizEdits, 'get' | 'undo'>;

// lists/use-list-views.ts
export declare function useListViews(list: ListState): {
    isLoaded: boolean;
    isError: boolean;
    views: {
        name: string;
        isShared: boolean;
        search: string;
        filters: Record<string, string>;
        sort: string | null;
        limit: number;
        columns: string[] | null;
        list: string;
        id: number;
        owner: {
            id: number;
            name: string;
        };
        version: number;
        updatedAt: string;
    }[];
    settings: {
        view?: number | null | undefined;
        columns?: string[] | null | undefined;
    };
    current: {
        name: string;
        isShared: boolean;
        search: string;
        filters: Record<string, string>;
        sort: string | null;
        limit: number;
        columns: string[] | null;
        list: string;
        id: number;
        owner: {
            id: number;
            name: string;
        };
        version: number;
        updatedAt: string;
    } | undefined;
    isChanged: boolean;
    shown: {
        search: string;
        filters: {
            [k: string]: string;
        };
        sort: string | null;
        limit: number;
        columns: string[] | null;
    };
    columns: string[] | null;
    setColumns: (next: string[] | null) => void | NoInfer<{
        views: {
            name: string;
            isShared: boolean;
            search: string;
            filters: Record<string, string>;
            sort: string | null;
            limit: number;
            columns: string[] | null;
            list: string;
            id: number;
            owner: {
                id: number;
                name: string;
            };
            version: number;
            updatedAt: string;
        }[];
        settings: Record<string, {
            view?: number | null | undefined;
            columns?: string[] | null | undefined;
        }>;
    }>;
    keepColumns: () => void;
    show: (view: ListView | null, mode?: 'replace') => void;
    store: (id: number, saved: ListView | null) => NoInfer<{
        views: {
            name: string;
            isShared: boolean;
            search: string;
            filters: Record<string, string>;
            sort: string | null;
            limit: number;
            columns: string[] | null;
            list: string;
            id: number;
            owner: {
                id: number;
                name: string;
            };
            version: number;
            updatedAt: string;
        }[];
        settings: Record<string, {
            view?: number | null | undefined;
            columns?: string[] | null | undefined;
        }>;
    }> | undefined;
    storeSettings: (saved: ListSettings) => NoInfer<{
        views: {
            name: string;
            isShared: boolean;
            search: string;
            filters: Record<string, string>;
            sort: string | null;
            limit: number;
            columns: string[] | null;
            list: string;
            id: number;
            owner: {
                id: number;
                name: string;
            };
            version: number;
            updatedAt: string;
        }[];
        settings: Record<string, {
            view?: number | null | undefined;
            columns?: string[] | null | undefined;
        }>;
    }> | undefined;
    reload: () => undefined;
};
export type ListViews = ReturnType<typeof useListViews>;
import type { ListSettings } from '@khmer-learning/contracts';
import type { ListState } from '@khmer-learning/console-sdk';
import type { ListView } from '@khmer-learning/contracts';

// lists/use-selection.ts
export declare function useSelection<Row extends {
    readonly id: number;
}>(rows: readonly Row[]): {
    ids: Set<number>;
    rows: Row[];
    select: (ids: ReadonlySet<number>) => void;
    add: (more: readonly Row[]) => void;
    deselect: (id: number) => void;
    clear: () => void;
};

// presence/item-presence.tsx
export declare function ItemPresence(options: ItemPresenceProps): import("react").JSX.Element;
export declare function ItemPresenceMark(options: ItemPresenceProps): import("react").JSX.Element | null;
interface ItemPresenceProps {
    entity: string;
    id: number;
}

// recording/level-meter.tsx
export declare function LevelMeter(options: {
    level: number;
}): import("react").JSX.Element;

// recording/merge-recordings.ts
export declare const recordingsShape: MergeShape;
export declare function formatRecordings(recordings?: readonly Recording[]): string;
import type { MergeShape } from '../comparing/three-way-merge.ts';
import type { Recording } from '@khmer-learning/contracts';

// recording/play-button.tsx
export declare function PlayButton(options: PlayButtonProps): import("react").JSX.Element;
export declare function playRecording(url: string, onEnd: () => void): () => void;
export interface PlayButtonProps {
    url: string;
    label: string;
    size?: 'small' | 'medium';
}

// recording/recording-buttons.tsx
export declare function RecordingButtons(options: RecordingButtonsProps): import("react").JSX.Element;
export interface RecordingButtonsProps {
    target: RecordingTarget;
    texts: RecordableRow['texts'];
    recorded: RecordedRow | undefined;
    disabled?: boolean;
}
import type { RecordableRow } from './row-recordings.ts';
import type { RecordedRow } from './row-recordings.ts';
import type { RecordingTarget } from './recording-uploads.tsx';

// recording/recording-uploads.tsx
export declare function RecordingUploadStatus(options: {
    uploads: RecordingUploads;
}): import("react").JSX.Element | null;
export declare function useClips(uploads: RecordingUploads): readonly Clip[];
export declare function useRecordingTarget(options: RecordingTargetOptions): RecordingTarget;
export declare function useRecordingUploads(): {
    uploads: RecordingUploads;
    clips: readonly Clip[];
    wrapWithProvider: (parts: ReactNode) => import("react").JSX.Element;
};
export declare function useRecordingUploadsContext(): RecordingUploads;
export interface Clip {
    readonly id: number;
    readonly targetId: string;
    readonly language: RecordingLanguage;
    readonly text: string;
    readonly key: string;
    readonly url: string;
    readonly state: 'uploading' | 'failed';
    readonly progress: number;
    readonly message: string | null;
}
export interface RecordingTarget {
    readonly id: string;
    getPlace(): {
        label: string;
        index: number;
    };
    getRows(): readonly RecordableRow[];
    getRecordings(): readonly Recording[];
    setRecordings(recordings: readonly Recording[]): void;
    getMax(): number;
}
export interface RecordingTargetOptions {
    label: string;
    index: number;
    getRows: () => readonly RecordableRow[];
    getRecordings: () => readonly Recording[] | undefined;
    setRecordings: (recordings: readonly Recording[]) => void;
    max: number;
}
export interface RecordingUploads {
    getClips(): readonly Clip[];
    subscribe(onChange: () => void): () => void;
    add(target: RecordingTarget, clip: NewClip): void;
    hasRoom(target: RecordingTarget, language: RecordingLanguage, text: string): boolean;
    retry(id: number): void;
    discard(id: number): void;
    discardAll(): void;
    register(target: RecordingTarget): () => void;
    getTargets(): readonly RecordingTarget[];
    retryWaiting(): void;
}
import type { ReactNode } from 'react';
import type { RecordableRow } from './row-recordings.ts';
import type { Recording } from '@khmer-learning/contracts';
import type { RecordingLanguage } from '@khmer-learning/contracts';
import type { Sound } from './sound-file.ts';
interface NewClip {
    language: RecordingLanguage;
    text: string;
    sound: Sound;
    replaced?: Recording | undefined;
}

// recording/row-recordings.ts
export declare function assignRecordings(rows: readonly RecordableRow[], recordings: readonly Recording[], earlier?: EarlierFiles): RowRecordings;
export declare function isUnrecordable(language: RecordingLanguage, text: string): boolean;
export declare function removeRowRecordings(recordings: readonly Recording[], rowId: string, options: RowRecordings): readonly Recording[];
export declare function useRowRecordings(rows: readonly RecordableRow[], recordings: readonly Recording[]): RowRecordings;
export interface RecordableRow {
    readonly id: string;
    readonly texts: Readonly<Record<RecordingLanguage, string>>;
    readonly phonemic?: string | undefined;
}
export interface RowRecording {
    readonly recording: Recording;
    readonly isStale: boolean;
}
export interface RowRecordings {
    readonly byRow: ReadonlyMap<string, RecordedRow>;
    readonly unassigned: readonly Recording[];
}
export type EarlierFiles = ReadonlyMap<string, ReadonlySet<string>>;
export type RecordedRow = Readonly<Partial<Record<RecordingLanguage, RowRecording>>>;
import type { Recording } from '@khmer-learning/contracts';
import type { RecordingLanguage } from '@khmer-learning/contracts';

// recording/sound-file.ts
export interface Sound {
    readonly samples: Float32Array;
    readonly sampleRate: number;
}

// recording/unassigned-recordings.tsx
export declare function UnassignedRecordings(options: UnassignedRecordingsProps): import("react").JSX.Element | null;
import type { Recording } from '@khmer-learning/contracts';
import type { RecordingTarget } from './recording-uploads.tsx';
interface UnassignedRecordingsProps {
    target: RecordingTarget;
    recordings: readonly Recording[];
}

// recording/use-speech-recorder.ts
export declare function useSpeechRecorder(onWord: (sound: Sound) => void): {
    status: 'closed' | 'opening' | 'paused' | 'listening';
    level: number;
    isSpeaking: boolean;
    problem: string | null;
    listen(): void;
    pause: () => void;
    close: () => void;
    endWord(): boolean;
};
export interface SpeechRecorderState {
    readonly status: 'closed' | 'opening' | 'paused' | 'listening';
    readonly level: number;
    readonly isSpeaking: boolean;
    readonly problem: string | null;
}
import type { Sound } from './sound-file.ts';

// reorder/drag-and-drop.tsx
export declare function DragHandle(options: DragHandleProps): import("react").JSX.Element;
export declare function MoveButtons(options: MoveButtonsProps): import("react").JSX.Element;
export declare function focusOrderAfterMove(from: number, to: number): readonly string[];
export declare function focusRowAction(row: Element | null | undefined, actions: readonly string[]): void;
export declare function useDragList(options: DragListOptions): {
    dragged: UniqueIdentifier | null;
    context: {
        modifiers: Modifier[];
        accessibility: {
            announcements: Announcements;
            screenReaderInstructions: {
                draggable: string;
            };
        };
        onDragStart: (options2: DragStartEvent) => void;
        onDragEnd: (options3: DragEndEvent) => void;
        onDragCancel: () => void;
    };
};
export declare function useMoveAnnouncement(): (values: {
    readonly name: string;
    readonly position: number;
    readonly count: number;
}) => string;
export interface DragHandleProps {
    name: string;
    sortable: Pick<ReturnType<typeof useSortable>, 'attributes' | 'listeners' | 'setActivatorNodeRef'>;
    disabled?: boolean;
}
export interface DragListOptions {
    ids: readonly UniqueIdentifier[];
    nameOf: (id: UniqueIdentifier) => string;
    instructions: string;
    onMove: (from: number, to: number) => void;
}
export interface MoveButtonsProps {
    name: string;
    index: number;
    count: number;
    onMove: (to: number) => void;
}
import type { Announcements } from '@dnd-kit/core';
import type { DragEndEvent } from '@dnd-kit/core';
import type { DragStartEvent } from '@dnd-kit/core';
import type { Modifier } from '@dnd-kit/core';
import type { UniqueIdentifier } from '@dnd-kit/core';
import type { useSortable } from '@dnd-kit/sortable';

// reorder/use-prevent-escape-close.ts
export declare function usePreventEscapeClose(isActive: boolean, within?: RefObject<HTMLElement | null>): void;
import type { RefObject } from 'react';

// rights/use-rights.ts
export declare function useRights(): {
    mayPublish: boolean;
    mayChangeAll: boolean;
    mayChange: (id: number | null) => boolean;
};
export type UserRights = ReturnType<typeof useRights>;

// saving/item-kind.ts
export declare function useFetchItem<Item>(kind: ItemKind<Item>): (id: number) => Promise<Item | null>;
export interface ItemEndpoints<Item> {
    readonly create: EndpointFor<Item>;
    readonly update: EndpointFor<Item>;
    readonly delete: Endpoint;
    readonly versions: ItemVersionEndpoints<Item>;
    readonly deleted: {
        readonly list: DeletedItemEndpoints['listDeleted'];
        readonly restore: DeletedItemEndpoints['restoreDeleted'];
    };
    readonly comments?: CommentEndpoints;
}
export interface ItemKind<Item> {
    readonly entity: ChangedEntity;
    readonly deletedWith?: readonly ChangedEntity[];
    readonly itemType: string;
    readonly messages: Readonly<Record<'created' | 'updated' | 'deleted' | 'createFailed' | 'updateFailed' | 'deleteFailed', string>>;
    readonly endpoints: ItemEndpoints<Item>;
    readonly fetch: (api: ApiClient, id: number) => Promise<Item | null>;
}
export type EndpointFor<Response> = Endpoint<Schema, Schema, Schema, z.ZodType<Response>>;
import type { ApiClient } from '@khmer-learning/console-sdk';
import type { ChangedEntity } from '@khmer-learning/console-sdk';
import type { CommentEndpoints } from '@khmer-learning/contracts';
import type { DeletedItemEndpoints } from '../versions/use-restore-deleted.ts';
import type { Endpoint } from '@khmer-learning/contracts';
import type { ItemVersionEndpoints } from '../versions/history-dialog.tsx';
import type { z } from 'zod';
type Schema = z.ZodType | undefined;

// saving/publish-buttons.tsx
export declare function SaveButton(props: ComponentProps<typeof Button>): import("react").JSX.Element;
import type { ComponentProps } from 'react';
import { Button } from '@khmer-learning/ui-kit';

// saving/publish-status.tsx
export declare function PublishStatus(options: PublishStatusProps): import("react").JSX.Element;
export declare function usePendingStatusOptions(list: Pick<ListState, 'filterParam'>, rows: readonly {
    readonly review?: Review | null | undefined;
}[] | undefined): SelectOption[];
export interface PublishStatusProps {
    item: Pick<PublishableItem, 'status' | 'hiddenBy' | 'workingCopy' | 'schedule' | 'review'> & Partial<Pick<PublishableItem, 'version'>>;
    listed?: {
        entity: string;
        id: number;
    };
    inline?: boolean;
}
import type { ListState } from '@khmer-learning/console-sdk';
import type { PublishableItem } from './publishable-kind.ts';
import type { Review } from '@khmer-learning/contracts';
import type { SelectOption } from '@khmer-learning/ui-kit';

// saving/publish-together-dialog.tsx
export declare function PublishTogetherDialog(options: PublishTogetherDialogProps): import("react").JSX.Element;
import type { ApiClient } from '@khmer-learning/console-sdk';
import type { ReleaseCandidate } from './release-candidates.ts';
interface PublishTogetherDialogProps {
    chosen: readonly ReleaseCandidate[];
    findOffered: (api: ApiClient, signal: AbortSignal) => Promise<readonly ReleaseCandidate[]>;
    selectsOffered?: boolean;
    onPublished?: () => void;
    onClose: () => void;
}

// saving/publishable-kind.ts
export declare function useFetchOpenedItem<Item extends PublishableItem, Contents extends object>(kind: PublishableKind<Item, Contents>): (id: number) => Promise<OpenedItem<Item>>;
export interface BaseVersions {
    readonly version: number;
    readonly workingCopyVersion: number;
}
export interface OpenedItem<Item extends PublishableItem> extends BaseVersions {
    readonly id: number;
    readonly stored: Item;
    readonly edited: Item;
}
export interface PublishableItem {
    id: number;
    version: number;
    status: string;
    updatedAt?: string;
    hiddenBy?: HiddenBy | undefined;
    workingCopy?: WorkingCopyInfo | null | undefined;
    schedule?: Schedule | null | undefined;
    review?: Review | null | undefined;
}
export interface PublishableKind<Item extends PublishableItem, Contents extends object> extends ItemKind<Item> {
    readonly fetch: (api: ApiClient, id: number) => Promise<Item>;
    readonly endpoints: PublishableEndpoints<Item, Contents>;
    readonly consequence: string;
    readonly statusLabel?: (status: string) => string;
    readonly toStatus?: (status: ContentStatus) => string;
    readonly withContents: (item: Item, contents: Contents, status: ContentStatus) => Item;
}
import type { ApiClient } from '@khmer-learning/console-sdk';
import type { ContentStatus } from '@khmer-learning/contracts';
import type { Endpoint } from '@khmer-learning/contracts';
import type { EndpointFor } from './item-kind.ts';
import type { HiddenBy } from '@khmer-learning/contracts';
import type { ItemEndpoints } from './item-kind.ts';
import type { ItemKind } from './item-kind.ts';
import type { Review } from '@khmer-learning/contracts';
import type { ReviewEndpoints } from '@khmer-learning/contracts';
import type { Schedule } from '@khmer-learning/contracts';
import type { ScheduleEndpoints } from '@khmer-learning/contracts';
import type { WorkingCopyInfo } from '@khmer-learning/contracts';
interface PublishableEndpoints<Item, Contents> extends ItemEndpoints<Item> {
    readonly workingCopy: {
        readonly get: EndpointFor<WorkingCopyInfo & {
            baseVersion: number;
            contents: Contents;
        }>;
        readonly save: EndpointFor<WorkingCopyInfo>;
        readonly publish: EndpointFor<PublishableItem>;
        readonly discard: Endpoint;
    };
    readonly schedule: ScheduleEndpoints;
    readonly review: ReviewEndpoints;
}

// saving/release-candidates.ts
export declare const toCandidates: (entity: ReleasedEntity, items: readonly Omit<ReleaseCandidate, 'entity'>[]) => ReleaseCandidate[];
export declare function findChangedQuizzes(api: ApiClient, lessonIds: readonly number[], signal: AbortSignal): Promise<ReleaseCandidate[]>;
export interface ReleaseCandidate extends Pick<PublishableItem, 'id' | 'version' | 'status' | 'workingCopy'> {
    readonly entity: ReleasedEntity;
    readonly title: string;
}
import type { ApiClient } from '@khmer-learning/console-sdk';
import type { PublishableItem } from './publishable-kind.ts';
import type { ReleasedEntity } from '@khmer-learning/contracts';

// saving/use-publish-together.ts
export declare const usePublishTogether: () => {
    Dialog: typeof import("./publish-together-dialog.tsx").PublishTogetherDialog | null;
    open: () => void;
    close: () => void;
    isOpening: boolean;
};

// saving/use-publishing.ts
export interface PublishingOptions<Item extends PublishableItem, Contents extends object, Values extends FieldValues> {
    kind: PublishableKind<Item, Contents>;
    item: OpenedItem<Item> | null;
    form: UseFormReturn<Values, unknown, Contents>;
    contentsSchema: z.ZodType<Contents>;
    autoSave: AutoSave;
    beforeSave?: ((request: PublishingRequest<Contents>, send: () => void) => void) | undefined;
    onSaved: () => void;
    onItemChange: (item: OpenedItem<Item>) => void;
}
export interface PublishingRequest<Contents> {
    readonly contents: Contents;
    readonly as: 'draft' | 'working copy' | 'published';
    readonly staysOpen?: boolean;
    readonly isAutosave?: boolean;
}
import type { AutoSave } from '../drafts/auto-save.tsx';
import type { FieldValues } from 'react-hook-form';
import type { OpenedItem } from './publishable-kind.ts';
import type { PublishableItem } from './publishable-kind.ts';
import type { PublishableKind } from './publishable-kind.ts';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';

// saving/use-save.tsx
export declare function showServerIssues<Values extends FieldValues, Output>(form: UseFormReturn<Values, unknown, Output>, error: Error): void;
export declare function useSave<Body, Values extends FieldValues, Output>(options: SaveOptions<Body, Values, Output>): {
    save: import("@tanstack/react-query").UseMutateFunction<unknown, Error, SaveRequest<Body>, unknown>;
    isSaving: boolean;
    stale: {
        id: number;
        body: Body;
    } | null;
    keepEditing: () => void;
    overwrite: (version: number | undefined) => void;
};
export interface SaveOptions<Body, Values extends FieldValues, Output> {
    form: UseFormReturn<Values, unknown, Output>;
    calls: {
        create: (body: Body) => Promise<unknown>;
        update: (id: number, body: Body, version: number | undefined) => Promise<unknown>;
    };
    messages: {
        created: string;
        updated: string;
        createFailed: string;
        updateFailed: string;
    };
    changes?: readonly ChangedEntity[];
    invalidates?: readonly QueryKey[];
    onSaved: () => void;
    onSaveError?: ((error: Error) => void) | undefined;
}
import type { ChangedEntity } from '@khmer-learning/console-sdk';
import type { FieldValues } from 'react-hook-form';
import type { QueryKey } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
interface SaveRequest<Body> {
    id: number | null;
    body: Body;
    version: number | undefined;
}

// undo/undo-history.tsx
export declare function useOfferUndo(): (title: string) => void;
export declare function useSetFormValues(): (values: unknown) => void;
export declare function useUndoHistory<Values extends FieldValues, Output>(form: UseFormReturn<Values, unknown, Output>): {
    canUndo: boolean;
    canRedo: boolean;
    undo: () => void;
    redo: () => void;
    isOwnUndoExhausted: () => boolean;
    fields: UndoableFields;
};
export declare function useUndoableFieldArray(name: string, methods: FieldArrayMethods): void;
export type UndoHistory = ReturnType<typeof useUndoHistory>;
import type { FieldArrayMethods } from '../forms/form-values.ts';
import type { FieldValues } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
interface UndoableFields {
    offerUndo: (title: string) => void;
    setValues: (values: unknown) => void;
    addFieldArray: (name: string, methods: FieldArrayMethods) => () => void;
}

// versions/history-dialog.tsx
export type ItemVersionEndpoints<Item> = Pick<ReturnType<typeof versionEndpoints<'content' | 'quizzes', z.ZodType<Item>, z.ZodType>>, 'list' | 'get' | 'restore'>;
import type { versionEndpoints } from '@khmer-learning/contracts';
import type { z } from 'zod';

// versions/use-lazy-dialog.ts
export declare function useLazyDialog<Component>(load: () => Promise<Component>): {
    Dialog: NonNullable<Component> | null;
    open: () => void;
    close: () => void;
    isOpening: boolean;
};

// versions/use-restore-deleted.ts
export type DeletedItemEndpoints = Pick<ReturnType<typeof versionEndpoints<'content' | 'quizzes', z.ZodType, z.ZodType<RestoredItem>>>, 'listDeleted' | 'restoreDeleted'>;
import type { versionEndpoints } from '@khmer-learning/contracts';
import type { z } from 'zod';
interface RestoredItem {
    title: string;
    restored?: {
        lessons: number;
    };
}
