import { sql } from 'kysely';
import { isEmail } from '#domain/base/validation';
import { localText } from '#domain/base/zone-time';
import type { AnyRecord, Field } from '#domain/fields/field';
import { textIn } from '#domain/fields/kinds/base/declared';
import { describedKind } from '#domain/fields/kinds/registry';
import { fillText } from '#domain/life/life-text';
import { isMailed, type Life, type LifeText, type MailEffect, type NotifyEffect } from '#domain/life/life';
import type { AdminCaller } from '../../base/caller.ts';
import type { Language } from '../../base/messages.ts';
import type { JobParams, JobRun } from '../../db/base/jobs.ts';
import type { Row } from '../../db/tables/tables.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { sightSql } from '../../resources/access/data-limit.ts';
import { grantsOfAdmin, may, mayList } from '../../resources/access/permissions.ts';
import type { ResourceContext } from '../../resources/base/resource-context.ts';
import { recordFromStore, type StoredRow } from '../../resources/base/row-codec.ts';
import { nameRead } from '../../resources/base/shipped-names.ts';
import { readSiteSettings } from '../../resources/base/site-settings.ts';
import { MAIN } from '../../resources/read/list-source.ts';
import type { Resources } from '../../resources/registry.ts';
import { STEP_MAIL } from '../../resources/write/life-effects.ts';
import { SERVER_CALLER } from '../../resources/write/server-caller.ts';
import { mailWords } from '../session/verification/member-notice.ts';
import { type Attempt, deliverPatiently } from '../session/verification/patient-delivery.ts';

/** Of jobs that carry one mail to one administrator. */
const TO_ADMIN = 'life.mailAdmin';
/** Administrators who are told of one step at most. */
const TOLD_AT_ONCE = 50;
const ADMINS_LOOKED_AT = 500;

interface Mailing {
  readonly context: ResourceContext;
  readonly life: Life;
  readonly step: Pick<Row<'life_step'>, 'id' | 'record_id' | 'from_state' | 'actor_type' | 'actor_id'>;
  readonly effect: MailEffect | NotifyEffect;
  readonly row: StoredRow;
}

type Ports = ServerPorts;

/**
 * Mails what steps say, once they are kept. A mail says what the record is when it leaves; where record, life or address are gone by then,
 * nothing leaves. Of administrators each has a job of their own, so that a fault with one tells nobody twice.
 */
export function mountStepMail(ports: Ports, resources: Pick<Resources, 'get'>): void {
  ports.jobs.handle(STEP_MAIL, {
    lane: 'short',
    priority: 'low',
    async run(params, job) {
      const mailing = await readMailing(ports, resources, params);
      if (!mailing) return;
      if ('notify' in mailing.effect) return tellEach(ports, mailing, params, job);
      const address = await addressOf(ports, mailing);
      if (address !== null) await mail(ports, mailing, address, { kind: STEP_MAIL, params, job });
    },
  });
  ports.jobs.handle(TO_ADMIN, {
    lane: 'short',
    priority: 'low',
    async run(params, job) {
      const mailing = await readMailing(ports, resources, params);
      const id = Number(params['admin']);
      if (!mailing || !(await maySee(ports, mailing, id))) return;
      const admin = await ports.database.kysely
        .selectFrom('admin')
        .select('email')
        .where('id', '=', id)
        .where('status', '=', '1')
        .executeTakeFirst();
      if (admin && isEmail(admin.email)) await mail(ports, mailing, admin.email, { kind: TO_ADMIN, params, job });
    },
  });
}

async function readMailing(
  { database: { kysely } }: Ports,
  resources: Pick<Resources, 'get'>,
  { step: id, effect: name }: JobParams,
): Promise<Mailing | null> {
  const step = await kysely.selectFrom('life_step').selectAll().where('id', '=', Number(id)).executeTakeFirst();
  const context = step && resources.get(step.resource)?.context;
  const life = context?.resource.life;
  const effect = life && Object.hasOwn(life.effects, String(name)) ? life.effects[String(name)] : undefined;
  if (!step || !context || !life || !effect || !isMailed(effect)) return null;
  const { rows } = await sql<StoredRow>`select * from ${sql.table(context.resource.table)}
    where ${sql.id(context.columns.id.name)} = ${step.record_id}::bigint`.execute(kysely);
  return rows[0] ? { context, life, step, effect, row: rows[0] } : null;
}

/** Leaves a job behind for each of those who are told, and ends its own with them. */
async function tellEach({ database, jobs }: Ports, mailing: Mailing, { step, effect }: JobParams, job: JobRun): Promise<void> {
  const ids = await toldBy(database.kysely, mailing);
  await database.transaction(async (trx) => {
    for (const admin of ids)
      await jobs.send(trx, TO_ADMIN, { step: step ?? null, effect: effect ?? null, admin }, `${String(step)}:${String(effect)}:${admin}`);
    await job.settle(trx);
  });
}

