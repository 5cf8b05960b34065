import { IconArrowsMinimize } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { MenuItem } from '#domain/shell/menu';
import { disclosureMachine, selectIsOpen } from '#machines/base/disclosure.machine';
import { selectIsDrawerOpen, selectIsNarrow, selectLayout } from '#machines/app/layout.machine';
import { selectIsFullScreen, type TabsRef } from '#machines/shell/tabs.machine';
import { useApp } from '../../base/app-context.ts';
import { loadMessages, t } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { LazyDialog } from '../../kit/dialogs/LazyDialog.tsx';
import { ToolButton } from '../../kit/ToolButton.tsx';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import classes from '../base/AdminLayout.module.css';
import { CloseTabsDialog } from './tabs/CloseTabsDialog.tsx';
import { ShellHeader } from './ShellHeader.tsx';
import { layoutColors } from './layout/layout-colors.ts';
import { PaletteButton } from './palette/PaletteButton.tsx';
import { RestoreTabs } from './tabs/RestoreTabs.tsx';
import { useTabKeys } from './tabs/use-tab-keys.ts';
import { Sidebar } from './menu/Sidebar.tsx';

const LayoutDrawer = lazyView(
  async () => (await Promise.all([import('./layout/LayoutDrawer.tsx'), loadMessages(['layout'])]))[0].LayoutDrawer,
);
const MenuDrawer = lazyView(async () => (await import('./menu/MenuDrawer.tsx')).MenuDrawer);

export interface AdminLayoutProps {
  readonly items: readonly MenuItem[];
  readonly currentPath: string;
  /** Title of the current page, for one that stands in no menu. */
  readonly title: string;
  readonly tabs: TabsRef;
  readonly children: ReactNode;
}

/** The frame of the back office in both layouts. Source: specification §3 "Layout config", §4 "Menu width". */
export function AdminLayout({ items, currentPath, title, tabs, children }: AdminLayoutProps) {
  const { layout } = useApp();
  const config = useSelector(layout, selectLayout);
  const isNarrow = useSelector(layout, selectIsNarrow);
  const isMenuOpen = useSelector(layout, selectIsDrawerOpen);
  const isFullScreen = useSelector(tabs, selectIsFullScreen);
  const drawer = useLeafActor(disclosureMachine, { id: 'layoutDrawer' });
  const isDrawerOpen = useSelector(drawer, selectIsOpen);
  useTabKeys(tabs);
  const menu = { items, currentPath };
  const openLayout = () => drawer.send({ type: 'disclosure.opened' });

  return (
    <div className={classes.shell} data-mode={config.mode} style={layoutColors(config)}>
      <a className="tp-skip-link" href="#content">
        {t('common.action.skipToContent')}
      </a>
      {!isFullScreen && !isNarrow && <Sidebar {...menu} />}
      {isNarrow && (
        <LazyDialog isOpen={isMenuOpen}>
          <MenuDrawer {...menu} />
        </LazyDialog>
      )}
      <div className={classes.body}>
        {!isFullScreen && <ShellHeader {...menu} title={title} tabs={tabs} onLayout={openLayout} />}
        <RestoreTabs tabs={tabs} />
        <main id="content" className={classes.main} tabIndex={-1}>
          {children}
        </main>
      </div>
      {isFullScreen && (
        <div className={classes.exit}>
          <PaletteButton isHidden onLayout={openLayout} />
          <ToolButton label={t('admin.tabs.exitFullScreen')} onClick={() => tabs.send({ type: 'tabs.fullScreenToggled' })}>
            <IconArrowsMinimize size={18} stroke={1.75} aria-hidden="true" />
          </ToolButton>
        </div>
      )}
      <CloseTabsDialog tabs={tabs} />
      <LazyDialog isOpen={isDrawerOpen}>
        <LayoutDrawer drawer={drawer} />
      </LazyDialog>
    </div>
  );
}
