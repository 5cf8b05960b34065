/** What an icon font's sheet says of one icon: `.icon-cart::before { content: … }`. */
const ICON_RULE = /^\.icon-([\w-]+)::?before$/u;

/** A sheet of another origin may be used without being read. */
function rulesOf(sheet: CSSStyleSheet): readonly CSSRule[] {
  try {
    return [...sheet.cssRules];
  } catch {
    return [];
  }
}

/** Names of the icons that the loaded sheets bring, each once, as their classes have them without `icon-`. */
export const sheetIcons = (sheets: Iterable<CSSStyleSheet>): readonly string[] => [
  ...new Set(
    [...sheets].flatMap(rulesOf).flatMap((rule) => {
      const selectors = 'selectorText' in rule ? String(rule.selectorText).split(',') : [];
      return selectors.flatMap((selector) => ICON_RULE.exec(selector.trim())?.[1] ?? []);
    }),
  ),
];

/** Whether a loaded sheet brings this icon. */
export const hasSheetIcon = (shape: string): boolean => sheetIcons(document.styleSheets).includes(shape);

/** Tells when another sheet has arrived; it is heard on its way down, as it does not rise. */
export function watchSheets(tell: () => void): () => void {
  document.addEventListener('load', tell, true);
  return () => document.removeEventListener('load', tell, true);
}
