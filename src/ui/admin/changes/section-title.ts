import { useSelector } from '@xstate/react';
import { nodePath } from '#domain/rights/permission';
import { menuTrail } from '#domain/shell/menu';
import { pagePathOf, type Resource } from '#domain/table/resource';
import { selectStart } from '#machines/shell/admin-shell.machine';
import { text } from '../../base/i18n.ts';
import { useShell } from '../../base/shell-context.ts';
import { resourceLabel } from '../../kit/resource-texts.ts';

/**
 * What the menu calls a section, so that it has one name wherever it is chosen; its own where no menu leads to it, which names one record. Two of
 * one title are told apart by what they are in.
 */
export function useSectionTitle(): (resource: Resource) => string {
  const menu = useSelector(useShell(), selectStart)?.menu;
  const titles = new Map(menu?.routes.map(({ path, title }) => [path, text(title)]));
  const isShared = (title: string): boolean => [...titles.values()].filter((other) => other === title).length > 1;
  return (resource) => {
    const path = nodePath('admin', pagePathOf(resource));
    const title = titles.get(path);
    if (!title) return resourceLabel(resource);
    const around = isShared(title) ? menuTrail(menu?.items ?? [], path).at(-2) : undefined;
    return around ? `${title} · ${text(around.title)}` : title;
  };
}
