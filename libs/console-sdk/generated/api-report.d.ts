// API of @khmer-learning/console-sdk. Contract 3.6.0. Written by npm run api-report.

// api/api-client.ts
export declare function createApiClient(clientOptions: ApiClientOptions): ApiClient;
export interface ApiClient {
    call<E extends Endpoint>(endpoint: E, ...args: CallArguments<E>): Promise<ResponseOf<E>>;
    callOrNull<E extends Endpoint>(endpoint: E, ...args: CallArguments<E>): Promise<ResponseOf<E> | null>;
    download<E extends Endpoint>(endpoint: E, ...args: CallArguments<E>): Promise<Blob>;
    upload(file: File, options: UploadOptions): Promise<UploadedFile>;
    sendFile<E extends Endpoint>(endpoint: E, file: File, options?: SendFileOptions): Promise<ResponseOf<E>>;
}
export interface ApiClientOptions {
    readonly baseUrl: string;
    readonly sessionUserId?: number | undefined;
    readonly onSessionEnd?: (reason: SessionEndReason) => void;
    readonly onProofRequired?: () => Promise<boolean>;
    readonly onSecondFactorMissing?: () => Promise<boolean>;
    readonly fetch?: (url: string, request: RequestInit) => Promise<Response>;
}
export interface CallOptions {
    readonly version?: number | undefined;
    readonly signal?: AbortSignal | undefined;
}
export interface UploadOptions extends SendFileOptions {
    readonly kind: UploadKind;
}
export type UploadedFile = ResponseOf<typeof mediaUpload>['data'];
import type { Endpoint } from '@khmer-learning/contracts';
import type { RequestOf } from '@khmer-learning/contracts';
import type { ResponseOf } from '@khmer-learning/contracts';
import type { SendFileOptions } from './send-file.ts';
import type { SessionEndReason } from './api-error.ts';
import type { UploadKind } from '@khmer-learning/contracts';
import { mediaUpload } from '@khmer-learning/contracts';
type CallArguments<E extends Endpoint> = Record<never, never> extends RequestOf<E> ? [request?: RequestOf<E>, options?: CallOptions] : [request: RequestOf<E>, options?: CallOptions];

// api/api-error.ts
export declare class ApiError extends Error {
    readonly name = "ApiError";
    readonly status: number;
    readonly code: string;
    readonly issues: readonly Issue[];
    readonly userMessage: string | undefined;
    readonly requestId: string | undefined;
    constructor(status: number, bodyText: string, statusText?: string);
}
export declare class NetworkError extends Error {
    readonly name = "NetworkError";
    readonly userMessage: string;
    constructor(cause: unknown);
}
export declare function isSessionEndError(error: unknown): boolean;
export type SessionEndReason = 'ended' | 'otherUser';
import type { Issue } from '@khmer-learning/contracts';

// api/api-provider.tsx
export declare function ApiProvider(options: {
    api: ApiClient;
    children: ReactNode;
}): import("react").JSX.Element;
export declare function useApi(): ApiClient;
import type { ApiClient } from './api-client.ts';
import type { ReactNode } from 'react';

// api/send-file.ts
export interface SendFileOptions {
    readonly onProgress?: ((share: number) => void) | undefined;
    readonly signal?: AbortSignal | undefined;
}

// api/user-message-of.ts
export declare function userMessageOf(error: unknown, fallback: string): string;

// console/background-task-store.ts
export declare function createBackgroundTaskStore(): {
    list: () => readonly BackgroundTask[];
    start(task: Omit<BackgroundTask, 'done'>): RunningTask;
    subscribe(listener: () => void): () => undefined;
};
export interface BackgroundTask {
    readonly label: string;
    readonly view: string;
    readonly done: number;
    readonly total: number;
    readonly show: () => void;
}
export interface RunningTask {
    progress(done: number): void;
    end(): void;
}
export type BackgroundTaskStore = ReturnType<typeof createBackgroundTaskStore>;

// console/console-context.ts
export declare function useBackgroundTasks(): (task: NewBackgroundTask) => RunningTask;
export declare function useConsole(hook?: string): ConsoleServices;
export declare function useHeaderAction(handler: (() => void) | null): void;
export declare function useSession(): Session;
export declare function useUnsavedChangesGuard(dirty: boolean, isKept?: boolean): {
    confirmLeave: () => Promise<boolean>;
};
export interface ConsoleServices {
    readonly user: SessionUser;
    readonly signOut: (options?: SignOutOptions) => Promise<void>;
    readonly refreshUser: () => Promise<void>;
    readonly history: ViewHistory;
    readonly unsavedChanges: UnsavedChangesGuard;
    readonly headerAction: HeaderActionStore;
    readonly backgroundTasks: BackgroundTaskStore;
    readonly presence: PresenceStore;
}
export interface Session {
    readonly user: SessionUser;
    readonly signOut: (options?: SignOutOptions) => Promise<void>;
    readonly refresh: () => Promise<void>;
}
export interface SignOutOptions {
    readonly notice?: string;
}
export type NewBackgroundTask = Pick<BackgroundTask, 'label' | 'total' | 'show'>;
import type { BackgroundTask } from './background-task-store.ts';
import type { BackgroundTaskStore } from './background-task-store.ts';
import type { HeaderActionStore } from './header-action-store.ts';
import type { PresenceStore } from '../presence/presence-store.ts';
import type { RunningTask } from './background-task-store.ts';
import type { SessionUser } from '@khmer-learning/contracts';
import type { UnsavedChangesGuard } from './unsaved-changes-guard.ts';
import type { ViewHistory } from './view-history.ts';

// console/console-provider.tsx
export declare function ConsoleProvider(options: ConsoleProviderProps): import("react").JSX.Element;
export declare function ViewProvider(options: {
    id: string;
    children: ReactNode;
}): import("react").JSX.Element;
export interface ConsoleProviderProps {
    user: SessionUser;
    signOut: (options?: SignOutOptions) => Promise<void>;
    refreshUser?: () => Promise<void>;
    defaultView: string;
    children: ReactNode;
}
import type { ReactNode } from 'react';
import type { SessionUser } from '@khmer-learning/contracts';
import type { SignOutOptions } from './console-context.ts';

// console/header-action-store.ts
export declare function createHeaderActionStore(): {
    current: () => (() => void) | null;
    set(handler: () => void): () => void;
    subscribe(listener: () => void): () => undefined;
};
export type HeaderActionStore = ReturnType<typeof createHeaderActionStore>;

// console/list-state.ts
export declare const listStateSchema: z.ZodPipe<z.ZodObject<{
    sort: z.ZodDefault<z.ZodNullable<z.ZodString>>;
    limit: z.ZodDefault<z.ZodNumber>;
    search: z.ZodString;
    filters: z.ZodRecord<z.ZodString, z.ZodString>;
    offset: z.ZodNumber;
    view: z.ZodOptional<z.ZodNumber>;
}, z.core.$strip>, z.ZodTransform<{
    sort: string | null;
    limit: number;
    search: string;
    filters: Record<string, string>;
    view?: number | undefined;
    offset: number;
}, {
    sort: string | null;
    limit: number;
    search: string;
    filters: Record<string, string>;
    offset: number;
    view?: number | undefined;
}>>;
export declare const noFilter = "all";
export type StoredListState = z.output<typeof listStateSchema>;
import { z } from 'zod';

// console/unsaved-changes-guard.ts
export declare function createUnsavedChangesGuard(): {
    hasUnsavedChanges: () => boolean;
    keepsChanges: () => boolean;
    register(isKept?: boolean): () => void;
    confirmLeave(): Promise<boolean>;
    discard: () => void;
    pendingConfirmation: () => ((leave: boolean) => void) | null;
    subscribe(listener: () => void): () => undefined;
};
export type UnsavedChangesGuard = ReturnType<typeof createUnsavedChangesGuard>;

// console/use-list-state.ts
export declare function useListState(sorts?: readonly string[], known?: KnownFilters): {
    viewId: string;
    view: number | undefined;
    search: string;
    offset: number;
    sort: string | null;
    limit: number;
    hasActiveFilters: boolean;
    hasFilters: boolean;
    filters: {
        [k: string]: string;
    };
    show: (next: Pick<StoredListState, 'search' | 'filters' | 'sort' | 'limit' | 'view'>, mode?: HistoryMode) => void;
    filterValue: (name: string) => string;
    filterParam: (name: string) => string | undefined;
    setSearch: (next: string) => void;
    setFilter: (name: string, value: string, mode?: HistoryMode) => void;
    setSort: (next: string | null) => void;
    setLimit: (next: number) => void;
    setOffset: (next: number) => void;
    replaceOffset: (next: number) => void;
    resetToFirstPage: () => void;
    clearFilters: () => void;
};
export type KnownFilters = Readonly<Record<string, readonly string[] | ((value: string) => boolean) | undefined>>;
export type ListState = ReturnType<typeof useListState>;
import type { HistoryMode } from '../console/view-history.ts';
import type { StoredListState } from './list-state.ts';

