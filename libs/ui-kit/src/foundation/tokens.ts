/** The design tokens of the console: components never define a colour, a size or a duration themselves. */

/** The two colour schemes. Each key becomes a CSS variable: `textMuted` is `--kl-text-muted`. */
export const colorSchemes = {
  light: {
    canvas: '#f6f7f9',
    surface: '#ffffff',
    surfaceRaised: '#ffffff',
    surfaceSunken: '#f0f2f5',
    surfaceHover: '#f3f4f7',
    surfaceSelected: '#f2f3fe',
    border: '#e2e5eb',
    borderStrong: '#cbd1db',
    borderControl: '#838da0',
    text: '#181d29',
    textMuted: '#545e70',
    textPlaceholder: '#667085',
    accent: '#4551c9',
    accentHover: '#3943ac',
    accentText: '#3f4abf',
    onAccent: '#ffffff',
    danger: '#c42b33',
    dangerHover: '#a52129',
    dangerText: '#b3222b',
    onDanger: '#ffffff',
    focus: '#4551c9',
    backdrop: 'rgb(16 20 30 / 0.44)',
    shadow: 'rgb(20 26 40 / 0.1)',
    shadowStrong: 'rgb(20 26 40 / 0.18)',
    greenSoft: '#e2f5ea',
    greenText: '#146c3c',
    greenSolid: '#22915a',
    yellowSoft: '#fcf1cf',
    yellowText: '#7d5200',
    yellowSolid: '#c08304',
    redSoft: '#fde7e7',
    redText: '#ab1f28',
    redSolid: '#d4434a',
    greySoft: '#eceef2',
    greyText: '#4d5769',
    greySolid: '#7a8496',
    greyBlueSoft: '#e2ebf4',
    greyBlueText: '#355877',
    greyBlueSolid: '#5d82a3',
    accentSoft: '#e9ebfc',
    accentSolid: '#5a66da',
    tealSoft: '#dcf3f2',
    tealText: '#0c6466',
    tealSolid: '#14898b',
  },
  dark: {
    canvas: '#0d1016',
    surface: '#151922',
    surfaceRaised: '#1c212c',
    surfaceSunken: '#10141b',
    surfaceHover: '#1e2430',
    surfaceSelected: '#212747',
    border: '#272d3a',
    borderStrong: '#3a4252',
    borderControl: '#6b7689',
    text: '#e8ebf1',
    textMuted: '#a1abbc',
    textPlaceholder: '#8c97aa',
    accent: '#5864dc',
    accentHover: '#4e5ace',
    accentText: '#a3acfb',
    onAccent: '#ffffff',
    danger: '#c9383f',
    dangerHover: '#b83037',
    dangerText: '#ff9a9b',
    onDanger: '#ffffff',
    focus: '#8f9af8',
    backdrop: 'rgb(3 5 9 / 0.66)',
    shadow: 'rgb(0 0 0 / 0.4)',
    shadowStrong: 'rgb(0 0 0 / 0.6)',
    greenSoft: '#12301f',
    greenText: '#74d7a1',
    greenSolid: '#35b374',
    yellowSoft: '#352a0c',
    yellowText: '#eac35c',
    yellowSolid: '#d8a21c',
    redSoft: '#3c191c',
    redText: '#ff9c9d',
    redSolid: '#e5585e',
    greySoft: '#262c37',
    greyText: '#b3bccb',
    greySolid: '#7f8a9d',
    greyBlueSoft: '#1b2c3d',
    greyBlueText: '#9dc1e2',
    greyBlueSolid: '#6d95b9',
    accentSoft: '#242a4d',
    accentSolid: '#7480ee',
    tealSoft: '#0e2f31',
    tealText: '#6dd3d0',
    tealSolid: '#23a3a3',
  },
} as const satisfies Record<'light' | 'dark', Record<string, string>>;

export type ColorName = keyof typeof colorSchemes.light;

const toKebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The colours of a scheme as CSS declarations: `--kl-canvas: #f6f7f9; …`, for use inside a rule. */
export function colorSchemeVariables(scheme: keyof typeof colorSchemes): string {
  return Object.entries(colorSchemes[scheme])
    .map(([name, value]) => `--kl-${toKebabCase(name)}: ${value};`)
    .join(' ');
}

