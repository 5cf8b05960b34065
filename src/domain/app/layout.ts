import { isPlainObject } from '../base/plain-value.ts';
/** What a person may set about the back office's frame. Source: specification §3, "Layout config". */
export interface LayoutConfig {
  readonly mode: LayoutMode;
  readonly scheme: Scheme;
  readonly menuWidthPx: number;
  readonly collapse: boolean;
  readonly uniqueOpened: boolean;
  readonly topBar: boolean;
  readonly animation: PageAnimation;
  readonly defaultIcon: string;
  readonly colors: Readonly<Record<ColorPart, ColorPair>>;
}

export const LAYOUT_MODES = ['Default', 'Classic'] as const;
export type LayoutMode = (typeof LAYOUT_MODES)[number];

/** `auto` follows the system. */
export const SCHEMES = ['light', 'dark', 'auto'] as const;
export type Scheme = (typeof SCHEMES)[number];

export const PAGE_ANIMATIONS = ['slide-right', 'slide-left', 'slide-bottom', 'slide-top', 'fade', 'none'] as const;
export type PageAnimation = (typeof PAGE_ANIMATIONS)[number];

export const COLOR_PARTS = [
  'menuBackground',
  'menuText',
  'menuActiveBackground',
  'menuActiveText',
  'headerBackground',
  'headerText',
] as const;
export type ColorPart = (typeof COLOR_PARTS)[number];

/** `#rrggbb`, or '' for the theme's own colour. */
export interface ColorPair {
  readonly light: string;
  readonly dark: string;
}

export const COLLAPSED_MENU_WIDTH_PX = 64;
export const MENU_WIDTH_LIMITS_PX = { min: 160, max: 360 } as const;
/** A window below this width is narrow. Source: readings 4.1. */
export const NARROW_WINDOW_PX = 1024;

export const DEFAULT_LAYOUT: LayoutConfig = {
  mode: 'Default',
  scheme: 'auto',
  menuWidthPx: 190,
  collapse: false,
  uniqueOpened: false,
  topBar: true,
  animation: 'slide-right',
  defaultIcon: 'circle',
  colors: Object.fromEntries(COLOR_PARTS.map((part) => [part, { light: '', dark: '' }])) as LayoutConfig['colors'],
};

/** @returns 0 shrunk and collapsed, 64 collapsed, else the configured width. Source: specification §4, "Menu width". */
export function menuWidthPx(
  config: LayoutConfig,
  { isShrunk, isCollapsed }: { readonly isShrunk: boolean; readonly isCollapsed: boolean },
): number {
  if (!isCollapsed) return config.menuWidthPx;
  return isShrunk ? 0 : COLLAPSED_MENU_WIDTH_PX;
}

const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
const isOneOf =
  (values: readonly string[]) =>
  (value: unknown): boolean =>
    values.includes(value as string);

export const isLayoutColor = (value: unknown): boolean => value === '' || (typeof value === 'string' && /^#[\da-f]{6}$/iu.test(value));

export const isMenuWidth = (value: unknown): boolean =>
  Number.isInteger(value) && (value as number) >= MENU_WIDTH_LIMITS_PX.min && (value as number) <= MENU_WIDTH_LIMITS_PX.max;

const IS_VALID: Readonly<Record<Exclude<keyof LayoutConfig, 'colors'>, (value: unknown) => boolean>> = {
  mode: isOneOf(LAYOUT_MODES),
  scheme: isOneOf(SCHEMES),
  menuWidthPx: isMenuWidth,
  collapse: isBoolean,
  uniqueOpened: isBoolean,
  topBar: isBoolean,
  animation: isOneOf(PAGE_ANIMATIONS),
  defaultIcon: (value) => typeof value === 'string' && /^[\w-]{1,64}$/u.test(value),
};

/** Reads what was stored field by field: one damaged value costs that value only. `damaged` names what was not understood. */
export function restoreLayout(stored: unknown): { readonly config: LayoutConfig; readonly damaged: readonly string[] } {
  if (stored === undefined || stored === null) return { config: DEFAULT_LAYOUT, damaged: [] };
  if (!isPlainObject(stored)) return { config: DEFAULT_LAYOUT, damaged: ['layout'] };
  const damaged: string[] = [];
  const read = (key: string, from: Readonly<Record<string, unknown>>, fallback: unknown, isValid: (value: unknown) => boolean): unknown => {
    const name = key.split('.').at(-1) as string;
    if (!(name in from)) return fallback;
    if (isValid(from[name])) return from[name];
    damaged.push(key);
    return fallback;
  };
  const plain = Object.entries(IS_VALID).map(([key, isValid]) => [
    key,
    read(key, stored, DEFAULT_LAYOUT[key as keyof LayoutConfig], isValid),
  ]);
  const storedColors = isPlainObject(stored['colors']) ? stored['colors'] : {};
  if ('colors' in stored && !isPlainObject(stored['colors'])) damaged.push('colors');
  const colors = COLOR_PARTS.map((part) => {
    const pair = isPlainObject(storedColors[part]) ? storedColors[part] : {};
    const color = (scheme: 'light' | 'dark') => read(`colors.${part}.${scheme}`, pair, '', isLayoutColor);
    return [part, { light: color('light'), dark: color('dark') }];
  });
  return { config: { ...Object.fromEntries(plain), colors: Object.fromEntries(colors) } as LayoutConfig, damaged };
}
