import { Button } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { use } from 'react';
import { RUN_PARAM } from '#domain/terminal/run-address';
import { permissionFacts } from '#machines/shell/admin-shell.machine';
import type { TerminalRef } from '#machines/terminal/terminal.machine';
import { AppLink } from '../../base/AppLink.tsx';
import { t } from '../../base/i18n.ts';
import { ShellContext } from '../../base/shell-context.ts';
import button from '../../kit/tool-button.module.css';
import { listAddress } from '../base/list-address.ts';

const PAGE = 'auth/terminalRun';

interface RunsLinkProps {
  readonly terminal: TerminalRef;
}

/** Servers of the family have no such page, and not everybody who has the terminal need have it. */
const useHasPage = (): boolean =>
  useSelector(
    use(ShellContext) ?? undefined,
    (snapshot) => snapshot !== undefined && permissionFacts(snapshot).nodes[listAddress(PAGE)] !== undefined,
  );

/** Leads to what the server keeps of all runs, and closes the terminal over it. */
export function RunsLink({ terminal }: RunsLinkProps) {
  if (!useHasPage()) return null;
  return (
    <Button
      component={AppLink}
      to={listAddress(PAGE)}
      variant="default"
      size="xs"
      // As a button looks, which takes its letters from around it.
      fw={400}
      fz="inherit"
      leftSection={<IconListDetails size={16} />}
      onClick={() => terminal.send({ type: 'terminal.closed' })}
    >
      {t('terminal.runs')}
    </Button>
  );
}

/** Leads to what the server keeps of one run. */
export function KeptRunLink({ terminal, runUuid }: RunsLinkProps & { readonly runUuid: string }) {
  if (!useHasPage()) return null;
  return (
    <AppLink
      to={listAddress(PAGE, { [RUN_PARAM]: runUuid })}
      className={button.button}
      aria-label={t('terminal.task.kept')}
      title={t('terminal.task.kept')}
      onClick={() => terminal.send({ type: 'terminal.closed' })}
    >
      <IconListDetails size={17} stroke={1.75} aria-hidden />
    </AppLink>
  );
}
