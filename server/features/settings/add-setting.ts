import type { addConfig } from '#api/contract/settings/config';
import type { ParsedInputOf } from '#api/contract/base/endpoint';
import { attributesOf, CONFIG_RULES, hasOptions, isConfigType } from '#domain/settings/config-item';
import { hasIssues, type Issue } from '#domain/base/issue';
import { isInvisible, isVariableName, lengthInCodePoints } from '#domain/base/validation';
import { isRefusal } from '../../db/base/database-error.ts';
import type { NewRow } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { requireSession } from '../../resources/access/own-account.ts';
import { logChanges } from '../../resources/write/record-change.ts';
import type { AdminCaller } from '../../base/caller.ts';
import type { Caches } from '../../base/caches.ts';
import { chosenSectionOf } from './config-records.ts';
import { pairsIn } from './settings.service.ts';
import { FieldsRefused } from '../../base/refusal.ts';
import { CONFIG } from '../base/config-section.ts';

type Wish = ParsedInputOf<typeof addConfig>;

const LIMITS = { name: 30, title: 50, tip: 100, rule: 100, extend: 255 } as const;
/** Of lines of attributes, before anything reads them, in UTF-16 units. */
const LINES: Readonly<Record<string, number>> = { content: 10_000, extend: 2000, inputExtend: 2000 };
const PLAIN = 500;
const WEIGH_LIMIT = 1_000_000;

const word = (value: string | number | null | undefined): string => String(value ?? '').trim();

/** Adds a setting that nothing of the program reads: for modules, templates and clients. Source: wire protocol §5.13. */
export async function addSetting(
  ports: Pick<ServerPorts, 'database' | 'clock'>,
  caches: Caches,
  wish: Wish,
  caller: AdminCaller,
): Promise<{ id: number }> {
  const { value: groups } = await ports.database.kysely
    .selectFrom('config')
    .select('value')
    .where('name', '=', 'config_group')
    .executeTakeFirstOrThrow();
  const row = rowOf(
    wish,
    pairsIn(groups).map(({ key }) => key),
  );
  try {
    const id = await ports.database.transaction(async (trx) => {
      await requireSession(trx, caller, ports);
      const added = await trx.insertInto('config').values(row).returning('id').executeTakeFirstOrThrow();
      const write = {
        resource: CONFIG,
        caller,
        nowSeconds: nowSeconds(ports),
        action: 'add',
        source: 'settings',
        jobs: undefined,
      } as const;
      await logChanges(trx, write, [{ recordId: added.id, before: null, after: { ...row } }]);
      return added.id;
    });
    await caches.clear();
    return { id };
  } catch (error) {
    if (isRefusal(error, 'unique')) throw new FieldsRefused({ name: { key: 'refusals.settings.nameTaken' } });
    throw error;
  }
}

/** @throws FieldsRefused for texts that nothing should read */
function refuseLong(wish: Wish): void {
  const issues: Record<string, Issue> = {};
  for (const [name, value] of Object.entries(wish)) {
    const max = LINES[name] ?? PLAIN;
    const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
    const isLong = texts.length > PLAIN || texts.some((text) => typeof text === 'string' && text.length > max);
    if (isLong) issues[name] = { key: 'validation.maxLength', params: { max } };
  }
  if (hasIssues(issues)) throw new FieldsRefused(issues);
}

function rowOf(wish: Wish, groups: readonly string[]): NewRow<'config'> {
  refuseLong(wish);
  const rules = (Array.isArray(wish.rule) ? wish.rule : word(wish.rule).split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const content = attributesOf(word(wish.content));
  const inputExtend = attributesOf(word(wish.inputExtend));
  const extend = { ...attributesOf(word(wish.extend)), ...(Object.keys(inputExtend).length > 0 && { baInputExtend: inputExtend }) };
  const row = {
    name: word(wish.name),
    group: word(wish.group),
    title: word(wish.title),
    tip: word(wish.tip),
    type: word(wish.type),
    value: '',
    content: hasOptions(word(wish.type)) ? JSON.stringify(content) : null,
    rule: rules.join(','),
    extend: Object.keys(extend).length > 0 ? JSON.stringify(extend) : '',
    allow_del: 1,
    weigh: Number(word(wish.weigh) || 0),
  };
  const issues: Record<string, Issue> = {};
  for (const [name, max] of Object.entries(LIMITS) as [keyof typeof LIMITS, number][])
    if (lengthInCodePoints(row[name]) > max) issues[name] = { key: 'validation.maxLength', params: { max } };
  for (const name of ['name', 'group', 'title', 'type'] as const) if (isInvisible(row[name])) issues[name] = { key: 'validation.required' };
  if (row.name !== '' && !isVariableName(row.name)) issues['name'] = { key: 'validation.variableName' };
  if (row.group !== '' && !groups.includes(row.group)) issues['group'] = { key: 'validation.option' };
  if (row.type !== '' && !isConfigType(row.type)) issues['type'] = { key: 'validation.option' };
  if (rules.some((rule) => !CONFIG_RULES.some((known) => known === rule))) issues['rule'] = { key: 'validation.option' };
  if (hasOptions(row.type) && Object.keys(content).length === 0) issues['content'] = { key: 'validation.required' };
  const isRemote = row.type === 'remoteSelect' || row.type === 'remoteSelects';
  if (isRemote && chosenSectionOf(row) === undefined) issues['inputExtend'] = { key: 'refusals.settings.section' };
  if (!Number.isInteger(row.weigh) || Math.abs(row.weigh) > WEIGH_LIMIT) issues['weigh'] = { key: 'validation.integer' };
  if (hasIssues(issues)) throw new FieldsRefused(issues);
  return row;
}