// console/use-navigation.ts
export declare function useAddressedComment(): number | null;
export declare function useAddressedItem(openId: number | null, show: (id: number | null) => void, dialog?: string | null): (item: {
    id: number;
}) => string;
export declare function useFindText(): string | null;
export declare function useIntent(intent: Intent, handler: (details: IntentDetails) => void): void;
export declare function useNavigation(): {
    currentView: string;
    openView: ViewHistory['openView'];
};
import type { Intent } from './view-history.ts';
import type { IntentDetails } from './view-history.ts';
import type { ViewHistory } from './view-history.ts';

// console/use-view-state.ts
export declare function useViewState<Schema extends z.ZodType>(key: string, schema: Schema, initial: z.output<Schema>): [z.output<Schema>, SetViewState<z.output<Schema>>];
export type SetViewState<Value> = (next: Value | ((previous: Value) => Value), options?: {
    readonly mode?: HistoryMode;
}) => void;
import type { HistoryMode } from './view-history.ts';
import type { z } from 'zod';

// console/view-address.ts
export declare function formatViewAddress(place: {
    readonly view: string;
    readonly list: unknown;
    readonly item: number | null;
    readonly dialog?: string | null;
    readonly find?: string | null;
    readonly comment?: number | null;
}): string;

// console/view-error-boundary.tsx
export declare function ViewErrorBoundary(options: ViewErrorBoundaryProps): import("react").JSX.Element;
export interface ViewErrorBoundaryProps {
    label: string;
    resetKey?: string;
    onError?: (error: unknown) => void;
    onRetry?: () => void;
    children: ReactNode;
}
import type { ReactNode } from 'react';

// console/view-history.ts
export declare function createViewHistory(options: ViewHistoryOptions): {
    currentView: () => string;
    lastShownView: () => string;
    setShownView: (view: string) => void;
    openView(view: string, options?: OpenViewOptions): Promise<void>;
    readState: (view: string, key: string) => unknown;
    writeState(view: string, key: string, value: unknown, mode: HistoryMode): void;
    consumeIntent(view: string, intent: Intent): boolean;
    intentDetails: () => IntentDetails;
    consumeItem(view: string, dialog: string | null): number | null | undefined;
    setOpenItem(view: string, id: number | null, dialog: string | null): void;
    findText: () => string | null;
    addressedComment: () => number | null;
    subscribe(listener: () => void): () => undefined;
    closeOnBack(close: () => void): () => void;
    connect(): () => void;
};
export interface IntentDetails {
    readonly draft: string | null;
    readonly preset: unknown;
}
export interface OpenViewOptions {
    readonly intent?: Intent | undefined;
    readonly draft?: string | undefined;
    readonly preset?: unknown;
    readonly item?: number | undefined;
    readonly find?: string | undefined;
    readonly comment?: number | undefined;
}
export type HistoryMode = 'push' | 'replace';
export type Intent = 'create';
export type ViewHistory = ReturnType<typeof createViewHistory>;
import type { UnsavedChangesGuard } from './unsaved-changes-guard.ts';
interface ViewHistoryOptions {
    readonly userId: number;
    readonly defaultView: string;
    readonly unsavedChanges: UnsavedChangesGuard;
}

// data/query-client.ts
export declare function createQueryClient(): QueryClient;
import { QueryClient } from '@tanstack/react-query';

// data/query-keys.ts
export declare const auditKeys: {
    readonly all: readonly [string];
    readonly lists: readonly [string, 'list'];
    readonly list: (query?: object) => (string | object)[];
    readonly detail: (id: number) => (string | number)[];
};
export declare const dashboardStatsKey: readonly ['dashboard', 'stats'];
export declare function queryKeys(name: string, shows?: readonly ChangedEntity[]): {
    readonly all: readonly [string];
    readonly lists: readonly [string, 'list'];
    readonly list: (query?: object) => (string | object)[];
    readonly detail: (id: number) => (string | number)[];
};
export declare function useAnnounceChanges(): (entities: readonly ChangedEntity[]) => void;
export type ChangedEntity = EntityName | `${string}.${string}`;
import type { EntityName } from '@khmer-learning/contracts';

// data/use-api-mutation.ts
export declare function useApiMutation<Variables, Result>(options: ApiMutationOptions<Variables, Result>): UseMutationResult<Result, Error, Variables>;
export interface ApiMutationOptions<Variables, Result> {
    readonly call: (variables: Variables) => Promise<Result>;
    readonly successMessage: string | ((result: Result, variables: Variables) => string);
    readonly failureMessage: string | ((variables: Variables) => string);
    readonly changes?: readonly ChangedEntity[];
    readonly invalidates?: readonly QueryKey[];
    readonly dedupeKey?: (variables: Variables) => unknown;
    readonly onUndo?: (variables: Variables) => void;
    readonly successAction?: (result: Result, variables: Variables) => ToastAction | undefined;
    readonly onSuccess?: (result: Result, variables: Variables) => void;
    readonly onError?: (error: Error, variables: Variables) => boolean | undefined;
}
import type { ChangedEntity } from './query-keys.ts';
import type { QueryKey } from '@tanstack/react-query';
import type { ToastAction } from '@khmer-learning/ui-kit';
import type { UseMutationResult } from '@tanstack/react-query';

// extensions/extension-part.tsx
export declare function ExtensionPart<Point extends ComponentPoint>(options: ExtensionPartProps<Point>): string | number | bigint | boolean | import("react").JSX.Element | Iterable<ReactNode> | Promise<string | number | bigint | boolean | Iterable<ReactNode> | import("react").ReactElement<unknown, string | import("react").JSXElementConstructor<any>> | import("react").ReactPortal | null | undefined> | null | undefined;
export interface ExtensionPartProps<Point extends ComponentPoint> {
    extension: ComponentExtension<Point>;
    props: ExtensionProps[Point];
    loading: ReactNode;
    failed: (retry: () => void, retrying: boolean) => ReactNode;
}
import type { ComponentExtension } from './extensions-context.tsx';
import type { ComponentPoint } from './extension.ts';
import type { ExtensionProps } from './extension.ts';
import type { ReactNode } from 'react';

