import { Menu } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { MenuItem } from '#domain/shell/menu';
import { selectLayout } from '#machines/app/layout.machine';
import { useApp } from '../../../base/app-context.ts';
import { text } from '../../../base/i18n.ts';
import { MenuIcon } from '../../../kit/menu/MenuIcon.tsx';
import classes from '../../base/SideMenu.module.css';

export interface MenuItemsProps {
  readonly items: readonly MenuItem[];
  readonly currentPath: string;
}

/** What stands below a directory of the menu, inside a menu that is open; directories below it open beside it. */
export function MenuItems({ items, currentPath }: MenuItemsProps) {
  const { layout, navigation } = useApp();
  const defaultIcon = useSelector(layout, (snapshot) => selectLayout(snapshot).defaultIcon);
  const open = (entry: MenuItem) => {
    if (entry.kind === 'link') window.open(entry.path, '_blank', 'noopener,noreferrer');
    else if (entry.kind === 'unrecognized') navigation.send({ type: 'navigation.refused', failure: 'unrecognizedMenuType' });
    else navigation.send({ type: 'navigation.requested', to: entry.path, mode: 'push' });
  };
  const entries = (below: readonly MenuItem[]) =>
    below.map((entry) =>
      entry.kind === 'directory' ? (
        <Menu.Sub key={entry.id}>
          <Menu.Sub.Target>
            <Menu.Sub.Item>{text(entry.title)}</Menu.Sub.Item>
          </Menu.Sub.Target>
          <Menu.Sub.Dropdown>{entries(entry.children)}</Menu.Sub.Dropdown>
        </Menu.Sub>
      ) : (
        <Menu.Item
          key={entry.id}
          leftSection={<MenuIcon name={entry.icon} fallback={defaultIcon} sizePx={16} />}
          data-current={entry.path === currentPath || undefined}
          className={classes.flyoutItem ?? ''}
          onClick={() => open(entry)}
        >
          {text(entry.title)}
        </Menu.Item>
      ),
    );

  return <>{entries(items)}</>;
}
