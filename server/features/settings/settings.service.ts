import { type Kysely, type Transaction } from 'kysely';
import type { OutputOf } from '#api/contract/base/endpoint';
import { CODE } from '#api/contract/base/wire';
import { READ_VERSIONS, type readConfig, type WireConfigItem } from '#api/contract/settings/config';
import {
  checkConfig,
  configField,
  configInput,
  decodeConfig,
  encodeConfig,
  isPair,
  isSecretType,
  type Pair,
} from '#domain/settings/config-item';
import { FailureError, rejection } from '#domain/base/failure';
import type { Language } from '#domain/base/language';
import { hasIssues, type Issue } from '#domain/base/issue';
import { cleanRichText } from '#domain/fields/rich-text';
import type { Row, Tables } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { lacksOwnFactor, OWN_FACTOR, SITE_DUTY } from '../../resources/access/factor-duty.ts';
import { requireSession } from '../../resources/access/own-account.ts';
import { logChanges, type RecordChange } from '../../resources/write/record-change.ts';
import { sentIssue } from '../../resources/base/sent-value.ts';
import { may } from '../../resources/access/permissions.ts';
import type { AdminCaller } from '../../base/caller.ts';
import type { Caches } from '../../base/caches.ts';
import { checkAreas, checkRecords, chosenSectionOf } from './config-records.ts';
import { checkSetting, secretsLedAway } from './config-checks.ts';
import { settingTitle, type LabelWords } from '../base/setting-title.ts';
import { labelsRead, labelsStored, linkTarget } from './labels.ts';
import { isOfMailServer } from '../session/verification/mail-settings.ts';
import { PUT_OFF } from '../session/verification/patient-delivery.ts';
import { FieldsRefused, notFound } from '../../base/refusal.ts';
import { TERMINAL_SETTINGS } from '../terminal/terminal-config.ts';
import { CONFIG } from '../base/config-section.ts';

type ConfigRow = Row<'config'>;
type Ports = Pick<ServerPorts, 'database' | 'messages' | 'clock' | 'ownBuckets' | 'jobs'>;

/** Stock servers rewrite their own program when the entrance changes, where nothing would follow here; the others have a dialog of their own. */
const IGNORED: ReadonlySet<string> = new Set(['backend_entrance', ...TERMINAL_SETTINGS.names]);
const MAX_SECRET_LENGTH = 255;
/** What the log of changes says of a secret. */
const HIDDEN = '***';

const objectIn = (json: string | null): Record<string, unknown> => (json ? (JSON.parse(json) as Record<string, unknown>) : {});
export const pairsIn = (stored: string | null): readonly Pair[] => decodeConfig('array', stored) as readonly Pair[];

const optionsOf = (row: Pick<ConfigRow, 'content'>): Record<string, string> =>
  Object.fromEntries(Object.entries(objectIn(row.content)).map(([key, label]) => [key, String(label)]));

/** What the settings of a module are called in a language. @returns nothing for what has no words of its own */
const wordsIn =
  (words: unknown, language: Language) =>
  (path: string): string | undefined => {
    let at = words;
    for (const part of [...path.split('.'), language])
      at = typeof at === 'object' && at !== null && Object.hasOwn(at, part) ? (at as Record<string, unknown>)[part] : undefined;
    return typeof at === 'string' ? at : undefined;
  };

/** A value as its type has it on the wire. */
const valueRead = ({ name, type, value }: ConfigRow, words: LabelWords): unknown =>
  type === 'array' ? labelsRead(name, pairsIn(value), words) : decodeConfig(type, value);

const readRows = (kysely: Kysely<Tables>): Promise<ConfigRow[]> =>
  kysely.selectFrom('config').selectAll().orderBy('weigh', 'desc').orderBy('id').execute();

/**
 * Every setting by its group, as its type has it on the wire; secrets are only said to be there.
 * @param remark tells the note of the page
 * Source: wire protocol §5.13.
 */
