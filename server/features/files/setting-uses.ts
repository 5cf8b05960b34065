import type { ServerPorts } from '../../ports/ports.ts';
import type { AdminCaller } from '../../base/caller.ts';
import { may } from '../../resources/access/permissions.ts';
import { settingTitle } from '../base/setting-title.ts';
import type { AttachmentUses } from './attachment-uses.ts';

/** Types of settings whose value is an address. */
const ONE = ['image', 'file'];
/** Types of settings in whose value addresses stand. */
const INSIDE = ['images', 'files', 'editor'];

/** Settings that name one of the addresses, such as the site's logo. Whoever may not see the settings is told how many. */
export async function findSettingUses(
  { database: { kysely }, messages }: Pick<ServerPorts, 'database' | 'messages'>,
  addresses: readonly string[],
  caller: AdminCaller,
): Promise<AttachmentUses> {
  const rows = await kysely
    .selectFrom('config')
    .select(['id', 'title', 'type', 'value'])
    .where('type', 'in', [...ONE, ...INSIDE])
    .where('value', '<>', '')
    .orderBy('id')
    .execute();
  const using = rows.filter(({ type, value }) =>
    addresses.some((address) => (ONE.includes(type) ? value === address : value?.includes(address))),
  );
  if (!may(caller, 'routine/config/index')) return { list: [], more: 0, hidden: using.length };
  const words = { messages, language: caller.client.language };
  return {
    list: using.map(({ id, title }) => ({ resource: 'config', recordId: id, title: settingTitle(title, words) })),
    more: 0,
    hidden: 0,
  };
}
