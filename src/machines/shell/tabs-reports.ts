import type { AnyActorRef } from 'xstate';
import { hrefOf, type Address } from '#domain/base/addresses/address';
import type { NavigationMode } from '#domain/app/navigation';
import { tabAt } from '#domain/shell/tabs';
import type { CollectionInput } from '../table/collection.vocabulary.ts';
import { isAwake, type SectionInput, type TabInput } from './tab-input.ts';
import type { TabPlaced, TabsContext, TabsReport } from './tabs.vocabulary.ts';

/** The tab of a section that has begun. */
export const tabOf = ({ tabs }: TabsContext, resource: string) => tabs.find((tab) => isAwake(tab) && tab.section?.resource === resource);

/** What an address asks of a section. */
export const paramsOf = ({ search }: Pick<Address, 'search'>) => Object.fromEntries(new URLSearchParams(search));

export const navigation = (address: Address, mode: NavigationMode): TabsReport => ({
  type: 'tabs.navigationRequested',
  to: hrefOf(address),
  mode,
});

/** What the section of a tab begins with. */
export const tabCollectionInput = (tab: TabInput & { section: SectionInput }, owner: AnyActorRef): CollectionInput => ({
  ...tab.section,
  params: paramsOf(tab),
  owner,
});

/** Says of a tab where it stands now. */
export const placed = ({ tabs }: Pick<TabsContext, 'tabs'>, path: string, how: TabPlaced['how']): TabPlaced => ({
  type: 'tab.placed',
  how,
  title: tabAt({ tabs }, path)?.title ?? '',
  position: tabs.findIndex((tab) => tab.path === path) + 1,
  count: tabs.length,
});
