import type { KeptOut } from './change.ts';
import { goneColumns, lostColumns, refKey, type Image, type ChangeEntry, type TablesOf } from './journal.ts';
import { stepsBetween, type PlanStep } from './plan-step.ts';
import type { PlanRefusal } from './undo-plan.ts';

/** All that a plan to bring records back to a moment follows from. */
export interface RewindWorld {
  /** Whatever came to the records after the moment. */
  readonly entries: readonly ChangeEntry[];
  /** Why sets cannot be taken back, of those that cannot. */
  readonly keptOut: ReadonlyMap<number, KeptOut>;
  /** The records as they are now, by `refKey`; null where there is none. */
  readonly rows: ReadonlyMap<string, Image | null>;
  readonly tables: TablesOf;
  /** Consent to leave out values of columns that are gone. */
  readonly isWithoutColumns: boolean;
}

/** Records that a plan does not touch, and how many. */
export interface LeftOut {
  readonly resource: string;
  readonly reason: KeptOut;
  readonly count: number;
}

export interface RewindPlan {
  readonly steps: readonly PlanStep[];
  readonly refused: readonly PlanRefusal[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * Folds the images of each record from now back to the moment. A record is left out, and counted, where one of its writes did more than
 * the journal holds: where it came or went with a secret, or wrote elsewhere. Of a change that set a secret the rest goes back.
 */
export function planRewind(world: RewindWorld): RewindPlan {
  const byRecord = Map.groupBy(world.entries, refKey);
  const refused: PlanRefusal[] = [];
  const leftOut = new Map<string, LeftOut>();
  const state = new Map<string, Image | null>();
  const touched: ChangeEntry[] = [];
  for (const [key, entries] of byRecord) {
    const [first] = entries as [ChangeEntry, ...ChangeEntry[]];
    const reason = reasonToLeaveOut(entries, world.keptOut);
    if (reason !== null) {
      const name = `${first.resource} ${reason}`;
      leftOut.set(name, { resource: first.resource, reason, count: (leftOut.get(name)?.count ?? 0) + 1 });
      continue;
    }
    const folded = foldBack(world, entries, world.rows.get(key) ?? null);
    refused.push(...folded.refused);
    state.set(key, folded.row);
    touched.push(first);
  }
  return { steps: stepsBetween(touched, world.rows, state, world.tables), refused, leftOut: [...leftOut.values()] };
}

function reasonToLeaveOut(entries: readonly ChangeEntry[], keptOut: RewindWorld['keptOut']): KeptOut | null {
  const isLost = ({ setId, before, after }: ChangeEntry): boolean => {
    const reason = keptOut.get(setId);
    return reason === 'elsewhere' || (reason === 'secret' && (before === null || after === null));
  };
  const lost = entries.find(isLost);
  return lost ? (keptOut.get(lost.setId) ?? null) : null;
}

interface Folded {
  readonly row: Image | null;
  readonly refused: readonly PlanRefusal[];
}

/** One record, back through its writes. It has to be as each of them left it: what something else wrote is not overwritten. */
function foldBack({ tables, isWithoutColumns }: RewindWorld, entries: readonly ChangeEntry[], now: Image | null): Folded {
  const [{ resource, recordId }] = entries as [ChangeEntry, ...ChangeEntry[]];
  const refuse = (reason: PlanRefusal['reason'], columns: readonly string[] = []): Folded => ({
    row: now,
    refused: [{ reason, resource, recordId, columns }],
  });
  if (entries.some(({ isErased }) => isErased)) return refuse('erased');
  const facts = tables(resource);
  let row = now;
  const gone = new Set<string>();
  for (const { before, after } of entries.toSorted((a, b) => b.id - a.id)) {
    const isThere = after !== null;
    if ((row !== null) !== isThere) return refuse('changedSince');
    const lost = lostColumns(row ?? {}, after ?? {}, facts);
    if (lost.length > 0) return refuse('changedSince', lost);
    for (const name of goneColumns(before ?? {}, facts)) gone.add(name);
    row = before === null ? null : { ...row, ...before };
  }
  const rest = row && Object.fromEntries(Object.entries(row).filter(([name]) => facts.columns.has(name)));
  // A record that goes takes its columns with it.
  return { row: rest, refused: row !== null && gone.size > 0 && !isWithoutColumns ? refuse('columnsGone', [...gone]).refused : [] };
}
