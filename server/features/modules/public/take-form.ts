import { sql, type Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import { wireNameOf } from '#domain/fields/field';
import type { sendPublicRecord } from '#api/contract/modules/public-records';
import type { ParsedInputOf } from '#api/contract/base/endpoint';
import { MODULE_FORM_RECORDS, MODULE_FORMS_A_DAY, MODULE_FORMS_PER_NETWORK } from './public-limits.ts';
import type { Caller } from '../../../base/caller.ts';
import { sha256 } from '../../../base/digest.ts';
import { networkOf } from '../../../base/network.ts';
import { FieldsRefused, notFound } from '../../../base/refusal.ts';
import { holdLife } from '../../../db/sections/life-hash.ts';
import type { Tables } from '../../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import { newWrite } from '../../../resources/base/write-meta.ts';
import type { ResourceContext } from '../../../resources/base/resource-context.ts';
import type { Resources } from '../../../resources/registry.ts';
import { postedValues } from '../../../resources/write/check-write.ts';
import { onceFor } from '../../../resources/write/idempotent.ts';
import { endWrite } from '../../../resources/write/record-change.ts';
import { serverForVisitor } from '../../../resources/write/server-caller.ts';
import { addAllLocked, valuesToAdd } from '../../../resources/write/write.ts';
import { countAttempt } from '../../base/throttle.ts';
import type { CaptchaService } from '../../session/captcha/captcha.service.ts';
import type { FormMail } from './form-mail.ts';
import type { PublicModule } from './public-modules.ts';
import { publicRecordsPage } from './public-records.ts';

export interface FormSurroundings {
  readonly ports: ServerPorts;
  readonly resources: Pick<Resources, 'get'>;
  readonly captcha: Pick<CaptchaService, 'consume'>;
  readonly modules: () => Promise<readonly PublicModule[]>;
  readonly mail: FormMail;
}

type Sent = ParsedInputOf<typeof sendPublicRecord>;

/**
 * Takes what somebody sends to a form of a module: the fields that it opens and no others, for a captcha, within limits, once for each key.
 * What is wrong with the words is said before the captcha is spent.
 * @throws FailureError, FieldsRefused
 */
export async function takeForm(surroundings: FormSurroundings, sent: Sent, caller: Caller): Promise<void> {
  const { ports, resources, captcha, modules, mail } = surroundings;
  const { uid, section: name, key } = sent;
  const module = (await modules()).find((one) => one.uid === uid);
  const rule = module?.parts.write[name];
  const context = resources.get(name)?.context;
  if (!module || !rule || !context) throw notFound();
  const own = rule.fields.filter((field) => Object.hasOwn(sent.values, field));
  const posted = Object.fromEntries(own.map((field) => [wireNameOf(field, context.resource.fields[field]), sent.values[field]]));
  const fixed = Object.entries(rule.set).map(([field, value]) => [wireNameOf(field, context.resource.fields[field]), value]);
  const values = valuesToAdd(context, postedValues(context, { ...posted, ...Object.fromEntries(fixed) }));
  await requireOpen(surroundings, module, context, values);
  const network = networkOf(caller.client.ip);
  const owner = `form:${network}`.slice(0, 60);
  const requestHash = await sha256(JSON.stringify([uid, name, posted]));
  const { kysely } = ports.database;
  const known = await kysely
    .selectFrom('idempotency_key')
    .select('request_hash')
    .where('caller', '=', owner)
    .where('key', '=', key)
    .executeTakeFirst();
  if (known?.request_hash === requestHash) return;
  if (known) throw rejection('refusals.idempotencyMismatch');
  await captcha.consume(sent.captchaId, sent.captchaInfo, caller.client, { purpose: 'module_form', subject: `${uid}/${name}` });
  await countAttempt(ports, [
    { key: `form:${network}`, limit: MODULE_FORMS_PER_NETWORK },
    { key: `form-of:${uid}/${name}`, limit: MODULE_FORMS_A_DAY },
  ]);
  const now = nowSeconds(ports);
  await ports.database.transaction((trx) =>
    onceFor(trx, owner, { key, requestHash }, now, async () => {
      await holdLife(trx, context.resource);
      await requireRoom(trx, context);
      const write = newWrite({ resource: name, action: 'add', source: 'form', keptOut: null, undoes: [], jobs: ports.jobs });
      const unit = { trx, caller: serverForVisitor(caller), nowSeconds: now, write };
      const [row] = await addAllLocked(context, unit, [values]);
      await endWrite(unit);
      const id = Number(row?.[context.columns.id.name]);
      if (rule.mailTo.length > 0) await mail.send(trx, { uid, section: name, id });
      return null;
    }),
  );
}

/** A record that the form belongs to has to be one that anybody sees now. */
async function requireOpen(
  { ports }: FormSurroundings,
  module: PublicModule,
  { columns }: ResourceContext,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const { column, of } of columns.relations) {
    const id = values[column.key];
    const [section, rule] = [module.sections.get(of), module.parts.read[of]];
    if (typeof id !== 'number' || !section || !rule) continue;
    const [record] = await publicRecordsPage(ports.database.kysely, section, rule, { now: nowSeconds(ports), id }, { page: 1, limit: 1 });
    if (!record) throw new FieldsRefused({ [column.name]: { key: 'validation.missingRecord' } });
  }
}

/**
 * Nobody counts more than what would be too many. Whoever writes waits for whoever counted before.
 * @throws FailureError where the section has as many records as strangers may leave in one
 */
async function requireRoom(trx: Transaction<Tables>, { resource }: ResourceContext): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('module_form'), hashtext(${resource.table}))`.execute(trx);
  const { rows } = await sql<{ total: number }>`select count(*)::integer as total
    from (select from ${sql.table(resource.table)} limit ${MODULE_FORM_RECORDS}::int) as counted`.execute(trx);
  if ((rows[0]?.total ?? 0) >= MODULE_FORM_RECORDS) throw rejection('refusals.modules.formClosed');
}
