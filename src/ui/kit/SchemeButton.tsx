import { IconMoon, IconSun } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { selectColorScheme } from '#machines/app/layout.machine';
import { useApp } from '../base/app-context.ts';
import { t } from '../base/i18n.ts';
import { ToolButton } from './ToolButton.tsx';

/** Light to dark and back. */
export function SchemeButton() {
  const { layout } = useApp();
  const isDark = useSelector(layout, selectColorScheme) === 'dark';
  return (
    <ToolButton
      label={t(isDark ? 'common.theme.toLight' : 'common.theme.toDark')}
      onClick={() => layout.send({ type: 'layout.schemeChosen', scheme: isDark ? 'light' : 'dark' })}
    >
      {isDark ? <IconSun size={19} stroke={1.75} aria-hidden="true" /> : <IconMoon size={19} stroke={1.75} aria-hidden="true" />}
    </ToolButton>
  );
}
