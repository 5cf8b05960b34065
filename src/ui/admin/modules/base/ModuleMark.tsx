import { Badge } from '@mantine/core';
import '@mantine/core/styles/Badge.layer.css';
import { updateOf, type StoreModule } from '#domain/modules/store-module';
import { t } from '../../../base/i18n.ts';
import { MenuIcon } from '../../../kit/menu/MenuIcon.tsx';
import classes from './module.module.css';

/** A module's icon, as it will stand in the menu. */
export const ModuleMark = ({ icon }: { readonly icon: string }) => (
  <span className={classes.mark} aria-hidden>
    <MenuIcon name={icon} fallback="el-icon-Box" sizePx={22} />
  </span>
);

/** A module's picture; where it has none, its icon on the same ground, so that cards stand in line. */
export const ModuleCover = ({ module: { icon, cover, versions } }: { readonly module: StoreModule }) => (
  <span className={classes.cover} data-drawn={versions.every(({ trust }) => trust === 'shipped')} aria-hidden>
    {cover === '' ? <MenuIcon name={icon} fallback="el-icon-Box" sizePx={40} /> : <img src={cover} alt="" />}
  </span>
);

/** Where a module stands: what is installed, whether it rests, whether something newer is there. */
export function StateBadges({ module }: { readonly module: StoreModule }) {
  const { version, state, isPinned } = module;
  const update = updateOf(module);
  return (
    <>
      {version !== null && (
        <Badge variant="light" color={state === 'paused' ? 'orange' : 'teal'} radius="sm" tt="none">
          {t(state === 'paused' ? 'modules.state.paused' : 'modules.state.installed', { version })}
        </Badge>
      )}
      {module.withdrawn && (
        <Badge variant="light" color="red" radius="sm" tt="none">
          {t('modules.state.withdrawn')}
        </Badge>
      )}
      {isPinned && (
        <Badge variant="light" color="gray" radius="sm" tt="none">
          {t('modules.state.pinned')}
        </Badge>
      )}
      {update !== null && (
        <Badge variant="light" color="blue" radius="sm" tt="none">
          {t('modules.state.update', { version: update })}
        </Badge>
      )}
    </>
  );
}
