import { FailureError } from '#domain/base/failure';
import { sql } from 'kysely';
import { keptOutOf } from '#domain/table/resource';
import { FieldsRefused } from '../../base/refusal.ts';
import { taskOf } from '../../base/precedence.ts';
import { holdLife, isFormerLife, LifeReplaced } from '../../db/sections/life-hash.ts';
import { armTimers, LOOK_AGAIN } from '../../db/sections/life-timers.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import { newWrite } from '../base/write-meta.ts';
import { endWrite } from './record-change.ts';
import { lockRows } from './unit-of-work.ts';
import { SERVER_CALLER } from './server-caller.ts';
import { saveLocked } from './write.ts';

/** Times that are taken at once, and how often in one look. */
const PORTION = 50;
const ROUNDS = 200;
/** After a fault it is tried again, each time later; then it waits for somebody to look at the record. */
const PAUSES_SECONDS = [60, 300, 1800] as const;
/** What is later than this does not happen any more, where the life says so. */
const LATE_SECONDS = 86_400;

interface Due {
  readonly resource: string;
  readonly record_id: number;
  readonly name: string;
  readonly due_at: number;
  readonly tries: number;
}

type Ports = Pick<ServerPorts, 'database' | 'clock' | 'logger' | 'precedence'>;

/**
 * Leads on the records whose time is up, one transaction each, the earliest first; what is due while nobody was there is done now, in its
 * order. Each is judged by the record as it is. Several processes may do so at once: the record's lock says who does. What is due by a life
 * that this process does not know, or knows no more, is left to those that do.
 * @param contexts the sections that there are: what is due in others waits for them to come back, and holds nobody up
 * @returns how many were looked at
 */
export async function runTimers(
  ports: Ports,
  contexts: () => readonly ResourceContext[],
  isStopped: () => boolean = () => false,
): Promise<number> {
  let count = 0;
  const giveWay = taskOf(ports);
  const behind = new Set<string>();
  // What a step sets may be up at once: a window that has passed is entered and left. Times by fields may lead round; then the next look goes on.
  for (let round = 0; round < ROUNDS; round += 1) {
    const known = behind.size;
    const byName = new Map(contexts().flatMap((context) => (behind.has(context.resource.name) ? [] : [[context.resource.name, context]])));
    const names = [...byName.values()].flatMap(({ resource }) => timesIn(resource).map((name) => ({ resource: resource.name, name })));
    const { rows } =
      await sql<Due>`select resource, record_id, name, due_at, tries from life_timer where due_at <= ${nowSeconds(ports)}::bigint
        and (resource, name) in (select * from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as one (resource text, name text))
      order by due_at, resource, record_id, name limit ${PORTION}`.execute(ports.database.kysely);
    let done = 0;
    for (const due of rows) {
      await giveWay();
      if (isStopped()) return count;
      const context = byName.get(due.resource);
      if (!context || behind.has(due.resource)) continue;
      const outcome = due.name === LOOK_AGAIN ? await lookAgain(ports, context, due) : await runOne(ports, context, due);
      if (outcome === 'behind') behind.add(due.resource);
      else count += 1;
      if (outcome === 'done') done += 1;
    }
    // What others have in hand is not asked for again at once.
    if (done === 0 && behind.size === known) break;
  }
  return count;
}

const timeWrite = ({ resource, ports: { jobs } }: ResourceContext) =>
  newWrite({ resource: resource.name, action: 'edit', source: 'time', keptOut: keptOutOf(resource, 'edit'), undoes: [], jobs });

/** The delays that a life counts, and what is to be counted anew by it. */
const timesIn = ({ life }: ResourceContext['resource']): readonly string[] =>
  life ? [...Object.keys(life.delays), ...(isFormerLife(life) ? [] : [LOOK_AGAIN])] : [];

/** `behind`: another process has a newer life of the section, and does it. */
type Outcome = 'done' | 'taken' | 'behind';

/** Sets the times of a record anew that a former version has written. */
async function lookAgain(ports: Ports, context: ResourceContext, due: Due): Promise<Outcome> {
  const { resource } = context;
  const { life } = resource;
  try {
    return await ports.database.transaction(async (trx) => {
      await holdLife(trx, resource);
      if (!life || isFormerLife(life)) return 'behind';
      const unit = { trx, caller: SERVER_CALLER, nowSeconds: nowSeconds(ports), write: timeWrite(context) };
      await lockRows(context, unit, [due.record_id]);
      // Where the newer life counts none, those that the former one has set go.
      await armTimers(trx, { ...resource, life }, [due.record_id], nowSeconds(ports));
      return 'done';
    });
  } catch (error) {
    if (error instanceof LifeReplaced) return 'behind';
    // One record that cannot be looked at keeps no time of another from running.
    await putOff(ports, due, error, nowSeconds(ports));
    return 'done';
  }
}

async function runOne(ports: Ports, context: ResourceContext, due: Due): Promise<Outcome> {
  const now = nowSeconds(ports);
  try {
    return await ports.database.transaction(async (trx) => {
      const unit = { trx, caller: SERVER_CALLER, nowSeconds: now, write: timeWrite(context) };
      await holdLife(trx, context.resource);
      // The record first, as everybody does who writes to it: two who lock them in different orders would wait for each other.
      const [row] = await lockRows(context, unit, [due.record_id]);
      const { rows } = await sql<Due>`update life_timer set due_at = null where resource = ${due.resource} and record_id = ${due.record_id}
        and name = ${due.name} and due_at <= ${now}::bigint returning resource, record_id, name, due_at, tries`.execute(trx);
      if (rows.length === 0) return 'taken';
      const isTooLate = context.resource.life?.delays[due.name]?.late === 'skip' && due.due_at < now - LATE_SECONDS;
      if (!row || isTooLate) return 'done';
      await saveLocked(context, unit, row, {}, undefined, { time: due.name });
      await endWrite(unit);
      return 'done';
    });
  } catch (error) {
    // That is nobody's refusal: the row waits as it is for a process whose life is the section's.
    if (error instanceof LifeReplaced) return 'behind';
    await putOff(ports, due, error, now);
    return 'done';
  }
}

/** What does not hold waits for the record to change; a fault is tried again, a few times. */
async function putOff(ports: Ports, due: Due, error: unknown, now: number): Promise<void> {
  const isRefused = error instanceof FieldsRefused || error instanceof FailureError;
  const pause = PAUSES_SECONDS[due.tries];
  if (!isRefused) ports.logger.error('life.timeFailed', { resource: due.resource, record: due.record_id, delay: due.name, error });
  const next = isRefused || pause === undefined ? null : now + pause;
  const waits = next === null ? JSON.stringify(isRefused ? reasonsOf(error) : { fault: true }) : null;
  await sql`update life_timer set due_at = ${next}::bigint, waits = ${waits}::jsonb, tries = tries + 1
    where resource = ${due.resource} and record_id = ${due.record_id} and name = ${due.name} and due_at = ${due.due_at}::bigint`.execute(
    ports.database.kysely,
  );
}

function reasonsOf(error: FieldsRefused | FailureError): unknown {
  if (error instanceof FieldsRefused) return { fields: error.issues };
  const { failure } = error;
  return failure.kind === 'rejected' ? { message: failure.message, params: failure.params } : { message: failure.kind };
}