export async function readSettings(
  { database: { kysely }, messages }: Ports,
  caller: AdminCaller,
  remark: () => Promise<string>,
): Promise<OutputOf<typeof readConfig>> {
  const rows = (await readRows(kysely)).filter(({ name }) => !IGNORED.has(name));
  const secrets = new Set((await kysely.selectFrom('config_secret').select('name').execute()).map(({ name }) => name));
  const words = { messages, language: caller.client.language };
  const titleOf = (text: string): string => settingTitle(text, words);
  const pairsOf = (name: string): readonly Pair[] => labelsRead(name, pairsIn(rows.find((row) => row.name === name)?.value ?? null), words);
  const named = pairsOf('config_group').map(({ key, value }) => [key, value] as const);
  // What stands in no group could not be changed any more.
  const lost = rows.filter(({ group }) => !named.some(([key]) => key === group)).map(({ group }) => [group, group] as const);
  const groups = Object.fromEntries([...named, ...lost]);
  const itemOf = (row: ConfigRow): WireConfigItem => {
    const { baInputExtend, words: own, ...extend } = objectIn(row.extend);
    const said = wordsIn(own, words.language);
    const options = Object.entries(optionsOf(row)).map(([key, label]) => [key, said(`options.${key}`) ?? titleOf(label)]);
    return {
      id: row.id,
      name: row.name,
      group: row.group,
      title: said('title') ?? titleOf(row.title),
      tip: said('tip') ?? titleOf(row.tip),
      type: row.type,
      value: valueRead(row, words),
      version: row.version,
      content: options.length > 0 ? Object.fromEntries(options) : '',
      rule: row.rule,
      extend: Object.keys(extend).length > 0 ? extend : [],
      input_extend: typeof baInputExtend === 'object' && baInputExtend !== null ? (baInputExtend as Record<string, unknown>) : [],
      allow_del: row.allow_del,
      weigh: row.weigh,
      ...(isSecretType(row.type) && { is_set: secrets.has(row.name) }),
    };
  };
  const listOf = (group: string) => rows.filter((row) => row.group === group).map(itemOf);
  return {
    list: Object.fromEntries(Object.entries(groups).map(([name, title]) => [name, { name, title, list: listOf(name) }])),
    remark: await remark(),
    configGroup: groups,
    quickEntrance: [...pairsOf('config_quick_entrance')],
  };
}

/** Changes the named settings, all or none; everything that remembers a setting forgets it. */
export async function saveSettings(
  ports: Ports,
  caches: Caches,
  { [READ_VERSIONS]: sent, ...values }: Readonly<Record<string, unknown>>,
  caller: AdminCaller,
): Promise<void> {
  const names = Object.keys(values).filter((name) => !IGNORED.has(name));
  if (names.length === 0) return;
  const write = { resource: CONFIG, caller, nowSeconds: nowSeconds(ports), source: 'settings', jobs: undefined } as const;
  await ports.database.transaction(async (trx) => {
    await requireSession(trx, caller, ports);
    const rows = await trx.selectFrom('config').selectAll().where('name', 'in', names).orderBy('id').forUpdate().execute();
    const groups = await trx
      .selectFrom('config')
      .select('group')
      .where('name', 'not in', [...IGNORED])
      .distinct()
      .execute();
    const { messages, ownBuckets = [] } = ports;
    const context = { caller, messages, ip: caller.client.ip, groupsInUse: groups.map(({ group }) => group), ownBuckets };
    const issues: Record<string, Issue> = {};
    const changes: RecordChange[] = [];
    const changed: ConfigRow[] = [];
    const read = versionsIn(sent);
    // Of what is gone meanwhile nothing can be saved.
    for (const name of names)
      if (read.has(name) && !rows.some((row) => row.name === name)) issues[name] = { key: 'refusals.settings.gone' };
    for (const row of rows) {
      const outcome = isSecretType(row.type) ? validateSecret(values[row.name]) : await validate(trx, row, values[row.name], context);
      if (outcome === null) continue;
      if ((read.get(row.name) ?? row.version) !== row.version) changed.push(row);
      if (typeof outcome !== 'string') issues[row.name] = outcome;
      else if (!hasIssues(issues)) changes.push(await store(trx, row, outcome));
    }
    for (const secret of secretsLedAway(changes.map(({ before }) => String(before?.['name'])))) {
      const isGiven = values[secret] === null || (typeof values[secret] === 'string' && values[secret] !== '');
      if (!isGiven && (await isStored(trx, secret))) issues[secret] = { key: 'refusals.settings.secretAgain' };
    }
    // As with what a group asks: nobody locks themselves out, and no session that began with a password alone releases everybody.
    const isDuty = changes.some(({ before }) => before?.['name'] === SITE_DUTY);
    if (isDuty && (await lacksOwnFactor(trx, caller))) issues[SITE_DUTY] = { key: OWN_FACTOR };
    if (changed.length > 0) throw changedSince(changed, { messages: ports.messages, caller });
    if (hasIssues(issues)) throw new FieldsRefused(issues);
    await logChanges(trx, { ...write, action: 'edit' }, changes);
    // Mails that the server before has not taken are tried at once, and not when their half hour is over.
    if (changes.some(({ before }) => isOfMailServer(String(before?.['name'])))) await ports.jobs.bringForward(trx, PUT_OFF);
  });
  await caches.clear();
}

/** By name: what each setting was when it was read; none from stock clients. */
const versionsIn = (sent: unknown): ReadonlyMap<string, number> =>
  new Map(
    Object.entries(typeof sent === 'object' && sent !== null ? sent : {}).filter((entry): entry is [string, number] =>
      Number.isInteger(entry[1]),
    ),
  );

/** A setting as the page reads it; of a secret, that it is another one. */
const itemNow = (row: ConfigRow, { messages, caller }: Pick<SaveContext, 'messages' | 'caller'>) => ({
  version: row.version,
  value: isSecretType(row.type) ? '' : valueRead(row, { messages, language: caller.client.language }),
});