// extensions/extension.ts
declare const activityWordsSchema: z.ZodObject<{
    id: z.ZodString;
    order: z.ZodNumber;
    roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
        admin: "admin";
        teacher: "teacher";
    }>>>;
    point: z.ZodLiteral<"activity-words">;
    entity: z.ZodString;
    label: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        en: z.ZodString;
        km: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>]>;
    actions: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        en: z.ZodString;
        km: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>]>>>;
}, z.core.$strict>;
declare const dashboardAttentionSchema: z.ZodObject<{
    id: z.ZodString;
    order: z.ZodNumber;
    roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
        admin: "admin";
        teacher: "teacher";
    }>>>;
    point: z.ZodLiteral<"dashboard-attention">;
    count: z.ZodString;
    text: z.ZodObject<{
        one: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
        other: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
    }, z.core.$strict>;
    link: z.ZodObject<{
        view: z.ZodString;
        filters: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodString>>;
        sort: z.ZodOptional<z.ZodString>;
    }, z.core.$strict>;
}, z.core.$strict>;
declare const dashboardCardSchema: z.ZodObject<{
    id: z.ZodString;
    order: z.ZodNumber;
    roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
        admin: "admin";
        teacher: "teacher";
    }>>>;
    point: z.ZodLiteral<"dashboard-card">;
    title: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        en: z.ZodString;
        km: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>]>;
}, z.core.$strict>;
declare const dashboardCreateSchema: z.ZodObject<{
    id: z.ZodString;
    order: z.ZodNumber;
    roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
        admin: "admin";
        teacher: "teacher";
    }>>>;
    point: z.ZodLiteral<"dashboard-create">;
    view: z.ZodString;
}, z.core.$strict>;
declare const dashboardDaysSchema: z.ZodObject<{
    id: z.ZodString;
    order: z.ZodNumber;
    roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
        admin: "admin";
        teacher: "teacher";
    }>>>;
    point: z.ZodLiteral<"dashboard-days">;
    title: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        en: z.ZodString;
        km: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>]>;
    items: z.ZodString;
    figures: z.ZodArray<z.ZodObject<{
        value: z.ZodString;
        name: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
    }, z.core.$strict>>;
    empty: z.ZodObject<{
        title: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
        hint: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>>;
    }, z.core.$strict>;
}, z.core.$strict>;
declare const dashboardDraftsSchema: z.ZodObject<{
    id: z.ZodString;
    order: z.ZodNumber;
    roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
        admin: "admin";
        teacher: "teacher";
    }>>>;
    point: z.ZodLiteral<"dashboard-drafts">;
    form: z.ZodString;
    label: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        en: z.ZodString;
        km: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>]>;
    view: z.ZodString;
}, z.core.$strict>;
declare const dashboardFigureSchema: z.ZodObject<{
    id: z.ZodString;
    order: z.ZodNumber;
    roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
        admin: "admin";
        teacher: "teacher";
    }>>>;
    point: z.ZodLiteral<"dashboard-figure">;
    label: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        en: z.ZodString;
        km: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>]>;
    icon: z.ZodEnum<{
        book: "book";
        card: "card";
        chart: "chart";
        dollar: "dollar";
        file: "file";
        gift: "gift";
        key: "key";
        layers: "layers";
        library: "library";
        quiz: "quiz";
        receipt: "receipt";
        shapes: "shapes";
        tag: "tag";
        transfer: "transfer";
        "user-check": "user-check";
        users: "users";
    }>;
    value: z.ZodString;
    format: z.ZodEnum<{
        count: "count";
        usd: "usd";
    }>;
    growth: z.ZodOptional<z.ZodObject<{
        value: z.ZodString;
        decimals: z.ZodOptional<z.ZodNumber>;
    }, z.core.$strict>>;
    detail: z.ZodOptional<z.ZodDiscriminatedUnion<[z.ZodObject<{
        format: z.ZodLiteral<"usd">;
        text: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
        value: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        format: z.ZodLiteral<"percent">;
        text: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
        of: z.ZodString;
    }, z.core.$strict>], "format">>;
    link: z.ZodOptional<z.ZodObject<{
        view: z.ZodString;
        filters: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodString>>;
        sort: z.ZodOptional<z.ZodString>;
    }, z.core.$strict>>;
    curve: z.ZodOptional<z.ZodString>;
}, z.core.$strict>;
declare const dashboardRecentSchema: z.ZodObject<{
    id: z.ZodString;
    order: z.ZodNumber;
    roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
        admin: "admin";
        teacher: "teacher";
    }>>>;
    point: z.ZodLiteral<"dashboard-recent">;
    label: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        en: z.ZodString;
        km: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>]>;
    icon: z.ZodEnum<{
        book: "book";
        card: "card";
        chart: "chart";
        dollar: "dollar";
        file: "file";
        gift: "gift";
        key: "key";
        layers: "layers";
        library: "library";
        quiz: "quiz";
        receipt: "receipt";
        shapes: "shapes";
        tag: "tag";
        transfer: "transfer";
        "user-check": "user-check";
        users: "users";
    }>;
    items: z.ZodString;
    limit: z.ZodNumber;
    view: z.ZodOptional<z.ZodString>;
}, z.core.$strict>;
declare const dashboardSharesSchema: z.ZodObject<{
    id: z.ZodString;
    order: z.ZodNumber;
    roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
        admin: "admin";
        teacher: "teacher";
    }>>>;
    point: z.ZodLiteral<"dashboard-shares">;
    title: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        en: z.ZodString;
        km: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>]>;
    items: z.ZodString;
    unit: z.ZodObject<{
        one: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
        other: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
    }, z.core.$strict>;
    empty: z.ZodObject<{
        title: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
        hint: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>>;
    }, z.core.$strict>;
}, z.core.$strict>;
declare const formPanelSchema: z.ZodObject<{
    id: z.ZodString;
    order: z.ZodNumber;
    roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
        admin: "admin";
        teacher: "teacher";
    }>>>;
    point: z.ZodLiteral<"form-panel">;
    entity: z.ZodString;
    title: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        en: z.ZodString;
        km: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>]>;
}, z.core.$strict>;
declare const listColumnSchema: z.ZodObject<{
    id: z.ZodString;
    order: z.ZodNumber;
    roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
        admin: "admin";
        teacher: "teacher";
    }>>>;
    point: z.ZodLiteral<"list-column">;
    entity: z.ZodString;
    header: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        en: z.ZodString;
        km: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>]>;
    align: z.ZodOptional<z.ZodEnum<{
        end: "end";
        start: "start";
    }>>;
}, z.core.$strict>;
declare const rowActionSchema: z.ZodObject<{
    id: z.ZodString;
    order: z.ZodNumber;
    roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
        admin: "admin";
        teacher: "teacher";
    }>>>;
    point: z.ZodLiteral<"row-action">;
    entity: z.ZodString;
    label: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        en: z.ZodString;
        km: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>]>;
    icon: z.ZodEnum<{
        book: "book";
        card: "card";
        chart: "chart";
        dollar: "dollar";
        file: "file";
        gift: "gift";
        key: "key";
        layers: "layers";
        library: "library";
        quiz: "quiz";
        receipt: "receipt";
        shapes: "shapes";
        tag: "tag";
        transfer: "transfer";
        "user-check": "user-check";
        users: "users";
    }>;
}, z.core.$strict>;
declare const userMenuGroupSchema: z.ZodObject<{
    id: z.ZodString;
    order: z.ZodNumber;
    roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
        admin: "admin";
        teacher: "teacher";
    }>>>;
    point: z.ZodLiteral<"user-menu-group">;
    label: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        en: z.ZodString;
        km: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>]>;
}, z.core.$strict>;
declare const viewLinkSchema: z.ZodObject<{
    view: z.ZodString;
    filters: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodString>>;
    sort: z.ZodOptional<z.ZodString>;
}, z.core.$strict>;
export declare const extensionSchema: z.ZodDiscriminatedUnion<[z.ZodObject<{
    id: z.ZodString;
    order: z.ZodNumber;
    roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
        admin: "admin";
        teacher: "teacher";
    }>>>;
    point: z.ZodLiteral<"activity-words">;
    entity: z.ZodString;
    label: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        en: z.ZodString;
        km: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>]>;
    actions: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        en: z.ZodString;
        km: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>]>>>;
}, z.core.$strict>, z.ZodObject<{
    id: z.ZodString;
    order: z.ZodNumber;
    roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
        admin: "admin";
        teacher: "teacher";
    }>>>;
    point: z.ZodLiteral<"dashboard-attention">;
    count: z.ZodString;
    text: z.ZodObject<{
        one: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
        other: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
    }, z.core.$strict>;
    link: z.ZodObject<{
        view: z.ZodString;
        filters: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodString>>;
        sort: z.ZodOptional<z.ZodString>;
    }, z.core.$strict>;
}, z.core.$strict>, z.ZodObject<{
    id: z.ZodString;
    order: z.ZodNumber;
    roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
        admin: "admin";
        teacher: "teacher";
    }>>>;
    point: z.ZodLiteral<"dashboard-card">;
    title: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        en: z.ZodString;
        km: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>]>;
}, z.core.$strict>, z.ZodObject<{
    id: z.ZodString;
    order: z.ZodNumber;
    roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
        admin: "admin";
        teacher: "teacher";
    }>>>;
    point: z.ZodLiteral<"dashboard-create">;
    view: z.ZodString;
}, z.core.$strict>, z.ZodObject<{
    id: z.ZodString;
    order: z.ZodNumber;
    roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
        admin: "admin";
        teacher: "teacher";
    }>>>;
    point: z.ZodLiteral<"dashboard-days">;
    title: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        en: z.ZodString;
        km: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>]>;
    items: z.ZodString;
    figures: z.ZodArray<z.ZodObject<{
        value: z.ZodString;
        name: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
    }, z.core.$strict>>;
    empty: z.ZodObject<{
        title: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
        hint: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>>;
    }, z.core.$strict>;
}, z.core.$strict>, z.ZodObject<{
    id: z.ZodString;
    order: z.ZodNumber;
    roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
        admin: "admin";
        teacher: "teacher";
    }>>>;
    point: z.ZodLiteral<"dashboard-drafts">;
    form: z.ZodString;
    label: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        en: z.ZodString;
        km: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>]>;
    view: z.ZodString;
}, z.core.$strict>, z.ZodObject<{
    id: z.ZodString;
    order: z.ZodNumber;
    roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
        admin: "admin";
        teacher: "teacher";
    }>>>;
    point: z.ZodLiteral<"dashboard-figure">;
    label: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        en: z.ZodString;
        km: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>]>;
    icon: z.ZodEnum<{
        book: "book";
        card: "card";
        chart: "chart";
        dollar: "dollar";
        file: "file";
        gift: "gift";
        key: "key";
        layers: "layers";
        library: "library";
        quiz: "quiz";
        receipt: "receipt";
        shapes: "shapes";
        tag: "tag";
        transfer: "transfer";
        "user-check": "user-check";
        users: "users";
    }>;
    value: z.ZodString;
    format: z.ZodEnum<{
        count: "count";
        usd: "usd";
    }>;
    growth: z.ZodOptional<z.ZodObject<{
        value: z.ZodString;
        decimals: z.ZodOptional<z.ZodNumber>;
    }, z.core.$strict>>;
    detail: z.ZodOptional<z.ZodDiscriminatedUnion<[z.ZodObject<{
        format: z.ZodLiteral<"usd">;
        text: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
        value: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        format: z.ZodLiteral<"percent">;
        text: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
        of: z.ZodString;
    }, z.core.$strict>], "format">>;
    link: z.ZodOptional<z.ZodObject<{
        view: z.ZodString;
        filters: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodString>>;
        sort: z.ZodOptional<z.ZodString>;
    }, z.core.$strict>>;
    curve: z.ZodOptional<z.ZodString>;
}, z.core.$strict>, z.ZodObject<{
    id: z.ZodString;
    order: z.ZodNumber;
    roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
        admin: "admin";
        teacher: "teacher";
    }>>>;
    point: z.ZodLiteral<"dashboard-recent">;
    label: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        en: z.ZodString;
        km: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>]>;
    icon: z.ZodEnum<{
        book: "book";
        card: "card";
        chart: "chart";
        dollar: "dollar";
        file: "file";
        gift: "gift";
        key: "key";
        layers: "layers";
        library: "library";
        quiz: "quiz";
        receipt: "receipt";
        shapes: "shapes";
        tag: "tag";
        transfer: "transfer";
        "user-check": "user-check";
        users: "users";
    }>;
    items: z.ZodString;
    limit: z.ZodNumber;
    view: z.ZodOptional<z.ZodString>;
}, z.core.$strict>, z.ZodObject<{
    id: z.ZodString;
    order: z.ZodNumber;
    roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
        admin: "admin";
        teacher: "teacher";
    }>>>;
    point: z.ZodLiteral<"dashboard-shares">;
    title: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        en: z.ZodString;
        km: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>]>;
    items: z.ZodString;
    unit: z.ZodObject<{
        one: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
        other: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
    }, z.core.$strict>;
    empty: z.ZodObject<{
        title: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
        hint: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>>;
    }, z.core.$strict>;
}, z.core.$strict>, z.ZodObject<{
    id: z.ZodString;
    order: z.ZodNumber;
    roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
        admin: "admin";
        teacher: "teacher";
    }>>>;
    point: z.ZodLiteral<"form-panel">;
    entity: z.ZodString;
    title: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        en: z.ZodString;
        km: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>]>;
}, z.core.$strict>, z.ZodObject<{
    id: z.ZodString;
    order: z.ZodNumber;
    roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
        admin: "admin";
        teacher: "teacher";
    }>>>;
    point: z.ZodLiteral<"list-column">;
    entity: z.ZodString;
    header: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        en: z.ZodString;
        km: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>]>;
    align: z.ZodOptional<z.ZodEnum<{
        end: "end";
        start: "start";
    }>>;
}, z.core.$strict>, z.ZodObject<{
    id: z.ZodString;
    order: z.ZodNumber;
    roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
        admin: "admin";
        teacher: "teacher";
    }>>>;
    point: z.ZodLiteral<"row-action">;
    entity: z.ZodString;
    label: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        en: z.ZodString;
        km: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>]>;
    icon: z.ZodEnum<{
        book: "book";
        card: "card";
        chart: "chart";
        dollar: "dollar";
        file: "file";
        gift: "gift";
        key: "key";
        layers: "layers";
        library: "library";
        quiz: "quiz";
        receipt: "receipt";
        shapes: "shapes";
        tag: "tag";
        transfer: "transfer";
        "user-check": "user-check";
        users: "users";
    }>;
}, z.core.$strict>, z.ZodObject<{
    id: z.ZodString;
    order: z.ZodNumber;
    roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
        admin: "admin";
        teacher: "teacher";
    }>>>;
    point: z.ZodLiteral<"user-menu-group">;
    label: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        en: z.ZodString;
        km: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>]>;
}, z.core.$strict>], "point">;
export declare const isActivityWords: (extension: AnyExtension) => extension is {
    id: string;
    order: number;
    roles?: ("admin" | "teacher")[] | undefined;
    point: "activity-words";
    entity: string;
    label: string;
    actions?: {
        [x: string]: string;
    } | undefined;
};
export declare const isDashboardAttention: (extension: AnyExtension) => extension is {
    id: string;
    order: number;
    roles?: ("admin" | "teacher")[] | undefined;
    point: "dashboard-attention";
    count: string;
    text: {
        one: string;
        other: string;
    };
    link: {
        view: string;
        filters?: {
            [x: string]: string;
        } | undefined;
        sort?: string | undefined;
    };
};
export declare const isDashboardCard: (extension: AnyExtension) => extension is {
    id: string;
    order: number;
    roles?: ("admin" | "teacher")[] | undefined;
    point: "dashboard-card";
    title: string;
};
export declare const isDashboardCreate: (extension: AnyExtension) => extension is {
    id: string;
    order: number;
    roles?: ("admin" | "teacher")[] | undefined;
    point: "dashboard-create";
    view: string;
};
export declare const isDashboardDays: (extension: AnyExtension) => extension is {
    id: string;
    order: number;
    roles?: ("admin" | "teacher")[] | undefined;
    point: "dashboard-days";
    title: string;
    items: string;
    figures: {
        value: string;
        name: string;
    }[];
    empty: {
        title: string;
        hint?: string | undefined;
    };
};
export declare const isDashboardDrafts: (extension: AnyExtension) => extension is {
    id: string;
    order: number;
    roles?: ("admin" | "teacher")[] | undefined;
    point: "dashboard-drafts";
    form: string;
    label: string;
    view: string;
};
export declare const isDashboardFigure: (extension: AnyExtension) => extension is {
    id: string;
    order: number;
    roles?: ("admin" | "teacher")[] | undefined;
    point: "dashboard-figure";
    label: string;
    icon: "book" | "card" | "chart" | "dollar" | "file" | "gift" | "key" | "layers" | "library" | "quiz" | "receipt" | "shapes" | "tag" | "transfer" | "user-check" | "users";
    value: string;
    format: "count" | "usd";
    growth?: {
        value: string;
        decimals?: number | undefined;
    } | undefined;
    detail?: {
        format: "usd";
        text: string;
        value: string;
    } | {
        format: "percent";
        text: string;
        of: string;
    } | undefined;
    link?: {
        view: string;
        filters?: {
            [x: string]: string;
        } | undefined;
        sort?: string | undefined;
    } | undefined;
    curve?: string | undefined;
};
export declare const isDashboardRecent: (extension: AnyExtension) => extension is {
    id: string;
    order: number;
    roles?: ("admin" | "teacher")[] | undefined;
    point: "dashboard-recent";
    label: string;
    icon: "book" | "card" | "chart" | "dollar" | "file" | "gift" | "key" | "layers" | "library" | "quiz" | "receipt" | "shapes" | "tag" | "transfer" | "user-check" | "users";
    items: string;
    limit: number;
    view?: string | undefined;
};
export declare const isDashboardShares: (extension: AnyExtension) => extension is {
    id: string;
    order: number;
    roles?: ("admin" | "teacher")[] | undefined;
    point: "dashboard-shares";
    title: string;
    items: string;
    unit: {
        one: string;
        other: string;
    };
    empty: {
        title: string;
        hint?: string | undefined;
    };
};
export declare const isFormPanel: (extension: AnyExtension) => extension is {
    id: string;
    order: number;
    roles?: ("admin" | "teacher")[] | undefined;
    point: "form-panel";
    entity: string;
    title: string;
};
export declare const isListColumn: (extension: AnyExtension) => extension is {
    id: string;
    order: number;
    roles?: ("admin" | "teacher")[] | undefined;
    point: "list-column";
    entity: string;
    header: string;
    align?: "end" | "start" | undefined;
};
export declare const isRowAction: (extension: AnyExtension) => extension is {
    id: string;
    order: number;
    roles?: ("admin" | "teacher")[] | undefined;
    point: "row-action";
    entity: string;
    label: string;
    icon: "book" | "card" | "chart" | "dollar" | "file" | "gift" | "key" | "layers" | "library" | "quiz" | "receipt" | "shapes" | "tag" | "transfer" | "user-check" | "users";
};
export declare const isUserMenuGroup: (extension: AnyExtension) => extension is {
    id: string;
    order: number;
    roles?: ("admin" | "teacher")[] | undefined;
    point: "user-menu-group";
    label: string;
};
export declare function isComponentPoint(point: string): point is ComponentPoint;
export interface ExtensionItem {
    readonly id: number;
    readonly name: string;
}
export interface ExtensionProps {
    'dashboard-card': object;
    'form-panel': FormPanelProps;
    'list-column': ListColumnProps;
    'row-action': RowActionProps;
}
export interface FormPanelProps {
    readonly item: ExtensionItem;
}
export interface ListColumnProps {
    readonly item: ExtensionItem;
    readonly items: readonly ExtensionItem[];
}
export interface RowActionProps {
    readonly item: ExtensionItem;
    readonly onClose: () => void;
}
export type ActivityWords = Localized<z.infer<typeof activityWordsSchema>>;
export type ComponentPoint = keyof ExtensionProps;
export type DashboardAttention = Localized<z.infer<typeof dashboardAttentionSchema>>;
export type DashboardCard = Localized<z.infer<typeof dashboardCardSchema>>;
export type DashboardCreate = Localized<z.infer<typeof dashboardCreateSchema>>;
export type DashboardDays = Localized<z.infer<typeof dashboardDaysSchema>>;
export type DashboardDrafts = Localized<z.infer<typeof dashboardDraftsSchema>>;
export type DashboardFigure = Localized<z.infer<typeof dashboardFigureSchema>>;
export type DashboardRecent = Localized<z.infer<typeof dashboardRecentSchema>>;
export type DashboardShares = Localized<z.infer<typeof dashboardSharesSchema>>;
export type Extension = Localized<z.infer<typeof extensionSchema>>;
export type FormPanel = Localized<z.infer<typeof formPanelSchema>>;
export type ListColumn = Localized<z.infer<typeof listColumnSchema>>;
export type RowAction = Localized<z.infer<typeof rowActionSchema>>;
export type UserMenuGroup = Localized<z.infer<typeof userMenuGroupSchema>>;
export type ViewLink = z.infer<typeof viewLinkSchema>;
import type { Localized } from '../manifest/localized-text.ts';
import { z } from 'zod';
interface AnyExtension {
    readonly point: string;
}