async function toldBy(kysely: Ports['database']['kysely'], { context, step, effect, row }: Mailing): Promise<readonly number[]> {
  const { resource } = context;
  if (!('notify' in effect)) return [];
  const steps = kysely
    .selectFrom('life_step')
    .select('actor_id')
    .where('resource', '=', resource.name)
    .where('record_id', '=', step.record_id)
    .where('actor_type', '=', 'admin');
  switch (effect.notify) {
    case 'owner': {
      const owner = Number(resource.dataLimit && row[resource.dataLimit.ownerColumn]);
      return owner > 0 ? [owner] : [];
    }
    case 'author':
      return idsIn(await steps.where('kind', '=', 'created').limit(1).execute());
    case 'sender':
      return idsIn(
        await steps
          .where('id', '<', step.id)
          .where('to_state', '=', step.from_state)
          .where((e) => e.or([e('from_state', 'is', null), e('from_state', '<>', step.from_state)]))
          .orderBy('id', 'desc')
          .limit(1)
          .execute(),
      );
    default: {
      const admins = await kysely
        .selectFrom('admin')
        .select('id')
        .where('status', '=', '1')
        .orderBy('id')
        .limit(ADMINS_LOOKED_AT)
        .execute();
      const told: number[] = [];
      for (const { id } of admins) {
        if (told.length === TOLD_AT_ONCE) break;
        const grants = await grantsOfAdmin(kysely, id);
        // Whoever did it knows.
        const isActor = step.actor_type === 'admin' && step.actor_id === id;
        if (!isActor && may({ ...SERVER_CALLER, id, grants }, effect.notify.node.toLowerCase())) told.push(id);
      }
      return told;
    }
  }
}

const idsIn = (rows: readonly { readonly actor_id: number }[]): readonly number[] => rows.map(({ actor_id: id }) => id);

/** Whether somebody sees the record in its list: nobody is told of another one. */
async function maySee({ database: { kysely } }: Ports, { context, step }: Mailing, id: number): Promise<boolean> {
  const caller: AdminCaller = { ...SERVER_CALLER, kind: 'admin', id, grants: await grantsOfAdmin(kysely, id) };
  if (!mayList(context, caller)) return false;
  const { rows } = await sql`select 1 from ${sql.table(context.resource.table)} as ${sql.id(MAIN)}
    where ${sql.id(MAIN, context.columns.id.name)} = ${step.record_id}::bigint and ${await sightSql(context, kysely, caller, MAIN)}`.execute(
    kysely,
  );
  return rows.length > 0;
}

async function addressOf({ database }: Ports, { context, effect, row }: Mailing): Promise<string | null> {
  if (!('mail' in effect)) return null;
  const value =
    'field' in effect.mail
      ? recordFromStore(context.columns.readable, row)[effect.mail.field]
      : (await database.kysely.selectFrom('config').select('value').where('name', '=', effect.mail.setting).executeTakeFirst())?.value;
  return typeof value === 'string' && isEmail(value.trim()) ? value.trim() : null;
}

/** In both languages where both are there, because nobody knows which one is read. */
async function mail(ports: Ports, { context, effect, row }: Mailing, address: string, attempt: Attempt): Promise<void> {
  const { siteName: site, timeZone } = await readSiteSettings(ports.database.kysely);
  const record = recordFromStore(context.columns.readable, row);
  const say = (text: LifeText | undefined, language: Language): string =>
    fillText(text?.[language] ?? '', (key) => valueText(context, record, key, language, timeZone));
  const languages = (['zh-cn', 'en'] as const).filter((language) => (effect.title[language] ?? '').trim() !== '');
  const [first = 'zh-cn', ...others] = languages;
  const lines = [say(effect.text, first), ...others.flatMap((language) => [say(effect.title, language), say(effect.text, language)])];
  const said = { site, title: say(effect.title, first), lines: lines.flatMap((text) => text.split('\n')) };
  await deliverPatiently(ports, attempt, (delivery) => mailWords(ports, address, first, { ...said, delivery, purpose: 'record_message' }));
}

/** What a field of the list says in a mail; what has no short text says nothing. */
function valueText({ resource, ports }: ResourceContext, record: AnyRecord, key: string, language: Language, timeZone: string): string {
  const field: Field | undefined = Object.hasOwn(resource.fields, key) ? resource.fields[key] : undefined;
  const value = record[key];
  if (!field || field.list === 'never' || describedKind(field).storage === 'secret') return '';
  const { storage } = describedKind(field);
  if (storage === 'seconds') return typeof value === 'number' ? localText(value, timeZone) : '';
  if (storage === 'cents') return typeof value === 'number' ? (value / 100).toFixed(2) : '';
  if ('options' in field && typeof value === 'string')
    return (
      textIn(field.optionLabels?.[value], language) ?? ports.messages.text(language, `resources.${resource.name}.options.${key}.${value}`)
    );
  if (key === resource.titleField && typeof value === 'string') return nameRead(resource, value, { messages: ports.messages, language });
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
