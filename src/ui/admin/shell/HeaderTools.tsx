import { IconAdjustmentsHorizontal, IconMaximize, IconMinimize } from '@tabler/icons-react';
import { disclosureMachine } from '#machines/base/disclosure.machine';
import { toggleFullScreen, useIsFullScreen } from '../../base/full-screen.ts';
import { loadMessages, t } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { HelpTool } from '../../kit/help/HelpTool.tsx';
import { LanguageButton } from '../../kit/LanguageButton.tsx';
import { SchemeButton } from '../../kit/SchemeButton.tsx';
import { ToolButton } from '../../kit/ToolButton.tsx';
import { NotificationBell } from '../notifications/NotificationBell.tsx';
import { AccountMenu } from './account/AccountMenu.tsx';
import { ClearCacheMenu } from './account/ClearCacheMenu.tsx';
import classes from '../base/Header.module.css';
import { HeaderProject } from './HeaderProject.tsx';
import { PaletteButton } from './palette/PaletteButton.tsx';
import { TerminalButton } from '../terminal/TerminalButton.tsx';

const HelpDrawer = lazyView(async () => (await Promise.all([import('../help/AdminHelp.tsx'), loadMessages(['help'])]))[0].AdminHelp);

/** The right end of the header. */
export function HeaderTools({ onLayout }: { readonly onLayout: () => void }) {
  const isFullScreen = useIsFullScreen();
  const help = useLeafActor(disclosureMachine, { id: 'helpDrawer' });
  return (
    <div className={classes.tools}>
      <HeaderProject />
      {/* Its code comes late: here it moves nothing that somebody may be about to press. */}
      <span className={classes.beyondPhone}>
        <TerminalButton />
      </span>
      <span className={classes.wideOnly}>
        <LanguageButton isInShell />
      </span>
      <PaletteButton onLayout={onLayout} />
      <span className={classes.wideOnly}>
        <SchemeButton />
      </span>
      <NotificationBell />
      <span className={classes.beyondSmallest}>
        <HelpTool drawer={help} Drawer={HelpDrawer} />
      </span>
      <span className={classes.wideOnly}>
        <ToolButton label={t(isFullScreen ? 'admin.shell.exitFullScreen' : 'admin.shell.fullScreen')} onClick={toggleFullScreen}>
          {isFullScreen ? (
            <IconMinimize size={19} stroke={1.75} aria-hidden="true" />
          ) : (
            <IconMaximize size={19} stroke={1.75} aria-hidden="true" />
          )}
        </ToolButton>
        <ClearCacheMenu />
        <ToolButton label={t('admin.shell.layout')} onClick={onLayout}>
          <IconAdjustmentsHorizontal size={19} stroke={1.75} aria-hidden="true" />
        </ToolButton>
      </span>
      <AccountMenu onLayout={onLayout} help={help} />
    </div>
  );
}