// extensions/extensions-context.tsx
export declare const useExtensionSource: () => ExtensionSource;
export declare function ExtensionsProvider(options: {
    source: ExtensionSource;
    children: ReactNode;
}): import("react").JSX.Element;
export declare function useExtensions<E extends Extension>(isOfPoint: (extension: Extension) => extension is E): readonly ProvidedExtension<E>[];
export interface ComponentExtension<Point extends ComponentPoint = ComponentPoint> {
    readonly remote: string;
    readonly extension: {
        readonly point: Point;
        readonly id: string;
    };
}
export interface ExtensionSource {
    readonly extensions: readonly ProvidedExtension[];
    readonly load: <Point extends ComponentPoint>(extension: ComponentExtension<Point>) => Promise<ComponentType<ExtensionProps[Point]>>;
    readonly reportCrash: (extension: ComponentExtension, error: unknown) => void;
}
export interface ProvidedExtension<E extends Extension = Extension> {
    readonly remote: string;
    readonly extension: E;
}
import type { ComponentPoint } from './extension.ts';
import type { ComponentType } from 'react';
import type { Extension } from './extension.ts';
import type { ExtensionProps } from './extension.ts';
import type { ReactNode } from 'react';

// extensions/manifest-icon.tsx
export declare function ManifestIcon(options: {
    name: ViewIconName;
} & SVGProps<SVGSVGElement>): import("react").JSX.Element;
import type { SVGProps } from 'react';
import type { ViewIconName } from '../manifest/icon-names.ts';

