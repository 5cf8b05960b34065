import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { menuTrail, type MenuItem } from '#domain/shell/menu';
import { selectLayout } from '#machines/app/layout.machine';
import { menuGroupsLogic } from '#machines/shell/menu-groups.logic';
import { useApp } from '../../../base/app-context.ts';
import { t } from '../../../base/i18n.ts';
import { lazyView } from '../../../base/lazy-view.tsx';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { FlyoutButton } from '../../base/FlyoutButton.tsx';
import { MenuEntry } from './MenuEntry.tsx';
import classes from '../../base/SideMenu.module.css';

// Only a collapsed menu has these.
const MenuFlyout = lazyView(async () => (await import('./MenuFlyout.tsx')).MenuFlyout);

export interface SideMenuProps {
  readonly items: readonly MenuItem[];
  readonly currentPath: string;
  readonly isCollapsed: boolean;
}

/** The server's menu as a tree; collapsed, the groups open to the side. */
export function SideMenu({ items, currentPath, isCollapsed }: SideMenuProps) {
  const { layout } = useApp();
  const isOneOpen = useSelector(layout, (snapshot) => selectLayout(snapshot).uniqueOpened);
  const groups = useLeafActor(menuGroupsLogic, { id: 'menuGroups' });
  const chosen = useSelector(groups, (snapshot) => snapshot.context);
  const trail = menuTrail(items, currentPath).map(({ name }) => name);
  const isOpen = (name: string) => chosen[name] ?? trail.includes(name);

  const level = (entries: readonly MenuItem[], depth: number) => (
    <ul className={classes.list}>
      {entries.map((item) => (
        <li key={item.id}>
          {item.kind !== 'directory' ? (
            <MenuEntry item={item} isCurrent={item.path === currentPath} isCollapsed={isCollapsed} depth={depth} />
          ) : isCollapsed ? (
            <Suspense fallback={<FlyoutButton item={item} isActive={trail.includes(item.name)} />}>
              <MenuFlyout item={item} currentPath={currentPath} isActive={trail.includes(item.name)} />
            </Suspense>
          ) : (
            <>
              <MenuEntry
                item={item}
                isCurrent={false}
                isCollapsed={false}
                depth={depth}
                group={{
                  isOpen: isOpen(item.name),
                  isActive: trail.includes(item.name),
                  onToggle: () =>
                    groups.send({
                      type: 'menuGroup.toggled',
                      name: item.name,
                      isOpen: !isOpen(item.name),
                      closing: isOneOpen
                        ? entries.filter((other) => other !== item && other.kind === 'directory').map(({ name }) => name)
                        : [],
                    }),
                }}
              />
              <div className={classes.below} data-open={isOpen(item.name) || undefined} inert={!isOpen(item.name)}>
                <div>{level(item.children, depth + 1)}</div>
              </div>
            </>
          )}
        </li>
      ))}
    </ul>
  );

  return (
    <nav className={classes.menu} aria-label={t('admin.shell.navigation')} data-collapsed={isCollapsed || undefined}>
      {level(items, 0)}
    </nav>
  );
}
