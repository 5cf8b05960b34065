import '../../../kit/form-styles.ts';
import { Drawer } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { selectIsDrawerOpen, selectLayout } from '#machines/app/layout.machine';
import { useApp } from '../../../base/app-context.ts';
import { t } from '../../../base/i18n.ts';
import classes from '../../base/AdminLayout.module.css';
import { Brand } from '../../base/Brand.tsx';
import { layoutColors } from '../layout/layout-colors.ts';
import { SideMenu, type SideMenuProps } from './SideMenu.tsx';

/** The menu of a narrow window: a drawer that keeps the focus and closes on Esc. */
export function MenuDrawer(props: Omit<SideMenuProps, 'isCollapsed'>) {
  const { layout } = useApp();
  const isOpen = useSelector(layout, selectIsDrawerOpen);
  const config = useSelector(layout, selectLayout);
  return (
    <Drawer.Root opened={isOpen} onClose={() => layout.send({ type: 'layout.menuDismissed' })} size={config.menuWidthPx}>
      <Drawer.Overlay backgroundOpacity={0.4} />
      <Drawer.Content
        aria-label={t('admin.shell.navigation')}
        className={classes.shell ?? ''}
        data-mode={config.mode}
        style={layoutColors(config)}
      >
        <Drawer.Body className={classes.drawer ?? ''}>
          <Brand />
          <div className={classes.scroll}>
            <SideMenu {...props} isCollapsed={false} />
          </div>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
