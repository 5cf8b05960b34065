import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconPin, IconPinnedOff, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { StoreModule } from '#domain/modules/store-module';
import { selectIsBusy } from '#machines/base/select-is-busy';
import type { ModuleStoreRef } from '#machines/modules/module-store.machine';
import { t } from '../../../base/i18n.ts';
import { moduleText } from './module-words.ts';

interface ModuleMenuProps {
  readonly store: ModuleStoreRef;
  readonly module: StoreModule;
}

/** What can be done with an installed module as a whole. */
export function ModuleMenu({ store, module: { uid, title, state, isPinned } }: ModuleMenuProps) {
  const isBusy = useSelector(store, selectIsBusy);
  const isPaused = state === 'paused';
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon aria-label={t('modules.act.more', { name: moduleText(title) })} loading={isBusy}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={isPaused ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerPause size={16} aria-hidden />}
          onClick={() => store.send({ type: isPaused ? 'module.resumed' : 'module.paused', uid })}
        >
          {t(isPaused ? 'modules.act.resume' : 'modules.act.pause')}
        </Menu.Item>
        <Menu.Item
          leftSection={isPinned ? <IconPinnedOff size={16} aria-hidden /> : <IconPin size={16} aria-hidden />}
          onClick={() => store.send({ type: isPinned ? 'module.released' : 'module.pinned', uid })}
        >
          {t(isPinned ? 'modules.act.release' : 'modules.act.pin')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => store.send({ type: 'module.removeRequested', uid })}
        >
          {t('modules.act.remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