/** A colour of the current scheme by its name in {@link colorSchemes}, for use in styles: `var(--kl-…)`. */
export function color(name: ColorName): string {
  return `var(--kl-${toKebabCase(name)})`;
}

/** The tones of badges, callouts and bars. */
export type Tone = 'green' | 'yellow' | 'red' | 'grey' | 'greyBlue' | 'accent' | 'teal';

/** The three colours of a tone: a soft background, a text colour for it, and a solid colour for dots and bars. */
export function toneColors(tone: Tone): { soft: string; text: string; solid: string } {
  return { soft: color(`${tone}Soft`), text: color(`${tone}Text`), solid: color(`${tone}Solid`) };
}

/** Content Distribution cycles through these 15 colours. Each has a contrast of at least 3:1 on both surfaces. */
export const chartColors = [
  '#5a66da',
  '#14898b',
  '#c77708',
  '#c2417c',
  '#3f8f3a',
  '#8358d3',
  '#1f7fb8',
  '#cf5231',
  '#7d7f13',
  '#a44fb5',
  '#2b8c6b',
  '#d14458',
  '#5b7896',
  '#9a6a3f',
  '#6d6fb0',
] as const;

/** Spacing in steps of 4 px: `space(3)` is 12 px. The result is in rem, so it scales with the user's font size. */
export function space(steps: number): string {
  return `${steps * 0.25}rem`;
}

/** The bundled fonts, Latin first: Khmer fonts have Latin letters of their own, without the phonetic ones. Local fonts come last. */
const bundledFonts = "'Noto Sans Variable', 'Noto Sans Khmer Variable', 'Noto Sans', 'Noto Sans Khmer'";

/** `font-family` values. Which fonts they name may change. */
export const fontFamily: { readonly latin: string; readonly khmer: string; readonly code: string } = {
  latin: `${bundledFonts}, system-ui, sans-serif`,
  khmer: `${bundledFonts}, 'Khmer OS', sans-serif`,
  code: "ui-monospace, 'SFMono-Regular', 'Cascadia Code', 'DejaVu Sans Mono', Menlo, Consolas, monospace",
};

export const fontSize = {
  tiny: '0.75rem',
  small: '0.8125rem',
  body: '0.875rem',
  large: '1rem',
  title: '1.125rem',
  heading: '1.375rem',
  figure: '1.75rem',
} as const;

export const fontWeight = { regular: 400, medium: 500, semibold: 600, bold: 700 } as const;

export const radius = { small: '4px', medium: '7px', large: '11px', full: '999px' } as const;

export const shadow = {
  small: `0 1px 2px ${color('shadow')}`,
  medium: `0 4px 12px -2px ${color('shadow')}, 0 2px 4px -2px ${color('shadow')}`,
  large: `0 18px 48px -8px ${color('shadowStrong')}, 0 4px 14px -4px ${color('shadow')}`,
} as const;

export const zIndex = {
  raised: 1,
  sticky: 10,
  sidebar: 20,
  dialog: 40,
  popover: 50,
  tooltip: 60,
  toast: 70,
} as const;

export const duration = { fast: '120ms', normal: '180ms' } as const;

/** Heights of single-line controls: buttons, inputs, selects. */
export const controlHeight = { small: '1.875rem', medium: '2.25rem', large: '2.625rem' } as const;

/** A target that a thumb hits. Controls are as large where the pointer is coarse. */
export const touchTarget = '2.75rem';

/** The height of the bar at the bottom of the window, such as the offline bar: zero without one. */
export const bottomBarHeight = 'var(--kl-bottom-bar-height, 0px)';

/** The height of the strip at the bottom of the window that a toast takes: zero without one. Dialogs and drawers end above it. */
export const toastRoom = 'var(--kl-toast-room, 0px)';

/** The height of the console's sticky header. The host sets the variable. */
export const headerHeight = 'var(--kl-header-height, 0px)';

/** At this width and below, the layout is for narrow screens: toolbars stack, for example. */
export const narrowBreakpoint = '640px';
