import '../../../kit/form-styles.ts';
import { Menu } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowBarToLeft,
  IconArrowBarToRight,
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconCircleMinus,
  IconCircleX,
  IconPin,
  IconPinnedOff,
  IconRefresh,
  IconX,
} from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { tabMenuLogic } from '#machines/shell/tab-menu.logic';
import {
  selectActivePath,
  selectClosed,
  selectIsFullScreen,
  selectTabs,
  selectUnsavedPaths,
  type TabsRef,
} from '#machines/shell/tabs.machine';
import { t } from '../../../base/i18n.ts';
import { movedTab } from '#domain/shell/tab';
import { pathsBut } from '#domain/shell/tabs';
import classes from './TabBar.module.css';
import { REOPEN_KEYS } from './use-tab-keys.ts';

export interface TabMenuProps {
  readonly tabs: TabsRef;
  readonly menu: ActorRefFrom<typeof tabMenuLogic>;
}

/** What can be done with a tab, where the pointer or the keyboard asked. */
export function TabMenu({ tabs, menu }: TabMenuProps) {
  const {
    isOpen,
    shown: { path, xPx, yPx },
  } = useSelector(menu, (snapshot) => snapshot.context);
  const open = useSelector(tabs, selectTabs);
  const isActive = useSelector(tabs, (snapshot) => selectActivePath(snapshot) === path);
  const isFullScreen = useSelector(tabs, selectIsFullScreen);
  // Rows are read again beside a form; a page that owns what was typed would begin anew without it.
  const isHeld = useSelector(tabs, selectUnsavedPaths).includes(path) && !open.find((tab) => tab.path === path)?.section;
  const isPinned = open.some((tab) => tab.path === path && tab.isPinned);
  const hasClosed = useSelector(tabs, (snapshot) => selectClosed(snapshot).length > 0);
  const isStuck = (step: -1 | 1) => movedTab(open, path, step) === null;
  const fullScreen = () => {
    if (!isActive) tabs.send({ type: 'tab.chosen', path });
    tabs.send({ type: 'tabs.fullScreenToggled' });
  };
  return (
    <Menu opened={isOpen} onClose={() => menu.send({ type: 'tabMenu.closed' })} position="bottom-start" offset={4} width={250} withinPortal>
      <Menu.Target>
        <button type="button" tabIndex={-1} aria-label={t('admin.tabs.menu')} className={classes.anchor} style={{ left: xPx, top: yPx }} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconRefresh size={16} />}
          disabled={isHeld}
          onClick={() => tabs.send({ type: 'tab.refreshRequested', path })}
        >
          {t('admin.tabs.refresh')}
        </Menu.Item>
        <Menu.Item leftSection={<IconX size={16} />} onClick={() => tabs.send({ type: 'tab.closeRequested', path })}>
          {t('admin.tabs.closeThis')}
        </Menu.Item>
        <Menu.Item leftSection={isFullScreen ? <IconArrowsMinimize size={16} /> : <IconArrowsMaximize size={16} />} onClick={fullScreen}>
          {t(isFullScreen ? 'admin.tabs.exitFullScreen' : 'admin.tabs.fullScreen')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={isPinned ? <IconPinnedOff size={16} /> : <IconPin size={16} />}
          onClick={() => tabs.send({ type: 'tab.pinToggled', path })}
        >
          {t(isPinned ? 'admin.tabs.unpin' : 'admin.tabs.pin')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowBarToLeft size={16} />}
          disabled={isStuck(-1)}
          onClick={() => tabs.send({ type: 'tab.moved', path, step: -1 })}
        >
          {t('admin.tabs.moveLeft')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowBarToRight size={16} />}
          disabled={isStuck(1)}
          onClick={() => tabs.send({ type: 'tab.moved', path, step: 1 })}
        >
          {t('admin.tabs.moveRight')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconCircleMinus size={16} />}
          disabled={pathsBut({ tabs: open }, path).length === 0}
          onClick={() => tabs.send({ type: 'tabs.closeRequested', keep: path })}
        >
          {t('admin.tabs.closeOthers')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconCircleX size={16} />}
          disabled={pathsBut({ tabs: open }, null).length === 0}
          onClick={() => tabs.send({ type: 'tabs.closeRequested', keep: null })}
        >
          {t('admin.tabs.closeAll')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconArrowBackUp size={16} />}
          rightSection={
            <kbd className={classes.keys} aria-hidden>
              {REOPEN_KEYS}
            </kbd>
          }
          aria-keyshortcuts={REOPEN_KEYS}
          disabled={!hasClosed}
          onClick={() => tabs.send({ type: 'tab.reopenRequested', path: null })}
        >
          {t('admin.tabs.reopen')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
