import { sql, type Transaction } from 'kysely';
import { isEmail } from '#domain/base/validation';
import type { AnyRecord } from '#domain/fields/field';
import type { PublicWrite, TextFields } from '#domain/modules/module-parts';
import type { Language } from '../../../base/messages.ts';
import type { JobParams, JobRun } from '../../../db/base/jobs.ts';
import type { Tables } from '../../../db/tables/tables.ts';
import type { ServerPorts } from '../../../ports/ports.ts';
import type { Column } from '../../../resources/base/columns.ts';
import { recordFromStore, type StoredRow } from '../../../resources/base/row-codec.ts';
import { readSiteSettings } from '../../../resources/base/site-settings.ts';
import { exportedOptionLabel } from '../../../resources/files/export-columns.ts';
import { mailWords } from '../../session/verification/member-notice.ts';
import { deliverPatiently } from '../../session/verification/patient-delivery.ts';
import { wordIn } from './public-records.ts';
import { readPublicModules, type PublicModule, type PublicSection } from './public-modules.ts';

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
const TO_ADDRESS = 'module.formMailTo';

/** Each address has a job of its own, so that a fault with one tells nobody twice. */
export function createFormMail(ports: ServerPorts): FormMail {
  ports.jobs.handle(MAIL, {
    lane: 'short',
    priority: 'low',
    async run(params, job) {
      const form = await readForm(ports, params);
      if (form) await mailEach(ports, form, params, job);
    },
  });
  ports.jobs.handle(TO_ADDRESS, {
    lane: 'short',
    priority: 'low',
    async run(params, job) {
      const form = await readForm(ports, params);
      const name = String(params['setting']);
      const address = form?.rule.mailTo.includes(name) && (await addressesIn(ports, [name])).get(name);
      if (form && address)
        await deliverPatiently(ports, { kind: TO_ADDRESS, params, job }, (delivery) => mail(ports, form, address, delivery));
    },
  });
  return { send: (trx, { uid, section, id }) => ports.jobs.send(trx, MAIL, { uid, section, id }) };
}

interface Form {
  readonly module: PublicModule;
  readonly section: PublicSection;
  readonly rule: PublicWrite;
  readonly id: number;
}

/** @returns null where the module, its form or its section is gone */
async function readForm({ database }: ServerPorts, { uid, section: name, id }: JobParams): Promise<Form | null> {
  // What came before it was paused is told of all the same.
  const module = (await readPublicModules(database.kysely, ['installed', 'paused'])).find((one) => one.uid === uid);
  const [section, rule] = [module?.sections.get(String(name)), module?.parts.write[String(name)]];
  return module && section && rule ? { module, section, rule, id: Number(id) } : null;
}

/** Leaves a job behind for each address, and ends its own with them. What two settings name is mailed once. */
async function mailEach(ports: ServerPorts, { rule }: Form, { uid, section, id }: JobParams, job: JobRun): Promise<void> {
  const addresses = await addressesIn(ports, rule.mailTo);
  const byAddress = new Map([...addresses].toReversed().map(([name, address]) => [address.toLowerCase(), name]));
  await ports.database.transaction(async (trx) => {
    for (const setting of byAddress.values()) {
      const params = { uid: uid ?? null, section: section ?? null, id: id ?? null, setting };
      await ports.jobs.send(trx, TO_ADDRESS, params, `${String(section)}:${String(id)}:${setting}`);
    }
    await job.settle(trx);
  });
}

/** In both languages, because nobody knows which one is read there. Does nothing where the record is gone. */
async function mail(ports: ServerPorts, form: Form, address: string, delivery: string): Promise<void> {
  const { kysely } = ports.database;
  const record = await readRecord(ports, form.section, form.id);
  if (!record) return;
  const lines: string[] = [];
  for (const column of form.rule.fields.flatMap((key) => form.section.columns.find(key) ?? [])) {
    const text = await textOf(ports, form, column, record[column.key]);
    const { label } = column.field;
    if (text !== '') lines.push(`${inBoth([label?.['zh-cn'], label?.en]) || column.key}: ${text}`);
  }
  const { siteName: site } = await readSiteSettings(kysely);
  const { title } = form.module.manifest;
  const said = { site, title: `${title['zh-cn']} / ${title.en} #${form.id}`, lines };
  await mailWords(ports, address, 'zh-cn', { ...said, delivery, purpose: 'record_message' });
}

async function readRecord({ database }: ServerPorts, { resource, columns }: PublicSection, id: number): Promise<AnyRecord | null> {
  const { rows } =
    await sql<StoredRow>`select * from ${sql.table(resource.table)} where ${sql.id(columns.id.name)} = ${id}::bigint`.execute(
      database.kysely,
    );
  return rows[0] ? recordFromStore(columns.readable, rows[0]) : null;
}

/** What is the same in both languages is said once. */
const inBoth = (texts: readonly (string | undefined)[]): string => [...new Set(texts.filter(Boolean))].join(' / ');

const saidBy = (say: (language: Language) => string): string => inBoth([say('zh-cn'), say('en')]);

/** A value as whoever sent it saw it; '' of what was left empty. */
async function textOf(ports: ServerPorts, form: Form, column: Column, value: unknown): Promise<string> {
  const { field } = column;
  if (value === null || value === undefined || value === '') return '';
  if ('of' in field) return titleOf(ports, form, column, field.of, Number(value));
  if (typeof value === 'boolean')
    return saidBy((language) => ports.messages.text(language, `resources.kit.fields.${value ? 'enabled' : 'disabled'}`));
  if ('options' in field && typeof value === 'string')
    return saidBy((language) => exportedOptionLabel(form.section, column, value, { messages: ports.messages, language }));
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** What the record is called that the form was about: as the page of the form has it, which knows both languages. */
async function titleOf(ports: ServerPorts, { module, section }: Form, { key }: Column, of: string, id: number): Promise<string> {
  const owner = module.sections.get(of);
  const record = owner && (await readRecord(ports, owner, id));
  if (!owner || !record) return `#${id}`;
  const pages = module.parts.pages.flatMap((page) => (page.template === 'form' && page.section === section.resource.name ? [page] : []));
  const { zh, en = zh }: TextFields = pages.find((page) => page.of?.field === key)?.of?.title ?? { zh: owner.columns.title.key };
  return inBoth([wordIn(record, zh), wordIn(record, en)]) || `#${id}`;
}

/** Addresses by the names of the settings that have one, in the order of the names. */
async function addressesIn({ database }: ServerPorts, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map();
  const rows = await database.kysely.selectFrom('config').select(['name', 'value']).where('name', 'in', names).execute();
  const values = new Map(rows.map(({ name, value }) => [name, value?.trim() ?? '']));
  return new Map(names.flatMap((name) => (isEmail(values.get(name) ?? '') ? [[name, values.get(name) ?? ''] as const] : [])));
}
