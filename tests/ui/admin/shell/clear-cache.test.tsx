import { Menu } from '@mantine/core';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { clearCacheMachine } from '#machines/shell/clear-cache.machine';
import type { AdminShellRef } from '#machines/shell/admin-shell.machine';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { ShellContext } from '#ui/base/shell-context.ts';
import { ClearCacheChoices } from '#ui/admin/shell/account/ClearCacheChoices.tsx';
import { renderInApp } from '../../kit/support.tsx';

await startMessages('en');
await loadMessages(['admin']);

const SETTINGS = '/admin/routine/config';

it.each([
  [
    ['index', 'edit'],
    ['Clear system cache', 'Clear browser cache', 'Clear all caches'],
  ],
  [['index'], ['Clear browser cache']],
  [[], ['Clear browser cache']],
])('with %j of the settings, %j are offered', async (actions, offered) => {
  const nodes = { [SETTINGS]: actions.map((action) => `${SETTINGS}/${action}`) };
  const snapshot = { context: { start: { menu: { nodes }, site: { urls: [] } }, route: { path: '/admin' } } };
  const shell = { getSnapshot: () => snapshot, subscribe: () => ({ unsubscribe: () => {} }) } as unknown as AdminShellRef;
  renderInApp(
    <ShellContext value={shell}>
      <Menu opened transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <button type="button">Caches</button>
        </Menu.Target>
        <Menu.Dropdown>
          <ClearCacheChoices clearing={createActor(clearCacheMachine).start()} />
        </Menu.Dropdown>
      </Menu>
    </ShellContext>,
  );
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(offered);
});
