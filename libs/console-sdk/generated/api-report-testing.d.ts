// API of @khmer-learning/console-sdk/testing. Release 1.0.0. Written by npm run api-report.

// console/console-context.ts
export interface SignOutOptions {
    readonly notice?: string;
}

// console/console-provider.tsx
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

// extensions/extension.ts
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
export type ComponentPoint = keyof ExtensionProps;
export type Extension = Localized<z.infer<typeof extensionSchema>>;
import type { Localized } from '../manifest/localized-text.ts';
import { z } from 'zod';

// extensions/extensions-context.tsx
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

// manifest/localized-text.ts
export type Localized<Part> = Part extends {
    en: string;
    km?: string | undefined;
} ? string : Part extends readonly (infer Item)[] ? Localized<Item>[] : Part extends object ? {
    [Key in keyof Part]: Localized<Part[Key]>;
} : Part;

// manifest/remote-manifest.ts
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
export type RemoteManifestSource = z.infer<typeof remoteManifestSourceSchema>;
import { z } from 'zod';

// remote/define-remote.ts
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

// testing.ts
export * from './testing/fake-api.ts';
export * from './testing/render-view.tsx';
export type { FakeResponse } from './testing/fake-xml-http-request.ts';
export type { RecordedUpload } from './testing/fake-xml-http-request.ts';
export { extensionSource } from './testing/extension-source.ts';

// testing/extension-source.ts
export declare function extensionSource(options: RemoteManifestSource, remote?: RemoteModule): ExtensionSource;
import type { ExtensionSource } from '../extensions/extensions-context.tsx';
import type { RemoteManifestSource } from '../manifest/remote-manifest.ts';
import type { RemoteModule } from '../remote/define-remote.ts';

// testing/fake-api.ts
export declare function errorResponse(status: number, error: Partial<ErrorBody> & {
    message: string;
}): FakeResponse;
export declare function fakeApi(routes: Record<string, RouteHandler>): {
    sent: (method: string, path: string) => RecordedRequest[];
    route: (route: string, handler: RouteHandler) => void;
};
export declare function paginate<Row>(rows: readonly Row[], query: URLSearchParams): Row[];
export interface RecordedRequest {
    readonly method: string;
    readonly path: string;
    readonly query: URLSearchParams;
    readonly headers: Headers;
    readonly body: unknown;
}
export type FakeApi = ReturnType<typeof fakeApi>;
import type { ErrorBody } from '@khmer-learning/contracts';
import type { FakeResponse } from './fake-xml-http-request.ts';
type RouteHandler = (request: RecordedRequest) => FakeResponse | Promise<FakeResponse>;

// testing/fake-xml-http-request.ts
export interface FakeResponse {
    readonly status?: number;
    readonly body: unknown;
}
export interface RecordedUpload {
    readonly kind: unknown;
    readonly file: unknown;
}

// testing/render-view.tsx
export declare const testTeacher: SessionUser;
export declare function chooseRowAction(row: string, action: string): Promise<void>;
export declare function clickButton(name: string | RegExp, scope?: HTMLElement): Promise<void>;
export declare function clickHeaderAction(): Promise<void>;
export declare function fillField(field: HTMLElement, text: string): Promise<void>;
export declare function goBack(): Promise<void>;
export declare function renderView(View: ComponentType, id: string, options: RenderViewOptions): {
    user: import("@testing-library/user-event").UserEvent;
    unmount: () => void;
    container: HTMLElement;
};
export declare function resetBrowserState(): void;
export declare function selectOption(label: string, option: string): Promise<void>;
export interface RenderViewOptions {
    user?: SessionUser;
    signOut?: ConsoleProviderProps['signOut'];
    refreshUser?: () => Promise<void>;
    extensions?: ExtensionSource;
    onSessionEnd?: () => void;
    language?: Locale;
    remote?: string;
    flags?: Readonly<Record<string, boolean>>;
}
import type { ComponentType } from 'react';
import type { ConsoleProviderProps } from '../console/console-provider.tsx';
import type { ExtensionSource } from '../extensions/extensions-context.tsx';
import type { Locale } from '@khmer-learning/ui-kit';
import type { SessionUser } from '@khmer-learning/contracts';
