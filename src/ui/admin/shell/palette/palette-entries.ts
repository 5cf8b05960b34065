import { knownResources } from '#actors/base/resource-book';
import { iconWords } from '#domain/base/icon';
import type { MenuItem, ShellMenu } from '#domain/shell/menu';
import { abilitiesOn } from '#domain/rights/permission';
import type { PaletteEntry, PaletteSection } from '#domain/shell/palette';
import { hasCall, pagePathOf, type Resource } from '#domain/table/resource';
import { t, text } from '../../../base/i18n.ts';
import { labelInSentence } from '../../../kit/resource-texts.ts';

/** How the ids of entries begin; what comes behind is a path. */
export const PAGE = 'page:';
export const LINK = 'link:';
export const ADD = 'add:';

/** The pages of the menu, each with the titles above it. */
export function pageEntries(items: readonly MenuItem[], above: readonly string[] = []): readonly PaletteEntry[] {
  return items.flatMap((item) => {
    const title = text(item.title);
    const below = pageEntries(item.children, [...above, title]);
    if (item.kind === 'directory' || item.kind === 'unrecognized') return below;
    const id = `${item.kind === 'link' ? LINK : PAGE}${item.path}`;
    return [{ id, kind: 'page', title, trail: above.join(' / '), icon: item.icon, words: [item.name, iconWords(item.name)] }, ...below];
  });
}

const isSearchable = (resource: Resource): boolean =>
  hasCall(resource, 'list') && Object.values(resource.fields).some((field) => field.quickSearch);

interface SectionOf {
  readonly resource: Resource;
  readonly section: PaletteSection;
  readonly mayAdd: boolean;
}

/** The tables that the menu leads to, opened or not; whatever stands there may be read. */
function sectionsOf({ routes, nodes }: ShellMenu): readonly SectionOf[] {
  const resources = new Map(knownResources().map((resource) => [pagePathOf(resource), resource]));
  return routes.flatMap(({ name, path, title, icon }) => {
    const resource = resources.get(name);
    if (!resource) return [];
    const mayAdd = hasCall(resource, 'add') && abilitiesOn(nodes, path).mayAdd;
    return [{ resource, section: { resource: resource.name, path, title: text(title), icon }, mayAdd }];
  });
}

export const searchSections = (menu: ShellMenu): readonly PaletteSection[] =>
  sectionsOf(menu)
    .filter(({ resource }) => isSearchable(resource))
    .map(({ section }) => section);

/** "Add" for each section where this person may. */
export const addEntries = (menu: ShellMenu): readonly PaletteEntry[] =>
  sectionsOf(menu)
    .filter(({ mayAdd }) => mayAdd)
    .map(({ section: { path, title, icon }, resource }) => ({
      id: `${ADD}${path}`,
      kind: 'action',
      title: t('palette.actions.add', { name: labelInSentence(resource) }),
      trail: '',
      icon,
      words: [`add ${iconWords(resource.name)}`, title],
    }));
