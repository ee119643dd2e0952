import { type ColorName, chartColors, colorSchemes, fontFamily } from './tokens.ts';

/** Relative luminance and contrast as defined by WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const surfaces: ColorName[] = [
  'canvas',
  'surface',
  'surfaceRaised',
  'surfaceSunken',
  'surfaceHover',
  'surfaceSelected',
];
const tones = ['green', 'yellow', 'red', 'grey', 'greyBlue', 'accent', 'teal'] as const;

const readable: [ColorName, ColorName][] = [
  ...surfaces.flatMap((surface): [ColorName, ColorName][] => [
    ['text', surface],
    ['textMuted', surface],
    ['accentText', surface],
    ['dangerText', surface],
    ['greenText', surface],
  ]),
  ...tones.flatMap((tone): [ColorName, ColorName][] => [
    [`${tone}Text`, `${tone}Soft`],
    ['text', `${tone}Soft`],
  ]),
  ['textPlaceholder', 'surface'],
  ['onAccent', 'accent'],
  ['onAccent', 'accentHover'],
  ['onDanger', 'danger'],
  ['onDanger', 'dangerHover'],
  ['surface', 'text'],
];

const visible: [ColorName, ColorName][] = [
  ...surfaces.map((surface): [ColorName, ColorName] => ['focus', surface]),
  ...tones.map((tone): [ColorName, ColorName] => [`${tone}Solid`, 'surface']),
  ['borderControl', 'canvas'],
  ['borderControl', 'surface'],
];

describe.each(['light', 'dark'] as const)('the %s scheme', (name) => {
  const scheme = colorSchemes[name];

  test.each(readable)('%s on %s is readable (4.5:1)', (text, background) => {
    expect(contrast(scheme[text], scheme[background])).toBeGreaterThanOrEqual(4.5);
  });

  test.each(visible)('%s on %s can be made out (3:1)', (mark, background) => {
    expect(contrast(scheme[mark], scheme[background])).toBeGreaterThanOrEqual(3);
  });

  test.each(chartColors)('a bar of %s can be made out (3:1)', (bar) => {
    expect(contrast(bar, scheme.surface)).toBeGreaterThanOrEqual(3);
  });
});

test('there are fifteen distribution colours, all different', () => {
  expect(new Set(chartColors).size).toBe(15);
});

test.each(Object.entries({ latin: fontFamily.latin, khmer: fontFamily.khmer }))(
  'the %s text has bundled Latin before bundled Khmer, and local fonts last',
  (_script, family) => {
    const fonts = family.split(', ');
    expect(fonts.slice(0, 2)).toEqual(["'Noto Sans Variable'", "'Noto Sans Khmer Variable'"]);
    expect(fonts.slice(2).filter((font) => font.includes('Variable'))).toEqual([]);
  },
);
