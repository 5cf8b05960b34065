import type { CSSProperties } from 'react';
import { COLOR_PARTS, type ColorPair, type ColorPart, type LayoutConfig, type LayoutMode } from '#domain/app/layout';

const HEADER = {
  headerBackground: { light: '#ffffff', dark: '#191d1b' },
  headerText: { light: '#3c3e3b', dark: '#c6ccc9' },
} as const;

/** The theme's own colours, for every part that a person has not coloured. */
export const THEME_COLORS: Readonly<Record<LayoutMode, Readonly<Record<ColorPart, ColorPair>>>> = {
  Default: {
    menuBackground: { light: '#ffffff', dark: '#191d1b' },
    menuText: { light: '#4b4d49', dark: '#b3bbb7' },
    menuActiveBackground: { light: '#e4f4ee', dark: '#14342c' },
    menuActiveText: { light: '#0a5f4d', dark: '#7fd3bc' },
    ...HEADER,
  },
  Classic: {
    menuBackground: { light: '#15211d', dark: '#0b0e0d' },
    menuText: { light: '#b4c3bd', dark: '#a9b5af' },
    menuActiveBackground: { light: '#0b755e', dark: '#0b5a49' },
    menuActiveText: { light: '#ffffff', dark: '#ffffff' },
    ...HEADER,
  },
};

/** The colour in force: the person's, else the theme's. */
export const colorOf = ({ mode, colors }: LayoutConfig, part: ColorPart, scheme: 'light' | 'dark'): string =>
  colors[part][scheme] || THEME_COLORS[mode][part][scheme];

const cssName = (part: ColorPart) => part.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);

/** `--menu-text: light-dark(…, …)` and its siblings, which `AdminLayout.module.css` reads. */
export const layoutColors = (config: LayoutConfig): CSSProperties =>
  Object.fromEntries(
    COLOR_PARTS.map((part) => [`--${cssName(part)}`, `light-dark(${colorOf(config, part, 'light')}, ${colorOf(config, part, 'dark')})`]),
  );