/** What somebody else has saved meanwhile is shown to whoever would replace it, where they may read settings at all. */
const changedSince = (changed: readonly ConfigRow[], context: Pick<SaveContext, 'messages' | 'caller'>): FailureError =>
  new FailureError({
    kind: 'rejected',
    code: CODE.rejected,
    message: 'refusals.settings.changedSince',
    ...(may(context.caller, 'routine/config/index') && {
      current: Object.fromEntries(changed.map((row) => [row.name, itemNow(row, context)])),
    }),
  });

const isStored = async (trx: Transaction<Tables>, secret: string): Promise<boolean> =>
  (await trx.selectFrom('config_secret').select('name').where('name', '=', secret).executeTakeFirst()) !== undefined;

type SaveContext = Parameters<typeof checkSetting>[2] & Pick<Ports, 'messages'> & { readonly caller: AdminCaller };

/** Pairs as they are to be stored; whatever else was sent is left for others to judge. */
function sentPairs({ name, value: stored }: ConfigRow, value: unknown, { messages, caller }: SaveContext): unknown {
  if (!Array.isArray(value) || !value.every(isPair)) return value;
  const sent = name === 'config_quick_entrance' ? value.map((pair) => ({ ...pair, value: linkTarget(pair.value) })) : value;
  return labelsStored(name, sent, pairsIn(stored), { messages, language: caller.client.language });
}

/** @returns the text to store, what is wrong, or null where nothing changes */
async function validate(trx: Transaction<Tables>, row: ConfigRow, value: unknown, context: SaveContext): Promise<string | Issue | null> {
  const item = { type: row.type, rule: row.rule, title: row.title, tip: row.tip, options: optionsOf(row), of: chosenSectionOf(row) };
  const unfit = sentIssue(configField(item), value);
  if (unfit) return unfit;
  const encoded = encodeConfig(row.type, row.type === 'array' ? sentPairs(row, value, context) : value);
  if (encoded === null) return { key: 'validation.type' };
  const stored = row.type === 'editor' ? cleanRichText(encoded) : encoded;
  // Stock clients send all of a group: what they did not touch is not judged anew.
  if (stored === (row.value ?? '') && stored !== '') return null;
  const issue =
    checkConfig(item, configInput(item, decodeConfig(row.type, stored))) ??
    checkSetting(row.name, stored, context) ??
    (await checkAreas(trx, row.type, stored)) ??
    (await checkRecords(trx, row, stored, context.caller));
  return issue ?? (stored === (row.value ?? '') ? null : stored);
}

/** An empty secret keeps what is stored, for forms send it so; null takes it away. */
function validateSecret(value: unknown): string | Issue | null {
  if (value === null) return '';
  if (value === '' || value === undefined) return null;
  if (typeof value !== 'string') return { key: 'validation.type' };
  return value.length > MAX_SECRET_LENGTH ? { key: 'validation.maxLength', params: { max: MAX_SECRET_LENGTH } } : value;
}

async function store(trx: Transaction<Tables>, row: ConfigRow, value: string): Promise<RecordChange> {
  const isSecret = isSecretType(row.type);
  if (isSecret && value === '') await trx.deleteFrom('config_secret').where('name', '=', row.name).execute();
  else if (isSecret) {
    await trx
      .insertInto('config_secret')
      .values({ name: row.name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
  }
  await trx
    .updateTable('config')
    .set((set) => ({ value: isSecret ? null : value, version: set('version', '+', 1) }))
    .where('id', '=', row.id)
    .execute();
  const image = (stored: string | null) => ({ name: row.name, value: isSecret ? HIDDEN : stored });
  return { recordId: row.id, before: image(row.value), after: isSecret && value === '' ? { name: row.name, value: '' } : image(value) };
}

/** Deletes settings that people have added; of those that the program reads none can go. */
export async function removeSettings(
  ports: Ports,
  caches: Caches,
  ids: readonly number[],
  caller: AdminCaller,
): Promise<{ count: number }> {
  const write = { resource: CONFIG, caller, nowSeconds: nowSeconds(ports), source: 'settings', jobs: undefined } as const;
  const count = await ports.database.transaction(async (trx) => {
    await requireSession(trx, caller, ports);
    const rows = await trx.selectFrom('config').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute();
    if (rows.length === 0) throw notFound();
    const fixed = rows.find((row) => row.allow_del !== 1);
    if (fixed) throw rejection('refusals.settings.fixed', { name: fixed.name });
    const names = rows.map(({ name }) => name);
    await trx.deleteFrom('config_secret').where('name', 'in', names).execute();
    await trx.deleteFrom('config').where('name', 'in', names).execute();
    const changes = rows.map((row) => ({ recordId: row.id, before: { ...row }, after: null }));
    await logChanges(trx, { ...write, action: 'del' }, changes);
    return rows.length;
  });
  await caches.clear();
  return { count };
}
