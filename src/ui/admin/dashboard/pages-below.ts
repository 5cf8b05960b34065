import type { MenuItem } from '#domain/shell/menu';

export interface Page {
  readonly item: MenuItem;
  /** Title of the directory that it stands in; '' at the top. */
  readonly group: string;
}

/** The pages of a menu, the first page aside. */
export const pagesBelow = (items: readonly MenuItem[], group = ''): readonly Page[] =>
  items.flatMap((item) => {
    if (item.kind === 'directory') return pagesBelow(item.children, item.title);
    return item.kind === 'tab' && item.name !== 'dashboard' ? [{ item, group }] : [];
  });
