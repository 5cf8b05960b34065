import { Menu } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { selectIsBusy } from '#machines/base/select-is-busy';
import type { clearCacheMachine } from '#machines/shell/clear-cache.machine';
import { t } from '../../../base/i18n.ts';
import { useCaches } from '../../base/use-clear-cache.ts';

/** Entries of a menu: which caches there are to clear for whoever looks. */
export function ClearCacheChoices({ clearing }: { readonly clearing: ActorRefFrom<typeof clearCacheMachine> }) {
  const isBusy = useSelector(clearing, selectIsBusy);
  return useCaches().map(({ kind, label, Icon }) => (
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
