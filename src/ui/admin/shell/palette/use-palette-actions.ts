import {
  IconAdjustmentsHorizontal,
  IconArrowBackUp,
  IconHome,
  IconLanguage,
  IconLogout,
  IconMaximize,
  IconMoon,
  IconSun,
  IconTerminal2,
  IconWindowMaximize,
  type TablerIcon,
} from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { iconWords } from '#domain/base/icon';
import type { PaletteEntry } from '#domain/shell/palette';
import { selectTerminal } from '#machines/app/app.machine';
import { selectColorScheme } from '#machines/app/layout.machine';
import { selectClosed, type TabsRef } from '#machines/shell/tabs.machine';
import { useApp } from '../../../base/app-context.ts';
import { toggleFullScreen } from '../../../base/full-screen.ts';
import { pageLanguage, t, text } from '../../../base/i18n.ts';
import { LANGUAGE_OWN_NAME, otherLanguage } from '../../../base/language-names.ts';
import { useCaches, useClearCache } from '../../base/use-clear-cache.ts';

/** Something to do that is no page. */
export interface PaletteAction {
  readonly name: string;
  readonly title: string;
  readonly Icon: TablerIcon;
  readonly run: () => void;
}

/** What the header and its menus can do, for the palette. */
export function usePaletteActions(tabs: TabsRef, onLayout: () => void): readonly PaletteAction[] {
  const { app, adminSession, language, layout, navigation } = useApp();
  const terminal = useSelector(app, selectTerminal);
  const isDark = useSelector(layout, selectColorScheme) === 'dark';
  const closed = useSelector(tabs, (snapshot) => selectClosed(snapshot)[0]);
  const clearing = useClearCache('paletteClearCache');
  const caches = useCaches();
  const other = otherLanguage(pageLanguage());
  return [
    {
      name: 'changeLanguage',
      title: LANGUAGE_OWN_NAME[other],
      Icon: IconLanguage,
      run: () => language.send({ type: 'language.changeRequested', language: other }),
    },
    {
      name: 'changeTheme',
      title: t(isDark ? 'palette.actions.toLight' : 'palette.actions.toDark'),
      Icon: isDark ? IconSun : IconMoon,
      run: () => layout.send({ type: 'layout.schemeChosen', scheme: isDark ? 'light' : 'dark' }),
    },
    { name: 'layoutSettings', title: t('palette.actions.layout'), Icon: IconAdjustmentsHorizontal, run: onLayout },
    { name: 'fullScreen', title: t('palette.actions.fullScreen'), Icon: IconMaximize, run: toggleFullScreen },
    {
      name: 'maximizePage',
      title: t('palette.actions.maximize'),
      Icon: IconWindowMaximize,
      run: () => tabs.send({ type: 'tabs.fullScreenToggled' }),
    },
    ...(closed
      ? [
          {
            name: 'reopenTab',
            title: t('palette.actions.reopen', { title: text(closed.title) }),
            Icon: IconArrowBackUp,
            run: () => tabs.send({ type: 'tab.reopenRequested', path: closed.path }),
          },
        ]
      : []),
    ...(terminal
      ? [
          {
            name: 'openTerminal',
            title: t('palette.actions.terminal'),
            Icon: IconTerminal2,
            run: () => terminal.send({ type: 'terminal.opened' }),
          },
        ]
      : []),
    ...caches.map(({ kind, label, Icon }) => ({
      name: `clearCache-${kind}`,
      title: t('palette.actions.cache', { name: t(label) }),
      Icon,
      run: () => clearing.send({ type: 'cache.clearRequested', kind }),
    })),
    {
      name: 'homePage',
      title: t('palette.actions.home'),
      Icon: IconHome,
      run: () => navigation.send({ type: 'navigation.requested', to: '/', mode: 'push' }),
    },
    {
      name: 'signOut',
      title: t('palette.actions.signOut'),
      Icon: IconLogout,
      run: () => adminSession.send({ type: 'session.signOutRequested' }),
    },
  ];
}

export const actionId = ({ name }: Pick<PaletteAction, 'name'>): string => `action:${name}`;

export const actionEntries = (actions: readonly PaletteAction[]): readonly PaletteEntry[] =>
  actions.map((action) => ({
    id: actionId(action),
    kind: 'action',
    title: action.title,
    trail: '',
    icon: '',
    words: [iconWords(action.name)],
  }));
