import { IconLock, IconX } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { type KeyboardEvent, type MouseEvent, useRef } from 'react';
import { Link } from 'react-router-dom';
import { hrefOf } from '#domain/base/addresses/address';
import { tabMenuLogic } from '#machines/shell/tab-menu.logic';
import { selectActivePath, selectGonePaths, selectTabs, selectUnsavedPaths, type TabsRef } from '#machines/shell/tabs.machine';
import { t, text } from '../../../base/i18n.ts';
import { lazyView } from '../../../base/lazy-view.tsx';
import { LazyDialog } from '../../../kit/dialogs/LazyDialog.tsx';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import classes from './TabBar.module.css';

const TabMenu = lazyView(async () => (await import('./TabMenu.tsx')).TabMenu);

/** Scrolls the tab into the strip; React calls it when the tab becomes the current one. */
const reveal = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/**
 * The open pages as links. Left and right walk along them, Delete closes, the menu key or a right click opens what can be done.
 * Source: specification §4 "Tabs"; readings 4.5.
 */
export function TabBar({ tabs }: { readonly tabs: TabsRef }) {
  const open = useSelector(tabs, selectTabs);
  const activePath = useSelector(tabs, selectActivePath);
  const unsaved = useSelector(tabs, selectUnsavedPaths);
  const gone = useSelector(tabs, selectGonePaths);
  const menu = useLeafActor(tabMenuLogic, { id: 'tabMenu' });
  const isMenuOpen = useSelector(menu, (snapshot) => snapshot.context.isOpen);
  const list = useRef<HTMLUListElement>(null);

  const close = (path: string) => tabs.send({ type: 'tab.closeRequested', path });
  const openMenu = (path: string, xPx: number, yPx: number) => menu.send({ type: 'tabMenu.opened', shown: { path, xPx, yPx } });
  const press = (event: KeyboardEvent<HTMLElement>, path: string) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('a') ?? [])];
    const at = links.indexOf(event.currentTarget);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: links.length - 1 }[event.key];
    if (event.altKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      tabs.send({ type: 'tab.moved', path, step: event.key === 'ArrowLeft' ? -1 : 1 });
    } else if (to !== undefined) links[to]?.focus();
    else if (event.key === 'Delete') close(path);
    else if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) {
      const { left, bottom } = event.currentTarget.getBoundingClientRect();
      openMenu(path, left, bottom);
    } else return;
    event.preventDefault();
  };
  const mouse = (path: string) => ({
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault();
      openMenu(path, event.clientX, event.clientY);
    },
    onAuxClick: (event: MouseEvent) => {
      if (event.button !== 1) return;
      event.preventDefault();
      close(path);
    },
  });

  return (
    <nav className={classes.bar} aria-label={t('admin.tabs.label')}>
      <ul className={classes.list} ref={list}>
        {open.map((tab) => {
          const isActive = tab.path === activePath;
          const title = text(tab.title);
          return (
            <li
              key={tab.path}
              className={classes.tab}
              data-active={isActive || undefined}
              {...mouse(tab.path)}
              ref={isActive ? reveal : null}
            >
              <Link
                to={hrefOf(tab)}
                className={classes.link}
                aria-current={isActive ? 'page' : undefined}
                draggable={false}
                onKeyDown={(event) => press(event, tab.path)}
              >
                {gone.includes(tab.path) && <IconLock size={13} stroke={2} aria-label={t('admin.tabs.gone')} />}
                {title}
                {unsaved.includes(tab.path) && (
                  <span className={classes.dot} title={t('admin.tabs.unsaved')}>
                    <span className={classes.quiet}>{t('admin.tabs.unsaved')}</span>
                  </span>
                )}
              </Link>
              <button
                type="button"
                className={classes.close}
                aria-label={t('admin.tabs.close', { title })}
                title={t('admin.tabs.closeThis')}
                onClick={() => close(tab.path)}
              >
                <IconX size={13} stroke={2} aria-hidden="true" />
              </button>
            </li>
          );
        })}
      </ul>
      <LazyDialog isOpen={isMenuOpen}>
        <TabMenu tabs={tabs} menu={menu} />
      </LazyDialog>
    </nav>
  );
}
