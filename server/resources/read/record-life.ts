import { sql } from 'kysely';
import type { OutputOf } from '#api/contract/base/endpoint';
import type { lifeEndpoint } from '#api/contract/table/life-endpoints';
import type { Issue } from '#domain/base/issue';
import type { Life } from '#domain/life/life';
import type { ToldReason } from '#domain/life/record-life';
import type { AdminCaller } from '../../base/caller.ts';
import { notFound } from '../../base/refusal.ts';
import { nowSeconds } from '../../ports/ports.ts';
import { sightSql } from '../access/data-limit.ts';
import { wireNameOf } from '#domain/fields/field';
import { titlesOf } from '../base/field-titles.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import { recordFromStore, type StoredRow } from '../base/row-codec.ts';
import { maySend } from '../life/judge.ts';
import { factsOf } from '../life/life-facts.ts';
import { eventLabel, stateLabel } from '../life/life-words.ts';
import { offersOf } from '../life/offers.ts';
import { openRequestOf, timesOf } from '../life/told-rest.ts';
import { toldChart } from '../life/told-chart.ts';
import { MAIN } from './list-source.ts';

type RecordLife = OutputOf<ReturnType<typeof lifeEndpoint>>;

/** Steps that are told at once. */
const TOLD_STEPS = 100;

/** Where a record stands, for whoever may see it. */
export async function readLife(context: ResourceContext, life: Life, id: number, caller: AdminCaller): Promise<RecordLife> {
  const { resource, columns, ports } = context;
  const { language } = caller.client;
  return ports.database.transaction(async (trx) => {
    const names = [...columns.readable.map(({ name }) => name), ...(resource.dataLimit ? [resource.dataLimit.ownerColumn] : [])];
    const own = sql.join([...new Set(names)].map((name) => sql.id(MAIN, name)));
    const { rows } = await sql<StoredRow>`select ${own} from ${sql.table(resource.table)} as ${sql.id(MAIN)}
      where ${sql.id(MAIN, columns.id.name)} = ${id}::bigint and ${await sightSql(context, trx, caller, MAIN)}`.execute(trx);
    const [row] = rows;
    if (!row) throw notFound();
    const values = recordFromStore(columns.readable, row);
    const facts = await factsOf(context, life, { trx, caller, nowSeconds: nowSeconds(ports) }, row, values);
    const steps = await trx
      .selectFrom('life_step')
      .selectAll()
      .where('resource', '=', resource.name)
      .where('record_id', '=', id)
      .orderBy('id', 'desc')
      .limit(TOLD_STEPS)
      .execute();
    const state = String(values[life.field]);
    const entered = steps.find((step) => step.from_state !== step.to_state);
    const titles = titlesOf(resource);
    const open = await openRequestOf(context, life, trx, id, caller);
    const reason = (field: string | null, { key, params }: Issue): ToldReason => ({
      field,
      message: sentence(field, ports.messages.text(language, key, params)),
    });
    return {
      state,
      label: stateLabel(context, life, state, language),
      since: entered && entered.kind !== 'found' ? entered.at : null,
      version: columns.version ? Number(row[columns.version.name]) : null,
      offers: offersOf(context, life, facts, (event) =>
        maySend(context, { caller, write: { action: 'edit' } }, event, life.events[event]!),
      ).map(({ event, to, unmet }) => ({
        event,
        label: eventLabel(context, life, event, language),
        to: [...to],
        asks: {
          comment: life.events[event]?.asks?.comment ?? null,
          fields: (life.events[event]?.asks?.fields ?? []).map((key) => wireNameOf(key, resource.fields[key])),
        },
        second: life.events[event]?.second?.days ?? null,
        unmet: [
          ...unmet.map(({ field, issue }) => reason(field, issue)),
          ...(open && life.events[event]?.second
            ? [reason(null, { key: 'refusals.life.requestOpen', params: { name: open.by, event: open.label } })]
            : []),
        ],
      })),
      request: open,
      times: await timesOf(context, life, trx, id, language, reason),
      steps: steps.map(({ id: number, kind, event, from_state: from, to_state: to, actor_name: by, second_name: second, comment, at }) => ({
        id: number,
        kind,
        event,
        label: event === null ? '' : eventLabel(context, life, event, language),
        from,
        to,
        by,
        second,
        comment,
        at,
      })),
      chart: toldChart(context, life, language),
    };

    /** A reason stands by itself here: it says which field it is about. */
    function sentence(field: string | null, text: string): string {
      const title = field === null ? undefined : titles[field];
      if (title === undefined) return text;
      const named = typeof title === 'string' ? ports.messages.text(language, title) : (title[language] ?? field);
      return ports.messages.text(language, 'refusals.ofField', { field: named ?? '', text });
    }
  });
}
