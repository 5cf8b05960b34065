import { Menu } from '@mantine/core';
import { IconDatabase, IconDevices, IconEraser } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { clearCacheMachine } from '#machines/shell/clear-cache.machine';
import { t } from '../../../base/i18n.ts';
import { useMayClearServer } from '../../base/use-clear-cache.ts';

const CHOICES = [
  { kind: 'tp', label: 'admin.cache.server', Icon: IconDatabase },
  { kind: 'storage', label: 'admin.cache.browser', Icon: IconDevices },
  { kind: 'all', label: 'admin.cache.all', Icon: IconEraser },
] as const;

/** Entries of a menu: which caches there are to clear for whoever looks. Source: wire protocol §5.1. */
export function ClearCacheChoices({ clearing }: { readonly clearing: ActorRefFrom<typeof clearCacheMachine> }) {
  const isBusy = useSelector(clearing, (snapshot) => snapshot.hasTag('busy'));
  const isServerCleared = useMayClearServer();
  return CHOICES.filter(({ kind }) => isServerCleared || kind === 'storage').map(({ kind, label, Icon }) => (
    <Menu.Item
      key={kind}
      leftSection={<Icon size={16} />}
      disabled={isBusy}
      onClick={() => clearing.send({ type: 'cache.clearRequested', kind })}
    >
      {t(label)}
    </Menu.Item>
  ));
}