// index.ts
export * from './extensions/extension.ts';
export * from './manifest/remote-manifest.ts';
export type { ApiClient } from './api/api-client.ts';
export type { BackgroundTask } from './console/background-task-store.ts';
export type { BackgroundTaskStore } from './console/background-task-store.ts';
export type { CallOptions } from './api/api-client.ts';
export type { CallRemoteApi } from './remote/remote-api.tsx';
export type { ChangedEntity } from './data/query-keys.ts';
export type { Command } from './manifest/search.ts';
export type { ComponentExtension } from './extensions/extensions-context.tsx';
export type { ConsoleRole } from './manifest/console-roles.ts';
export type { ExtensionLoaders } from './remote/define-remote.ts';
export type { ExtensionSource } from './extensions/extensions-context.tsx';
export type { FeatureFlagsProviderProps } from './remote/feature-flags.tsx';
export type { ItemViewer } from './presence/use-presence.ts';
export type { KnownFilters } from './console/use-list-state.ts';
export type { ListState } from './console/use-list-state.ts';
export type { LoadComponent } from './remote/define-remote.ts';
export type { NewBackgroundTask } from './console/console-context.ts';
export type { ProvidedExtension } from './extensions/extensions-context.tsx';
export type { RemoteCall } from './remote/remote-api.tsx';
export type { RemoteModule } from './remote/define-remote.ts';
export type { RemoteSettingsState } from './remote/remote-api.tsx';
export type { RunningTask } from './console/background-task-store.ts';
export type { SearchSource } from './manifest/search.ts';
export type { SessionEndReason } from './api/api-error.ts';
export type { SignOutOptions } from './console/console-context.ts';
export type { UploadOptions } from './api/api-client.ts';
export type { UploadedFile } from './api/api-client.ts';
export type { ViewIconName } from './manifest/icon-names.ts';
export { ApiError } from './api/api-error.ts';
export { ApiProvider } from './api/api-provider.tsx';
export { ConsoleProvider } from './console/console-provider.tsx';
export { ExtensionPart } from './extensions/extension-part.tsx';
export { ExtensionsProvider } from './extensions/extensions-context.tsx';
export { FeatureFlagsProvider } from './remote/feature-flags.tsx';
export { ManifestIcon } from './extensions/manifest-icon.tsx';
export { NetworkError } from './api/api-error.ts';
export { RemoteProvider } from './remote/remote-api.tsx';
export { ViewErrorBoundary } from './console/view-error-boundary.tsx';
export { ViewProvider } from './console/console-provider.tsx';
export { auditKeys } from './data/query-keys.ts';
export { commandSchema } from './manifest/search.ts';
export { consoleRoles } from './manifest/console-roles.ts';
export { contractVersion } from './manifest/contract-version.ts';
export { createApiClient } from './api/api-client.ts';
export { createQueryClient } from './data/query-client.ts';
export { dashboardStatsKey } from './data/query-keys.ts';
export { defineRemote } from './remote/define-remote.ts';
export { formatViewAddress } from './console/view-address.ts';
export { isContractSupported } from './manifest/contract-version.ts';
export { isSessionEndError } from './api/api-error.ts';
export { noFilter } from './console/list-state.ts';
export { queryKeys } from './data/query-keys.ts';
export { searchSourceSchema } from './manifest/search.ts';
export { useAddressedComment } from './console/use-navigation.ts';
export { useAddressedItem } from './console/use-navigation.ts';
export { useAnnounceChanges } from './data/query-keys.ts';
export { useApi } from './api/api-provider.tsx';
export { useApiMutation } from './data/use-api-mutation.ts';
export { useBackgroundTasks } from './console/console-context.ts';
export { useConsole } from './console/console-context.ts';
export { useExtensionSource } from './extensions/extensions-context.tsx';
export { useExtensions } from './extensions/extensions-context.tsx';
export { useFeatureFlag } from './remote/feature-flags.tsx';
export { useFindText } from './console/use-navigation.ts';
export { useHeaderAction } from './console/console-context.ts';
export { useIntent } from './console/use-navigation.ts';
export { useItemSaves } from './presence/use-presence.ts';
export { useItemViewers } from './presence/use-presence.ts';
export { useListState } from './console/use-list-state.ts';
export { useNavigation } from './console/use-navigation.ts';
export { useOpenItem } from './presence/use-presence.ts';
export { useRemoteApi } from './remote/remote-api.tsx';
export { useRemoteSettings } from './remote/remote-api.tsx';
export { useSession } from './console/console-context.ts';
export { useUnsavedChangesGuard } from './console/console-context.ts';
export { useViewState } from './console/use-view-state.ts';
export { userMessageOf } from './api/user-message-of.ts';
export { viewIconNames } from './manifest/icon-names.ts';

// manifest/console-roles.ts
export declare const consoleRoles: readonly ['admin', 'teacher'];
export type ConsoleRole = (typeof consoleRoles)[number];

// manifest/contract-version.ts
export declare const contractVersion: string;
export declare function isContractSupported(range: string, version?: string): boolean;

// manifest/icon-names.ts
export declare const viewIconNames: readonly ['book', 'card', 'chart', 'dollar', 'file', 'gift', 'key', 'layers', 'library', 'quiz', 'receipt', 'shapes', 'tag', 'transfer', 'user-check', 'users'];
export type ViewIconName = (typeof viewIconNames)[number];

// manifest/localized-text.ts
export declare const localizedTextSchema: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
    en: z.ZodString;
    km: z.ZodOptional<z.ZodString>;
}, z.core.$strip>]>;
export declare function localize(text: LocalizedText, language: 'en' | 'km', formatDigits?: FormatDigits): string;
export declare function localizePart<Part>(part: Part, language: 'en' | 'km', formatDigits?: FormatDigits): Localized<Part>;
export type Localized<Part> = Part extends {
    en: string;
    km?: string | undefined;
} ? string : Part extends readonly (infer Item)[] ? Localized<Item>[] : Part extends object ? {
    [Key in keyof Part]: Localized<Part[Key]>;
} : Part;
export type LocalizedText = z.infer<typeof localizedTextSchema>;
import { z } from 'zod';
type FormatDigits = (value: number) => string;

