import { useSelector } from '@xstate/react';
import { type CSSProperties, type KeyboardEvent, useRef } from 'react';
import { tabMenuLogic } from '#machines/shell/tab-menu.logic';
import type { Tab } from '#machines/shell/tab-input';
import { selectTabs, type TabsRef } from '#machines/shell/tabs.machine';
import { t } from '../../../base/i18n.ts';
import { lazyView } from '../../../base/lazy-view.tsx';
import { LazyDialog } from '../../../kit/dialogs/LazyDialog.tsx';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { markOverflow } from './strip-overflow.ts';
import classes from './TabBar.module.css';
import { PINNED_STEP_PX, TabItem } from './TabItem.tsx';
import { TabListButton } from './TabListButton.tsx';
import { TabVoice } from './TabVoice.tsx';

const TabMenu = lazyView(async () => (await import('./TabMenu.tsx')).TabMenu);

/** What of the strip its pinned tabs lie over. */
const pinnedWidth = (tabs: readonly Tab[]): CSSProperties =>
  ({ '--pinned-width': `${tabs.filter((tab) => tab.isPinned).length * PINNED_STEP_PX}px` }) as CSSProperties;

/**
 * The open pages as links. Left and right walk along them, with Alt they move one, Delete closes, the menu key or a right click opens what
 * can be done. They are dragged along the strip; what does not fit stands in a list.
 * Source: specification §4 "Tabs"; readings 4.5.
 */
export function TabBar({ tabs }: { readonly tabs: TabsRef }) {
  const open = useSelector(tabs, selectTabs);
  const menu = useLeafActor(tabMenuLogic, { id: 'tabMenu' });
  const isMenuOpen = useSelector(menu, (snapshot) => snapshot.context.isOpen);
  const list = useRef<HTMLUListElement>(null);

  const openMenu = (path: string, xPx: number, yPx: number) => menu.send({ type: 'tabMenu.opened', shown: { path, xPx, yPx } });
  const press = (event: KeyboardEvent<HTMLElement>, path: string) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('a') ?? [])];
    const at = links.indexOf(event.currentTarget);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: links.length - 1 }[event.key];
    if (event.altKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      tabs.send({ type: 'tab.moved', path, step: event.key === 'ArrowLeft' ? -1 : 1 });
    } else if (to !== undefined) links[to]?.focus();
    else if (event.key === 'Delete') {
      tabs.send({ type: 'tab.closeRequested', path });
      // The keyboard stays in the strip when its tab has gone.
      if (!selectTabs(tabs.getSnapshot()).some((tab) => tab.path === path)) (links[at + 1] ?? links[at - 1])?.focus();
    } else if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) {
      const { left, bottom } = event.currentTarget.getBoundingClientRect();
      openMenu(path, left, bottom);
    } else return;
    event.preventDefault();
  };
  return (
    <nav className={classes.bar} aria-label={t('admin.tabs.label')} ref={markOverflow}>
      <div className={classes.scroller} data-tab-scroller style={pinnedWidth(open)}>
        <ul className={classes.list} ref={list}>
          {open.map((tab, index) => (
            <TabItem key={tab.path} tab={tab} tabs={tabs} before={index} onKeyDown={press} onMenu={openMenu} />
          ))}
        </ul>
      </div>
      <TabListButton tabs={tabs} />
      <TabVoice tabs={tabs} />
      <LazyDialog isOpen={isMenuOpen}>
        <TabMenu tabs={tabs} menu={menu} />
      </LazyDialog>
    </nav>
  );
}
