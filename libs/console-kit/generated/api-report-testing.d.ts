// API of @khmer-learning/console-kit/testing. Release 1.0.0. Written by npm run api-report.

// items/item-editor.tsx
export interface ItemFormProps<Item> {
    item: Item | null;
    preset: unknown;
    onClose: () => void;
    onReload: () => void;
    onItemChange: (item: Item) => void;
}

// testing.ts
export declare function fakeAudio(): readonly string[];
export declare function fakeEventSource(): readonly EventTarget[];
export type { FakeMicrophone } from './testing/fake-microphone.ts';
export type { FormHostProps } from './testing/form-host.tsx';
export { FormHost } from './testing/form-host.tsx';
export { fakeMicrophone } from './testing/fake-microphone.ts';
export { soundFile } from './testing/fake-microphone.ts';

// testing/fake-microphone.ts
export declare function fakeMicrophone(): FakeMicrophone;
export declare function soundFile(ms: number, name?: string): File;
export interface FakeMicrophone {
    speak(...lengthsMs: number[]): Promise<void>;
    waitInSilence(ms: number): Promise<void>;
    unplug(): Promise<void>;
    failWith(errorName: string | null): void;
    readonly isOpen: boolean;
}

// testing/form-host.tsx
export declare function FormHost<Item extends {
    id: number;
}>(options: FormHostProps<Item>): import("react").JSX.Element;
export interface FormHostProps<Item> {
    form: ComponentType<ItemFormProps<Item>>;
    id: number;
    fetchItem: (id: number) => Promise<Item | null>;
}
import type { ComponentType } from 'react';
import type { ItemFormProps } from '../items/item-editor.tsx';