// manifest/remote-manifest.ts
export * from './localized-text.ts';
export declare const featureFlagSchema: z.ZodObject<{
    default: z.ZodBoolean;
    description: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        en: z.ZodString;
        km: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>]>>;
}, z.core.$strict>;
export declare const pageManifestSchema: z.ZodObject<{
    path: z.ZodString;
    public: z.ZodBoolean;
}, z.core.$strict>;
export declare const remoteManifestFileName = "remote-manifest.json";
export declare const remoteManifestSchema: z.ZodObject<{
    name: z.ZodString;
    label: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        en: z.ZodString;
        km: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>]>;
    contract: z.ZodString;
    views: z.ZodArray<z.ZodObject<{
        id: z.ZodString;
        label: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
        icon: z.ZodEnum<{
            book: "book";
            card: "card";
            chart: "chart";
            dollar: "dollar";
            file: "file";
            gift: "gift";
            key: "key";
            layers: "layers";
            library: "library";
            quiz: "quiz";
            receipt: "receipt";
            shapes: "shapes";
            tag: "tag";
            transfer: "transfer";
            "user-check": "user-check";
            users: "users";
        }>;
        title: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
        subtitle: z.ZodOptional<z.ZodUnion<readonly [z.ZodLiteral<"">, z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>]>>;
        action: z.ZodOptional<z.ZodObject<{
            label: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
                en: z.ZodString;
                km: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>]>;
        }, z.core.$strict>>;
        roles: z.ZodArray<z.ZodEnum<{
            admin: "admin";
            teacher: "teacher";
        }>>;
        order: z.ZodNumber;
        placement: z.ZodEnum<{
            sidebar: "sidebar";
            "user-menu": "user-menu";
        }>;
        menuGroup: z.ZodOptional<z.ZodString>;
    }, z.core.$strict>>;
    pages: z.ZodArray<z.ZodObject<{
        path: z.ZodString;
        public: z.ZodBoolean;
    }, z.core.$strict>>;
    flags: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodObject<{
        default: z.ZodBoolean;
        description: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>>;
    }, z.core.$strict>>>;
    api: z.ZodOptional<z.ZodObject<{
        roles: z.ZodArray<z.ZodEnum<{
            admin: "admin";
            teacher: "teacher";
        }>>;
    }, z.core.$strict>>;
    extensions: z.ZodOptional<z.ZodArray<z.ZodDiscriminatedUnion<[z.ZodObject<{
        id: z.ZodString;
        order: z.ZodNumber;
        roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
            admin: "admin";
            teacher: "teacher";
        }>>>;
        point: z.ZodLiteral<"activity-words">;
        entity: z.ZodString;
        label: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
        actions: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>>>;
    }, z.core.$strict>, z.ZodObject<{
        id: z.ZodString;
        order: z.ZodNumber;
        roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
            admin: "admin";
            teacher: "teacher";
        }>>>;
        point: z.ZodLiteral<"dashboard-attention">;
        count: z.ZodString;
        text: z.ZodObject<{
            one: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
                en: z.ZodString;
                km: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>]>;
            other: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
                en: z.ZodString;
                km: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>]>;
        }, z.core.$strict>;
        link: z.ZodObject<{
            view: z.ZodString;
            filters: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodString>>;
            sort: z.ZodOptional<z.ZodString>;
        }, z.core.$strict>;
    }, z.core.$strict>, z.ZodObject<{
        id: z.ZodString;
        order: z.ZodNumber;
        roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
            admin: "admin";
            teacher: "teacher";
        }>>>;
        point: z.ZodLiteral<"dashboard-card">;
        title: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
    }, z.core.$strict>, z.ZodObject<{
        id: z.ZodString;
        order: z.ZodNumber;
        roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
            admin: "admin";
            teacher: "teacher";
        }>>>;
        point: z.ZodLiteral<"dashboard-create">;
        view: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        id: z.ZodString;
        order: z.ZodNumber;
        roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
            admin: "admin";
            teacher: "teacher";
        }>>>;
        point: z.ZodLiteral<"dashboard-days">;
        title: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
        items: z.ZodString;
        figures: z.ZodArray<z.ZodObject<{
            value: z.ZodString;
            name: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
                en: z.ZodString;
                km: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>]>;
        }, z.core.$strict>>;
        empty: z.ZodObject<{
            title: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
                en: z.ZodString;
                km: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>]>;
            hint: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
                en: z.ZodString;
                km: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>]>>;
        }, z.core.$strict>;
    }, z.core.$strict>, z.ZodObject<{
        id: z.ZodString;
        order: z.ZodNumber;
        roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
            admin: "admin";
            teacher: "teacher";
        }>>>;
        point: z.ZodLiteral<"dashboard-drafts">;
        form: z.ZodString;
        label: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
        view: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        id: z.ZodString;
        order: z.ZodNumber;
        roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
            admin: "admin";
            teacher: "teacher";
        }>>>;
        point: z.ZodLiteral<"dashboard-figure">;
        label: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
        icon: z.ZodEnum<{
            book: "book";
            card: "card";
            chart: "chart";
            dollar: "dollar";
            file: "file";
            gift: "gift";
            key: "key";
            layers: "layers";
            library: "library";
            quiz: "quiz";
            receipt: "receipt";
            shapes: "shapes";
            tag: "tag";
            transfer: "transfer";
            "user-check": "user-check";
            users: "users";
        }>;
        value: z.ZodString;
        format: z.ZodEnum<{
            count: "count";
            usd: "usd";
        }>;
        growth: z.ZodOptional<z.ZodObject<{
            value: z.ZodString;
            decimals: z.ZodOptional<z.ZodNumber>;
        }, z.core.$strict>>;
        detail: z.ZodOptional<z.ZodDiscriminatedUnion<[z.ZodObject<{
            format: z.ZodLiteral<"usd">;
            text: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
                en: z.ZodString;
                km: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>]>;
            value: z.ZodString;
        }, z.core.$strict>, z.ZodObject<{
            format: z.ZodLiteral<"percent">;
            text: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
                en: z.ZodString;
                km: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>]>;
            of: z.ZodString;
        }, z.core.$strict>], "format">>;
        link: z.ZodOptional<z.ZodObject<{
            view: z.ZodString;
            filters: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodString>>;
            sort: z.ZodOptional<z.ZodString>;
        }, z.core.$strict>>;
        curve: z.ZodOptional<z.ZodString>;
    }, z.core.$strict>, z.ZodObject<{
        id: z.ZodString;
        order: z.ZodNumber;
        roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
            admin: "admin";
            teacher: "teacher";
        }>>>;
        point: z.ZodLiteral<"dashboard-recent">;
        label: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
        icon: z.ZodEnum<{
            book: "book";
            card: "card";
            chart: "chart";
            dollar: "dollar";
            file: "file";
            gift: "gift";
            key: "key";
            layers: "layers";
            library: "library";
            quiz: "quiz";
            receipt: "receipt";
            shapes: "shapes";
            tag: "tag";
            transfer: "transfer";
            "user-check": "user-check";
            users: "users";
        }>;
        items: z.ZodString;
        limit: z.ZodNumber;
        view: z.ZodOptional<z.ZodString>;
    }, z.core.$strict>, z.ZodObject<{
        id: z.ZodString;
        order: z.ZodNumber;
        roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
            admin: "admin";
            teacher: "teacher";
        }>>>;
        point: z.ZodLiteral<"dashboard-shares">;
        title: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
        items: z.ZodString;
        unit: z.ZodObject<{
            one: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
                en: z.ZodString;
                km: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>]>;
            other: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
                en: z.ZodString;
                km: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>]>;
        }, z.core.$strict>;
        empty: z.ZodObject<{
            title: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
                en: z.ZodString;
                km: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>]>;
            hint: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
                en: z.ZodString;
                km: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>]>>;
        }, z.core.$strict>;
    }, z.core.$strict>, z.ZodObject<{
        id: z.ZodString;
        order: z.ZodNumber;
        roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
            admin: "admin";
            teacher: "teacher";
        }>>>;
        point: z.ZodLiteral<"form-panel">;
        entity: z.ZodString;
        title: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
    }, z.core.$strict>, z.ZodObject<{
        id: z.ZodString;
        order: z.ZodNumber;
        roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
            admin: "admin";
            teacher: "teacher";
        }>>>;
        point: z.ZodLiteral<"list-column">;
        entity: z.ZodString;
        header: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
        align: z.ZodOptional<z.ZodEnum<{
            end: "end";
            start: "start";
        }>>;
    }, z.core.$strict>, z.ZodObject<{
        id: z.ZodString;
        order: z.ZodNumber;
        roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
            admin: "admin";
            teacher: "teacher";
        }>>>;
        point: z.ZodLiteral<"row-action">;
        entity: z.ZodString;
        label: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
        icon: z.ZodEnum<{
            book: "book";
            card: "card";
            chart: "chart";
            dollar: "dollar";
            file: "file";
            gift: "gift";
            key: "key";
            layers: "layers";
            library: "library";
            quiz: "quiz";
            receipt: "receipt";
            shapes: "shapes";
            tag: "tag";
            transfer: "transfer";
            "user-check": "user-check";
            users: "users";
        }>;
    }, z.core.$strict>, z.ZodObject<{
        id: z.ZodString;
        order: z.ZodNumber;
        roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
            admin: "admin";
            teacher: "teacher";
        }>>>;
        point: z.ZodLiteral<"user-menu-group">;
        label: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
    }, z.core.$strict>], "point">>>;
    searchSources: z.ZodOptional<z.ZodArray<z.ZodObject<{
        id: z.ZodString;
        order: z.ZodNumber;
        roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
            admin: "admin";
            teacher: "teacher";
        }>>>;
        label: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
        icon: z.ZodEnum<{
            book: "book";
            card: "card";
            chart: "chart";
            dollar: "dollar";
            file: "file";
            gift: "gift";
            key: "key";
            layers: "layers";
            library: "library";
            quiz: "quiz";
            receipt: "receipt";
            shapes: "shapes";
            tag: "tag";
            transfer: "transfer";
            "user-check": "user-check";
            users: "users";
        }>;
        view: z.ZodString;
        path: z.ZodString;
        suggestsSearch: z.ZodOptional<z.ZodLiteral<true>>;
        matchesSearch: z.ZodOptional<z.ZodLiteral<true>>;
        items: z.ZodOptional<z.ZodString>;
        title: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
        detail: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>>;
        values: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>>>>;
        item: z.ZodOptional<z.ZodString>;
        find: z.ZodOptional<z.ZodString>;
    }, z.core.$strict>>>;
    commands: z.ZodOptional<z.ZodArray<z.ZodObject<{
        id: z.ZodString;
        order: z.ZodNumber;
        roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
            admin: "admin";
            teacher: "teacher";
        }>>>;
        label: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
        icon: z.ZodEnum<{
            book: "book";
            card: "card";
            chart: "chart";
            dollar: "dollar";
            file: "file";
            gift: "gift";
            key: "key";
            layers: "layers";
            library: "library";
            quiz: "quiz";
            receipt: "receipt";
            shapes: "shapes";
            tag: "tag";
            transfer: "transfer";
            "user-check": "user-check";
            users: "users";
        }>;
        view: z.ZodString;
        intent: z.ZodLiteral<"create">;
    }, z.core.$strict>>>;
    version: z.ZodString;
    build: z.ZodString;
    uses: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodArray<z.ZodString>>>;
}, z.core.$strict>;
export declare const remoteManifestSourceSchema: z.ZodObject<{
    name: z.ZodString;
    label: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        en: z.ZodString;
        km: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>]>;
    contract: z.ZodString;
    views: z.ZodArray<z.ZodObject<{
        id: z.ZodString;
        label: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
        icon: z.ZodEnum<{
            book: "book";
            card: "card";
            chart: "chart";
            dollar: "dollar";
            file: "file";
            gift: "gift";
            key: "key";
            layers: "layers";
            library: "library";
            quiz: "quiz";
            receipt: "receipt";
            shapes: "shapes";
            tag: "tag";
            transfer: "transfer";
            "user-check": "user-check";
            users: "users";
        }>;
        title: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
        subtitle: z.ZodOptional<z.ZodUnion<readonly [z.ZodLiteral<"">, z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>]>>;
        action: z.ZodOptional<z.ZodObject<{
            label: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
                en: z.ZodString;
                km: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>]>;
        }, z.core.$strict>>;
        roles: z.ZodArray<z.ZodEnum<{
            admin: "admin";
            teacher: "teacher";
        }>>;
        order: z.ZodNumber;
        placement: z.ZodEnum<{
            sidebar: "sidebar";
            "user-menu": "user-menu";
        }>;
        menuGroup: z.ZodOptional<z.ZodString>;
    }, z.core.$strict>>;
    pages: z.ZodArray<z.ZodObject<{
        path: z.ZodString;
        public: z.ZodBoolean;
    }, z.core.$strict>>;
    flags: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodObject<{
        default: z.ZodBoolean;
        description: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>>;
    }, z.core.$strict>>>;
    api: z.ZodOptional<z.ZodObject<{
        roles: z.ZodArray<z.ZodEnum<{
            admin: "admin";
            teacher: "teacher";
        }>>;
    }, z.core.$strict>>;
    extensions: z.ZodOptional<z.ZodArray<z.ZodDiscriminatedUnion<[z.ZodObject<{
        id: z.ZodString;
        order: z.ZodNumber;
        roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
            admin: "admin";
            teacher: "teacher";
        }>>>;
        point: z.ZodLiteral<"activity-words">;
        entity: z.ZodString;
        label: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
        actions: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>>>;
    }, z.core.$strict>, z.ZodObject<{
        id: z.ZodString;
        order: z.ZodNumber;
        roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
            admin: "admin";
            teacher: "teacher";
        }>>>;
        point: z.ZodLiteral<"dashboard-attention">;
        count: z.ZodString;
        text: z.ZodObject<{
            one: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
                en: z.ZodString;
                km: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>]>;
            other: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
                en: z.ZodString;
                km: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>]>;
        }, z.core.$strict>;
        link: z.ZodObject<{
            view: z.ZodString;
            filters: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodString>>;
            sort: z.ZodOptional<z.ZodString>;
        }, z.core.$strict>;
    }, z.core.$strict>, z.ZodObject<{
        id: z.ZodString;
        order: z.ZodNumber;
        roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
            admin: "admin";
            teacher: "teacher";
        }>>>;
        point: z.ZodLiteral<"dashboard-card">;
        title: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
    }, z.core.$strict>, z.ZodObject<{
        id: z.ZodString;
        order: z.ZodNumber;
        roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
            admin: "admin";
            teacher: "teacher";
        }>>>;
        point: z.ZodLiteral<"dashboard-create">;
        view: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        id: z.ZodString;
        order: z.ZodNumber;
        roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
            admin: "admin";
            teacher: "teacher";
        }>>>;
        point: z.ZodLiteral<"dashboard-days">;
        title: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
        items: z.ZodString;
        figures: z.ZodArray<z.ZodObject<{
            value: z.ZodString;
            name: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
                en: z.ZodString;
                km: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>]>;
        }, z.core.$strict>>;
        empty: z.ZodObject<{
            title: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
                en: z.ZodString;
                km: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>]>;
            hint: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
                en: z.ZodString;
                km: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>]>>;
        }, z.core.$strict>;
    }, z.core.$strict>, z.ZodObject<{
        id: z.ZodString;
        order: z.ZodNumber;
        roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
            admin: "admin";
            teacher: "teacher";
        }>>>;
        point: z.ZodLiteral<"dashboard-drafts">;
        form: z.ZodString;
        label: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
        view: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        id: z.ZodString;
        order: z.ZodNumber;
        roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
            admin: "admin";
            teacher: "teacher";
        }>>>;
        point: z.ZodLiteral<"dashboard-figure">;
        label: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
        icon: z.ZodEnum<{
            book: "book";
            card: "card";
            chart: "chart";
            dollar: "dollar";
            file: "file";
            gift: "gift";
            key: "key";
            layers: "layers";
            library: "library";
            quiz: "quiz";
            receipt: "receipt";
            shapes: "shapes";
            tag: "tag";
            transfer: "transfer";
            "user-check": "user-check";
            users: "users";
        }>;
        value: z.ZodString;
        format: z.ZodEnum<{
            count: "count";
            usd: "usd";
        }>;
        growth: z.ZodOptional<z.ZodObject<{
            value: z.ZodString;
            decimals: z.ZodOptional<z.ZodNumber>;
        }, z.core.$strict>>;
        detail: z.ZodOptional<z.ZodDiscriminatedUnion<[z.ZodObject<{
            format: z.ZodLiteral<"usd">;
            text: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
                en: z.ZodString;
                km: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>]>;
            value: z.ZodString;
        }, z.core.$strict>, z.ZodObject<{
            format: z.ZodLiteral<"percent">;
            text: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
                en: z.ZodString;
                km: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>]>;
            of: z.ZodString;
        }, z.core.$strict>], "format">>;
        link: z.ZodOptional<z.ZodObject<{
            view: z.ZodString;
            filters: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodString>>;
            sort: z.ZodOptional<z.ZodString>;
        }, z.core.$strict>>;
        curve: z.ZodOptional<z.ZodString>;
    }, z.core.$strict>, z.ZodObject<{
        id: z.ZodString;
        order: z.ZodNumber;
        roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
            admin: "admin";
            teacher: "teacher";
        }>>>;
        point: z.ZodLiteral<"dashboard-recent">;
        label: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
        icon: z.ZodEnum<{
            book: "book";
            card: "card";
            chart: "chart";
            dollar: "dollar";
            file: "file";
            gift: "gift";
            key: "key";
            layers: "layers";
            library: "library";
            quiz: "quiz";
            receipt: "receipt";
            shapes: "shapes";
            tag: "tag";
            transfer: "transfer";
            "user-check": "user-check";
            users: "users";
        }>;
        items: z.ZodString;
        limit: z.ZodNumber;
        view: z.ZodOptional<z.ZodString>;
    }, z.core.$strict>, z.ZodObject<{
        id: z.ZodString;
        order: z.ZodNumber;
        roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
            admin: "admin";
            teacher: "teacher";
        }>>>;
        point: z.ZodLiteral<"dashboard-shares">;
        title: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
        items: z.ZodString;
        unit: z.ZodObject<{
            one: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
                en: z.ZodString;
                km: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>]>;
            other: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
                en: z.ZodString;
                km: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>]>;
        }, z.core.$strict>;
        empty: z.ZodObject<{
            title: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
                en: z.ZodString;
                km: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>]>;
            hint: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
                en: z.ZodString;
                km: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>]>>;
        }, z.core.$strict>;
    }, z.core.$strict>, z.ZodObject<{
        id: z.ZodString;
        order: z.ZodNumber;
        roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
            admin: "admin";
            teacher: "teacher";
        }>>>;
        point: z.ZodLiteral<"form-panel">;
        entity: z.ZodString;
        title: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
    }, z.core.$strict>, z.ZodObject<{
        id: z.ZodString;
        order: z.ZodNumber;
        roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
            admin: "admin";
            teacher: "teacher";
        }>>>;
        point: z.ZodLiteral<"list-column">;
        entity: z.ZodString;
        header: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
        align: z.ZodOptional<z.ZodEnum<{
            end: "end";
            start: "start";
        }>>;
    }, z.core.$strict>, z.ZodObject<{
        id: z.ZodString;
        order: z.ZodNumber;
        roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
            admin: "admin";
            teacher: "teacher";
        }>>>;
        point: z.ZodLiteral<"row-action">;
        entity: z.ZodString;
        label: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
        icon: z.ZodEnum<{
            book: "book";
            card: "card";
            chart: "chart";
            dollar: "dollar";
            file: "file";
            gift: "gift";
            key: "key";
            layers: "layers";
            library: "library";
            quiz: "quiz";
            receipt: "receipt";
            shapes: "shapes";
            tag: "tag";
            transfer: "transfer";
            "user-check": "user-check";
            users: "users";
        }>;
    }, z.core.$strict>, z.ZodObject<{
        id: z.ZodString;
        order: z.ZodNumber;
        roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
            admin: "admin";
            teacher: "teacher";
        }>>>;
        point: z.ZodLiteral<"user-menu-group">;
        label: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
    }, z.core.$strict>], "point">>>;
    searchSources: z.ZodOptional<z.ZodArray<z.ZodObject<{
        id: z.ZodString;
        order: z.ZodNumber;
        roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
            admin: "admin";
            teacher: "teacher";
        }>>>;
        label: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
        icon: z.ZodEnum<{
            book: "book";
            card: "card";
            chart: "chart";
            dollar: "dollar";
            file: "file";
            gift: "gift";
            key: "key";
            layers: "layers";
            library: "library";
            quiz: "quiz";
            receipt: "receipt";
            shapes: "shapes";
            tag: "tag";
            transfer: "transfer";
            "user-check": "user-check";
            users: "users";
        }>;
        view: z.ZodString;
        path: z.ZodString;
        suggestsSearch: z.ZodOptional<z.ZodLiteral<true>>;
        matchesSearch: z.ZodOptional<z.ZodLiteral<true>>;
        items: z.ZodOptional<z.ZodString>;
        title: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
        detail: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>>;
        values: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>>>>;
        item: z.ZodOptional<z.ZodString>;
        find: z.ZodOptional<z.ZodString>;
    }, z.core.$strict>>>;
    commands: z.ZodOptional<z.ZodArray<z.ZodObject<{
        id: z.ZodString;
        order: z.ZodNumber;
        roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
            admin: "admin";
            teacher: "teacher";
        }>>>;
        label: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
        icon: z.ZodEnum<{
            book: "book";
            card: "card";
            chart: "chart";
            dollar: "dollar";
            file: "file";
            gift: "gift";
            key: "key";
            layers: "layers";
            library: "library";
            quiz: "quiz";
            receipt: "receipt";
            shapes: "shapes";
            tag: "tag";
            transfer: "transfer";
            "user-check": "user-check";
            users: "users";
        }>;
        view: z.ZodString;
        intent: z.ZodLiteral<"create">;
    }, z.core.$strict>>>;
}, z.core.$strict>;
export declare const viewManifestSchema: z.ZodObject<{
    id: z.ZodString;
    label: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        en: z.ZodString;
        km: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>]>;
    icon: z.ZodEnum<{
        book: "book";
        card: "card";
        chart: "chart";
        dollar: "dollar";
        file: "file";
        gift: "gift";
        key: "key";
        layers: "layers";
        library: "library";
        quiz: "quiz";
        receipt: "receipt";
        shapes: "shapes";
        tag: "tag";
        transfer: "transfer";
        "user-check": "user-check";
        users: "users";
    }>;
    title: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        en: z.ZodString;
        km: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>]>;
    subtitle: z.ZodOptional<z.ZodUnion<readonly [z.ZodLiteral<"">, z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        en: z.ZodString;
        km: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>]>]>>;
    action: z.ZodOptional<z.ZodObject<{
        label: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            en: z.ZodString;
            km: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>]>;
    }, z.core.$strict>>;
    roles: z.ZodArray<z.ZodEnum<{
        admin: "admin";
        teacher: "teacher";
    }>>;
    order: z.ZodNumber;
    placement: z.ZodEnum<{
        sidebar: "sidebar";
        "user-menu": "user-menu";
    }>;
    menuGroup: z.ZodOptional<z.ZodString>;
}, z.core.$strict>;
export type FeatureFlag = z.infer<typeof featureFlagSchema>;
export type PageManifest = z.infer<typeof pageManifestSchema>;
export type RemoteManifest = z.infer<typeof remoteManifestSchema>;
export type RemoteManifestSource = z.infer<typeof remoteManifestSourceSchema>;
export type ViewManifest = z.infer<typeof viewManifestSchema>;
import { z } from 'zod';

