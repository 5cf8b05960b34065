import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconMenu2 } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { MenuItem } from '#domain/shell/menu';
import { selectIsMenuCollapsed, selectIsNarrow, selectLayout } from '#machines/app/layout.machine';
import type { TabsRef } from '#machines/shell/tabs.machine';
import { useApp } from '../../base/app-context.ts';
import { t } from '../../base/i18n.ts';
import { ToolButton } from '../../kit/ToolButton.tsx';
import classes from '../base/AdminLayout.module.css';
import { Breadcrumb } from './Breadcrumb.tsx';
import { HeaderTools } from './HeaderTools.tsx';
import { TabBar } from './tabs/TabBar.tsx';
import { TabListButton } from './tabs/TabListButton.tsx';

export interface HeaderProps {
  readonly items: readonly MenuItem[];
  readonly currentPath: string;
  readonly title: string;
  readonly tabs: TabsRef;
  readonly onLayout: () => void;
}

/**
 * Default: one row with the tabs in it. Classic, and every narrow window: a row with the breadcrumb, the tabs below; on a phone, where a
 * second row would cost a record, their number leads to their list.
 */
export function ShellHeader({ items, currentPath, title, tabs, onLayout }: HeaderProps) {
  const { layout } = useApp();
  const isNarrow = useSelector(layout, selectIsNarrow);
  const isCollapsed = useSelector(layout, selectIsMenuCollapsed);
  const isOneRow = useSelector(layout, (snapshot) => selectLayout(snapshot).mode === 'Default') && !isNarrow;
  const Icon = isNarrow ? IconMenu2 : isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const label = isNarrow ? t('admin.shell.openMenu') : t(isCollapsed ? 'admin.shell.expand' : 'admin.shell.collapse');
  return (
    <header className={classes.header}>
      <div className={classes.row}>
        <ToolButton label={label} aria-expanded={!isCollapsed} onClick={() => layout.send({ type: 'layout.menuToggled' })}>
          <Icon size={20} stroke={1.75} aria-hidden="true" />
        </ToolButton>
        <div className={classes.grow}>
          {isOneRow ? <TabBar tabs={tabs} /> : <Breadcrumb items={items} currentPath={currentPath} fallback={title} />}
        </div>
        {!isOneRow && (
          <span className={classes.phoneTabs}>
            <TabListButton tabs={tabs} isCount />
          </span>
        )}
        <HeaderTools onLayout={onLayout} />
      </div>
      {!isOneRow && (
        <div className={`${classes.tabs} ${classes.wideOnlyTabs}`}>
          <TabBar tabs={tabs} />
        </div>
      )}
    </header>
  );
}
