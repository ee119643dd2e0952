// API of @khmer-learning/ui-kit/testing. Release 1.0.0. Written by npm run api-report.

// testing.ts
export declare const jsdomComputedStyle: ((elt: Element, pseudoElt?: string | null) => CSSStyleDeclaration) & typeof getComputedStyle;
export declare function axeViolations(element?: Element): Promise<string[]>;
export declare function columnHeaders(): (string | null)[];