// manifest/search.ts
export declare const commandSchema: z.ZodObject<{
    id: z.ZodString;
    order: z.ZodNumber;
    roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
        admin: "admin";
        teacher: "teacher";
    }>>>;
    label: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        en: z.ZodString;
        km: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>]>;
    icon: z.ZodEnum<{
        book: "book";
        card: "card";
        chart: "chart";
        dollar: "dollar";
        file: "file";
        gift: "gift";
        key: "key";
        layers: "layers";
        library: "library";
        quiz: "quiz";
        receipt: "receipt";
        shapes: "shapes";
        tag: "tag";
        transfer: "transfer";
        "user-check": "user-check";
        users: "users";
    }>;
    view: z.ZodString;
    intent: z.ZodLiteral<"create">;
}, z.core.$strict>;
export declare const searchSourceSchema: z.ZodObject<{
    id: z.ZodString;
    order: z.ZodNumber;
    roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
        admin: "admin";
        teacher: "teacher";
    }>>>;
    label: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        en: z.ZodString;
        km: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>]>;
    icon: z.ZodEnum<{
        book: "book";
        card: "card";
        chart: "chart";
        dollar: "dollar";
        file: "file";
        gift: "gift";
        key: "key";
        layers: "layers";
        library: "library";
        quiz: "quiz";
        receipt: "receipt";
        shapes: "shapes";
        tag: "tag";
        transfer: "transfer";
        "user-check": "user-check";
        users: "users";
    }>;
    view: z.ZodString;
    path: z.ZodString;
    suggestsSearch: z.ZodOptional<z.ZodLiteral<true>>;
    matchesSearch: z.ZodOptional<z.ZodLiteral<true>>;
    items: z.ZodOptional<z.ZodString>;
    title: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        en: z.ZodString;
        km: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>]>;
    detail: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        en: z.ZodString;
        km: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>]>>;
    values: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        en: z.ZodString;
        km: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>]>>>>;
    item: z.ZodOptional<z.ZodString>;
    find: z.ZodOptional<z.ZodString>;
}, z.core.$strict>;
export type Command = z.infer<typeof commandSchema>;
export type SearchSource = z.infer<typeof searchSourceSchema>;
import { z } from 'zod';

