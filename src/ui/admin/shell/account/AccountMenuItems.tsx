import '../../../kit/form-styles.ts';
import { Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconAdjustmentsHorizontal,
  IconFlag,
  IconHelp,
  IconHome,
  IconLanguage,
  IconLogout,
  IconSitemap,
  IconTerminal2,
  IconUser,
} from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { HTML_LANGUAGE } from '#domain/base/language';
import { PROFILE_PATH } from '#domain/shell/menu';
import { selectTerminal } from '#machines/app/app.machine';
import { selectHasDot } from '#machines/terminal/terminal-dot';
import type { DisclosureRef } from '#machines/base/disclosure.machine';
import { selectAdmin } from '#machines/session/session.machine';
import { useApp } from '../../../base/app-context.ts';
import { pageLanguage, t } from '../../../base/i18n.ts';
import { LANGUAGE_OWN_NAME, otherLanguage } from '../../../base/language-names.ts';
import type { LazyMenuProps } from '../../../kit/menu/menu-control.ts';
import { MenuAnchor } from '../../../kit/menu/MenuAnchor.tsx';
import { toggleFlowPanel } from '../../../observe/live-charts/lazy-panel.ts';
import { useReportProblem } from '../../../base/use-report-problem.ts';
import { ClearCacheChoices } from './ClearCacheChoices.tsx';
import classes from '../../base/Header.module.css';
import { useClearCache } from '../../base/use-clear-cache.ts';

/** As in Header.module.css: below them the header has no room for every tool, nor for the terminal, nor for help. */
const NO_ROOM = '(max-width: 640px)';
const NO_TERMINAL = '(max-width: 480px)';
const NO_HELP = '(max-width: 360px)';

const useMatches = (query: string): boolean => useMediaQuery(query, false, { getInitialValueInEffect: false });

export interface AccountMenuProps {
  readonly onLayout: () => void;
  readonly help: DisclosureRef;
}

/** What the account's button opens. */
export function AccountMenuItems({ isOpen, button, onClose, onLayout, help }: LazyMenuProps & AccountMenuProps) {
  const handle = useApp();
  const { adminSession, language, navigation } = handle;
  const person = useSelector(adminSession, selectAdmin);
  const terminal = useSelector(handle.app, selectTerminal);
  const hasOutput = useSelector(terminal, selectHasDot);
  const hasNoRoom = useMatches(NO_ROOM);
  const hasNoTerminal = useMatches(NO_TERMINAL);
  const hasNoHelp = useMatches(NO_HELP);
  const clearing = useClearCache('accountClearCache');
  const reportProblem = useReportProblem();
  if (!person) return null;
  const name = person.nickname || person.username;
  const other = otherLanguage(pageLanguage());
  return (
    <Menu opened={isOpen} onClose={onClose} position="bottom-end" width={232}>
      <Menu.Target>
        <MenuAnchor button={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <strong>{name}</strong>
          <span>{person.super ? `${person.username} · ${t('admin.shell.super')}` : person.username}</span>
          {person.lastLoginTime && <span>{t('admin.shell.lastLogin', { time: person.lastLoginTime })}</span>}
        </div>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconUser size={16} />}
          onClick={() => navigation.send({ type: 'navigation.requested', to: PROFILE_PATH, mode: 'push' })}
        >
          {t('menu.routine.adminInfo')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconHome size={16} />}
          onClick={() => navigation.send({ type: 'navigation.requested', to: '/', mode: 'push' })}
        >
          {t('admin.shell.home')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLanguage size={16} />}
          lang={HTML_LANGUAGE[other]}
          onClick={() => language.send({ type: 'language.changeRequested', language: other })}
        >
          {LANGUAGE_OWN_NAME[other]}
        </Menu.Item>
        <Menu.Item leftSection={<IconAdjustmentsHorizontal size={16} />} onClick={onLayout}>
          {t('admin.shell.layout')}
        </Menu.Item>
        {hasNoHelp && (
          <Menu.Item leftSection={<IconHelp size={16} />} onClick={() => help.send({ type: 'disclosure.opened' })}>
            {t('common.action.help')}
          </Menu.Item>
        )}
        {hasNoTerminal && terminal && (
          <Menu.Item leftSection={<IconTerminal2 size={16} />} onClick={() => terminal.send({ type: 'terminal.opened' })}>
            {t(hasOutput ? 'admin.terminal.unseen' : 'admin.terminal.open')}
          </Menu.Item>
        )}
        {person.super && (
          <Menu.Item leftSection={<IconSitemap size={16} />} onClick={() => void toggleFlowPanel(handle)}>
            {t('admin.shell.flows')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconFlag size={16} />} onClick={() => reportProblem()}>
          {t('common.action.report')}
        </Menu.Item>
        {hasNoRoom && (
          <>
            <Menu.Divider />
            <ClearCacheChoices clearing={clearing} />
          </>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => adminSession.send({ type: 'session.signOutRequested' })}>
          {t('common.action.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
