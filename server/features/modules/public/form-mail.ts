import type { Transaction } from 'kysely';
import { isEmail } from '#domain/base/validation';
import type { Tables } from '../../../db/tables/tables.ts';
import type { JobParams } from '../../../db/base/jobs.ts';
import type { ServerPorts } from '../../../ports/ports.ts';
import { sql } from 'kysely';
import { readSiteSettings } from '../../../resources/base/site-settings.ts';
import { recordFromStore, type StoredRow } from '../../../resources/base/row-codec.ts';
import { mailWords } from '../../session/verification/member-notice.ts';
import { readPublicModules } from './public-modules.ts';

interface Arrived {
  readonly uid: string;
  readonly section: string;
  readonly id: number;
}

/** Mails of what came to a form, to the addresses in settings of its module. */
export interface FormMail {
  /** In the transaction of the record. */
  send(trx: Transaction<Tables>, arrived: Arrived): Promise<void>;
}

const MAIL = 'module.formMail';

export function createFormMail(ports: ServerPorts): FormMail {
  ports.jobs.handle(MAIL, { lane: 'short', run: (params) => mail(ports, params) });
  return { send: (trx, { uid, section, id }) => ports.jobs.send(trx, MAIL, { uid, section, id }) };
}

/** In both languages, because nobody knows which one is read there. Does nothing where the module, the record or the address is gone. */
async function mail(ports: ServerPorts, { uid, section: name, id }: JobParams): Promise<void> {
  const { kysely } = ports.database;
  const module = (await readPublicModules(kysely)).find((one) => one.uid === uid);
  const [section, rule] = [module?.sections.get(String(name)), module?.parts.write[String(name)]];
  if (!module || !section || !rule) return;
  const { rows } = await sql<StoredRow>`select * from ${sql.table(section.resource.table)}
    where ${sql.id(section.columns.id.name)} = ${Number(id)}::bigint`.execute(kysely);
  const [row] = rows;
  const addresses = await addressesIn(ports, rule.mailTo);
  if (!row || addresses.length === 0) return;
  const record = recordFromStore(section.columns.readable, row);
  const lines = rule.fields.flatMap((key) => {
    const [field, value] = [section.resource.fields[key], record[key]];
    const isShown =
      (typeof value === 'string' && value !== '') ||
      typeof value === 'boolean' ||
      (typeof value === 'number' && field?.kind !== 'remoteSelect');
    const label = [...new Set([field?.label?.['zh-cn'], field?.label?.en].filter(Boolean))].join(' / ');
    return isShown ? [`${label || key}: ${String(value)}`] : [];
  });
  const { siteName: site } = await readSiteSettings(kysely);
  const { title } = module.manifest;
  for (const address of addresses)
    await mailWords(ports, address, 'zh-cn', { site, title: `${title['zh-cn']} / ${title.en} #${Number(id)}`, lines });
}

async function addressesIn({ database }: Pick<ServerPorts, 'database'>, names: readonly string[]): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const rows = await database.kysely.selectFrom('config').select('value').where('name', 'in', names).execute();
  return [...new Set(rows.map(({ value }) => value?.trim() ?? '').filter((value) => value !== '' && isEmail(value)))];
}