// presence/presence-store.ts
export declare function createPresenceStore(userId: number): {
    others: () => readonly {
        page: string;
        userId: number;
        name: string;
        items: string[];
    }[];
    open(item: string): () => void;
    subscribe(listener: () => void, item?: string): () => void;
    onSaved(item: string, listener: () => void): () => undefined;
    connect(): () => void;
};
export type PresenceStore = ReturnType<typeof createPresenceStore>;

// presence/use-presence.ts
export declare function useItemSaves(item: string, onSaved: () => void): void;
export declare function useItemViewers(item: string): readonly ItemViewer[];
export declare function useOpenItem(item: string | null): void;
export interface ItemViewer {
    readonly userId: number;
    readonly name: string;
    readonly isSelf: boolean;
}

// remote/define-remote.ts
export declare function defineRemote(options: Partial<RemoteModule>): RemoteModule;
export interface RemoteModule {
    readonly views: Readonly<Record<string, LoadComponent>>;
    readonly pages: Readonly<Record<string, LoadComponent>>;
    readonly extensions: ExtensionLoaders;
}
export type ExtensionLoaders = {
    readonly [Point in ComponentPoint]?: Readonly<Record<string, () => Promise<ComponentType<ExtensionProps[Point]>>>>;
};
export type LoadComponent = () => Promise<ComponentType>;
import type { ComponentPoint } from '../extensions/extension.ts';
import type { ComponentType } from 'react';
import type { ExtensionProps } from '../extensions/extension.ts';

// remote/feature-flags.tsx
export declare function FeatureFlagsProvider(options: FeatureFlagsProviderProps): import("react").JSX.Element;
export declare function useFeatureFlag(name: string): boolean;
export interface FeatureFlagsProviderProps {
    flags: Readonly<Record<string, boolean>>;
    children: ReactNode;
}
import type { ReactNode } from 'react';

// remote/remote-api.tsx
export declare function RemoteProvider(options: {
    name: string;
    children: ReactNode;
}): import("react").JSX.Element;
export declare function useRemoteApi(): CallRemoteApi;
export declare function useRemoteSettings<Schema extends z.ZodType<Record<string, unknown>>>(schema: Schema): RemoteSettingsState<z.output<Schema>>;
export interface RemoteCall {
    readonly method?: HttpMethod;
    readonly query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
    readonly body?: unknown;
    readonly signal?: AbortSignal;
}
export interface RemoteSettingsState<Settings> {
    readonly settings: Settings | undefined;
    readonly error: Error | null;
    readonly save: (settings: Settings) => Promise<void>;
    readonly isSaving: boolean;
}
export type CallRemoteApi = (path: string, call?: RemoteCall) => Promise<unknown>;
import type { HttpMethod } from '@khmer-learning/contracts';
import type { ReactNode } from 'react';
import type { z } from 'zod';
