import { useSelector } from '@xstate/react';
import { nodePath } from '#domain/rights/permission';
import { pagePathOf, type Resource } from '#domain/table/resource';
import { selectStart } from '#machines/shell/admin-shell.machine';
import { text } from '../../base/i18n.ts';
import { useShell } from '../../base/shell-context.ts';
import { resourceLabel } from '../../kit/resource-texts.ts';

/** What the menu calls a section, so that it has one name wherever it is chosen; its own where no menu leads to it, which names one record. */
export function useSectionTitle(): (resource: Resource) => string {
  const start = useSelector(useShell(), selectStart);
  const titles = new Map(start?.menu.routes.map(({ path, title }) => [path, title]));
  return (resource) => text(titles.get(nodePath('admin', pagePathOf(resource))) ?? '') || resourceLabel(resource);
}
