import { IconLock, IconX } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react';
import { hrefOf } from '#domain/base/addresses/address';
import { selectLayout } from '#machines/app/layout.machine';
import type { Tab } from '#machines/shell/tab-input';
import { selectActivePath, selectGonePaths, selectUnsavedPaths, type TabsRef } from '#machines/shell/tabs.machine';
import { AppLink } from '../../../base/AppLink.tsx';
import { useApp } from '../../../base/app-context.ts';
import { t, text } from '../../../base/i18n.ts';
import { MenuIcon } from '../../../kit/menu/MenuIcon.tsx';
import { startTabDrag } from './tab-drag.ts';
import classes from './TabBar.module.css';

/** Width of a pinned tab and the gap behind it, as in the style sheet. */
export const PINNED_STEP_PX = 40;

interface TabItemProps {
  readonly tab: Tab;
  readonly tabs: TabsRef;
  /** How many pinned ones stand before it. */
  readonly before: number;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>, path: string) => void;
  readonly onMenu: (path: string, xPx: number, yPx: number) => void;
}

/** Scrolls the tab into the strip; React calls it when the tab becomes the current one. */
const reveal = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/** One open page. Pinned, it is its icon alone, and is closed from its menu. */
export function TabItem({ tab, tabs, before, onKeyDown, onMenu }: TabItemProps) {
  const { layout } = useApp();
  const { path, isPinned } = tab;
  const isActive = useSelector(tabs, (snapshot) => selectActivePath(snapshot) === path);
  const isUnsaved = useSelector(tabs, (snapshot) => selectUnsavedPaths(snapshot).includes(path));
  const isGone = useSelector(tabs, (snapshot) => selectGonePaths(snapshot).includes(path));
  const defaultIcon = useSelector(layout, (snapshot) => selectLayout(snapshot).defaultIcon);
  const title = text(tab.title);
  const close = () => tabs.send({ type: 'tab.closeRequested', path });
  const press = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || (event.target as Element).closest('button')) return;
    startTabDrag({ tab: event.currentTarget, pointer: event.nativeEvent, onDrop: (to) => tabs.send({ type: 'tab.dropped', path, to }) });
  };
  const openMenu = (event: MouseEvent) => {
    event.preventDefault();
    onMenu(path, event.clientX, event.clientY);
  };
  const closeByWheel = (event: MouseEvent) => {
    if (event.button !== 1) return;
    event.preventDefault();
    close();
  };
  return (
    // The link inside does all of it by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={classes.tab}
      data-active={isActive || undefined}
      data-pinned={isPinned || undefined}
      style={isPinned ? { insetInlineStart: `${before * PINNED_STEP_PX}px` } : undefined}
      ref={isActive ? reveal : null}
      onPointerDown={press}
      onContextMenu={openMenu}
      onAuxClick={closeByWheel}
    >
      <AppLink
        to={hrefOf(tab)}
        mode={isActive ? 'replace' : 'push'}
        className={classes.link}
        aria-current={isActive ? 'page' : undefined}
        title={isPinned ? title : undefined}
        draggable={false}
        onKeyDown={(event) => onKeyDown(event, path)}
      >
        {isGone && <IconLock size={13} stroke={2} aria-label={t('admin.tabs.gone')} />}
        {isPinned && <MenuIcon name={tab.icon} fallback={defaultIcon} sizePx={16} />}
        <span className={isPinned ? classes.quiet : classes.title}>{title}</span>
        {isPinned && <span className={classes.quiet}>{t('admin.tabs.pinned')}</span>}
        {isUnsaved && (
          <span className={classes.dot} title={t('admin.tabs.unsaved')}>
            <span className={classes.quiet}>{t('admin.tabs.unsaved')}</span>
          </span>
        )}
      </AppLink>
      {!isPinned && (
        <button
          type="button"
          className={classes.close}
          aria-label={t('admin.tabs.close', { title })}
          title={t('admin.tabs.closeThis')}
          onClick={close}
        >
          <IconX size={13} stroke={2} aria-hidden="true" />
        </button>
      )}
    </li>
  );
}
