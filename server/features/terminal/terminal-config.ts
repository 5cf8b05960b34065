import { rejection } from '#domain/base/failure';
import { isPort } from '../../base/port-number.ts';
import { PACKAGE_MANAGERS } from '#domain/terminal/terminal-task';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import type { AdminCaller } from '../../base/caller.ts';
import { requireSession } from '../../resources/access/own-account.ts';
import { logChanges, type RecordChange } from '../../resources/write/record-change.ts';
import { CONFIG } from '../base/config-section.ts';

const MANAGER = { name: 'terminal_package_manager', title: 'Package manager of the terminal', standard: 'pnpm' } as const;
const PORT = { name: 'terminal_port', title: 'Port of the terminal', standard: '8000' } as const;

/** These are chosen in the terminal's own dialog, and in no group of the settings. */
export const TERMINAL_SETTINGS = { group: 'terminal', names: [MANAGER.name, PORT.name] } as const;

export interface TerminalConfig {
  readonly packageManager: string;
  readonly port: string;
}

/** What the terminal was last set to. Source: specification §3, "Terminal settings". */
export async function readTerminalConfig({ database }: Pick<ServerPorts, 'database'>): Promise<TerminalConfig> {
  const rows = await database.kysely.selectFrom('config').select(['name', 'value']).where('name', 'in', TERMINAL_SETTINGS.names).execute();
  const value = ({ name, standard }: typeof MANAGER | typeof PORT): string => rows.find((row) => row.name === name)?.value || standard;
  return { packageManager: value(MANAGER), port: value(PORT) };
}

interface ConfigChange {
  readonly manager?: string | undefined;
  readonly port?: string | number | undefined;
}

/** Keeps what is given and leaves the other as it is. */
export async function storeTerminalConfig(
  ports: Pick<ServerPorts, 'database' | 'clock'>,
  { manager, port }: ConfigChange,
  caller: AdminCaller,
): Promise<void> {
  if (manager !== undefined && !PACKAGE_MANAGERS.some((known) => known === manager))
    throw rejection('refusals.parameter', { name: 'manager' });
  if (port !== undefined && !isPort(String(port))) throw rejection('refusals.parameter', { name: 'port' });
  const changes = [
    ...(manager === undefined ? [] : [{ ...MANAGER, value: manager }]),
    ...(port === undefined ? [] : [{ ...PORT, value: String(Number(port)) }]),
  ];
  const write = { resource: CONFIG, caller, nowSeconds: nowSeconds(ports), action: 'edit', source: 'settings', jobs: undefined } as const;
  await ports.database.transaction(async (trx) => {
    await requireSession(trx, caller, ports);
    const kept: RecordChange[] = [];
    for (const { name, title, value } of changes) {
      const before = await trx.selectFrom('config').select('value').where('name', '=', name).forUpdate().executeTakeFirst();
      const { id, ...row } = await trx
        .insertInto('config')
        .values({ name, title, value, group: TERMINAL_SETTINGS.group, type: 'string' })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .returningAll()
        .executeTakeFirstOrThrow();
      if (!before) kept.push({ recordId: id, before: null, after: { id, ...row } });
      else if (before.value !== value) kept.push({ recordId: id, before: { name, value: before.value }, after: { name, value } });
    }
    await logChanges(trx, write, kept);
  });
}
