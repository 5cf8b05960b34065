import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MantineTheme,
} from '@mantine/core';

/** The one accent: jade. Shade 7 carries white text at 5.6 : 1, shade 4 stands on the dark canvas at 8 : 1. */
const jade: MantineColorsTuple = [
  '#eefaf6',
  '#daf3eb',
  '#b1e5d6',
  '#7fd3bc',
  '#4fc0a4',
  '#25a789',
  '#0f8c70',
  '#0b755e',
  '#0a5f4d',
  '#094b3d',
];

/** Neutrals lean a little towards warm paper in the light and towards ink in the dark. */
const gray: MantineColorsTuple = [
  '#fafaf8',
  '#f4f4f1',
  '#ebebe7',
  '#dfdfda',
  '#cdcdc7',
  '#a9aaa4',
  '#7d7f79',
  '#5f615c',
  '#3c3e3b',
  '#1f211f',
];
const dark: MantineColorsTuple = [
  '#e6eae8',
  '#c6ccc9',
  '#9ba4a0',
  '#7e8883',
  '#353b38',
  '#2a2f2d',
  '#212624',
  '#191d1b',
  '#121514',
  '#0c0e0d',
];

/** Danger: the same lightness steps as jade, so that filled buttons carry their text in both schemes. */
const red: MantineColorsTuple = [
  '#fff1f0',
  '#ffe0de',
  '#ffc7c4',
  '#ffaaa6',
  '#ff8f8a',
  '#ef6a66',
  '#d94a47',
  '#c22c2c',
  '#a32222',
  '#831b1c',
];

/** The look of the whole product: one accent, quiet borders, 8-pixel corners, a 4-pixel rhythm. */
export const theme = createTheme({
  colors: { jade, gray, dark, red },
  primaryColor: 'jade',
  primaryShade: { light: 7, dark: 4 },
  // On a filled colour stands white in the light and ink in the dark; the library's own choice knows only the light shade.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    return input.variant === 'filled' ? { ...colors, color: 'var(--tp-on-accent)' } : colors;
  },
  fontFamily: 'var(--tp-font)',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, "Cascadia Mono", Menlo, Consolas, "Noto Sans Mono CJK SC", monospace',
  headings: {
    fontFamily: 'var(--tp-font)',
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '2.25rem' },
      h2: { fontSize: '1.375rem', lineHeight: '1.875rem' },
      h3: { fontSize: '1.125rem', lineHeight: '1.625rem' },
      h4: { fontSize: '1rem', lineHeight: '1.5rem' },
    },
  },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.4', sm: '1.5', md: '1.55', lg: '1.6', xl: '1.6' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1rem' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  shadows: {
    xs: '0 1px 2px rgb(20 24 22 / 6%)',
    sm: '0 1px 3px rgb(20 24 22 / 8%)',
    md: '0 4px 16px rgb(20 24 22 / 10%)',
    lg: '0 12px 32px rgb(20 24 22 / 14%)',
    xl: '0 24px 56px rgb(20 24 22 / 18%)',
  },
  components: {
    // As the tables' own, and no ring. Words beside a box are its target; one without them stays large enough to hit.
    Checkbox: {
      defaultProps: { radius: 'xs' },
      classNames: { body: 'tp-box' },
      vars: (_theme: MantineTheme, { label }: { readonly label?: unknown }) => ({
        root: { '--checkbox-icon-color': 'var(--tp-on-accent)', ...(label !== undefined && { '--checkbox-size': '1rem' }) },
      }),
    },
    Radio: { classNames: { body: 'tp-box' }, vars: () => ({ root: { '--radio-size': '1rem', '--radio-icon-size': '0.375rem' } }) },
    Input: { classNames: { input: 'tp-input' } },
    // The library's small one is two pixels less than what a finger is promised. Source: WCAG 2.2, 2.5.8.
    CloseButton: {
      vars: (_theme: MantineTheme, { size }: { readonly size?: unknown }) => ({ root: size === 'sm' ? { '--cb-size': '24px' } : {} }),
    },
    Tooltip: { defaultProps: { openDelay: 350, withArrow: false, radius: 'sm', fz: 'xs' } },
    Modal: { defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.4 } }, classNames: { title: 'tp-dialog-title' } },
    Drawer: { defaultProps: { overlayProps: { backgroundOpacity: 0.4 } } },
    // The focus begins at the first item; the place that the library puts before it is none that a menu may have.
    Menu: { defaultProps: { shadow: 'md', offset: 6, withInitialFocusPlaceholder: false } },
    Popover: { defaultProps: { shadow: 'md', offset: 6 } },
    Button: { defaultProps: { size: 'sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
  },
});

/** One place says how strong edges and muted words are, also where more contrast is asked for. */
const FROM_TOKENS = {
  '--mantine-color-dimmed': 'var(--tp-text-soft)',
  '--mantine-color-placeholder': 'var(--tp-text-faint)',
  '--mantine-color-default-border': 'var(--tp-border-strong)',
};

/** Where Mantine's own choices miss 4.5 : 1 on our neutrals, and where surfaces sit on the canvas. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...FROM_TOKENS,
    '--mantine-color-text': '#1f211f',
    '--mantine-color-body': '#ffffff',
    '--mantine-color-default-hover': '#f4f4f1',
    '--mantine-color-error': '#c22c2c',
    '--mantine-color-gray-text': '#4b4d49',
    '--mantine-color-gray-light-color': '#3c3e3b',
  },
  dark: {
    ...FROM_TOKENS,
    '--mantine-color-body': '#191d1b',
    '--mantine-color-default': '#212624',
    '--mantine-color-error': '#ff8f8a',
    '--mantine-color-gray-text': '#b3bbb7',
    // What is dangerous is red in the dark too; the library's own choice is all but white.
    '--mantine-color-red-light-color': '#ff8f8a',
    '--mantine-color-jade-light': '#12332b',
    '--mantine-color-jade-light-hover': '#174036',
    '--mantine-color-jade-light-color': '#7fd3bc',
  },
});
