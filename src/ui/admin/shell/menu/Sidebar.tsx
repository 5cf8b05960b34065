import { useSelector } from '@xstate/react';
import { selectIsMenuCollapsed, selectLayout, selectMenuWidthPx } from '#machines/app/layout.machine';
import { useApp } from '../../../base/app-context.ts';
import classes from '../../base/AdminLayout.module.css';
import { Brand } from '../../base/Brand.tsx';
import { SideMenu, type SideMenuProps } from './SideMenu.tsx';

/** The menu of a wide window: 190 pixels or what is set, 64 collapsed. */
export function Sidebar(props: Omit<SideMenuProps, 'isCollapsed'>) {
  const { layout } = useApp();
  const widthPx = useSelector(layout, selectMenuWidthPx);
  const isCollapsed = useSelector(layout, selectIsMenuCollapsed);
  const hasTopBar = useSelector(layout, (snapshot) => selectLayout(snapshot).topBar);
  return (
    <aside className={classes.side} data-collapsed={isCollapsed || undefined} style={{ width: widthPx }}>
      {hasTopBar && <Brand />}
      <div className={classes.scroll}>
        <SideMenu {...props} isCollapsed={isCollapsed} />
      </div>
    </aside>
  );
}
