import { sql } from 'kysely';
import type { OutputOf } from '#api/contract/base/endpoint';
import type { lifeEndpoint } from '#api/contract/table/life-endpoints';
import type { Life } from '#domain/life/life';
import type { AdminCaller } from '../../base/caller.ts';
import { notFound } from '../../base/refusal.ts';
import { nowSeconds } from '../../ports/ports.ts';
import { sightSql } from '../access/data-limit.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import { recordFromStore, type StoredRow } from '../base/row-codec.ts';
import { effectTitle, eventLabel, stateLabel } from '../life/life-words.ts';
import { openRequestsOf, timesOf } from '../life/requests-and-times.ts';
import { toldChart } from '../life/told-chart.ts';
import { offerTeller, reasonTeller } from '../life/told-offers.ts';
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
    const open = (await openRequestsOf(context, life, trx, [id], caller)).get(id) ?? null;
    const reason = reasonTeller(context, language);
    const [offers = []] = await offerTeller(context, life, { trx, caller, nowSeconds: nowSeconds(ports) })([{ row, values, open }]);
    return {
      state,
      label: stateLabel(context, life, state, language),
      since: entered && entered.kind !== 'found' ? entered.at : null,
      version: columns.version ? Number(row[columns.version.name]) : null,
      offers,
      request: open,
      times: await timesOf(context, life, trx, id, language, reason),
      steps: steps.map(
        ({ id: number, kind, event, from_state: from, to_state: to, actor_name: by, second_name: second, comment, effects, at }) => ({
          id: number,
          kind,
          event,
          label: event === null ? '' : eventLabel(context, life, event, language),
          from,
          to,
          by,
          second,
          comment,
          ...(effects.length > 0 && { mailed: effects.map((name) => effectTitle(life, name, language)) }),
          at,
        }),
      ),
      chart: toldChart(context, life, language),
    };
  });
}
