import { compare, satisfies } from 'semver';
import type { ModuleManifest } from './module-manifest.ts';

/** A version of a module that could be installed, or is. */
export type Candidate = Pick<ModuleManifest, 'uid' | 'version' | 'requires' | 'conflicts'>;

export type Resolution =
  /** In the order in which they can be installed: whoever is needed comes first. The wanted one is the last; those that are installed are left out. */
  | { readonly kind: 'resolved'; readonly order: readonly Candidate[] }
  /** There is no such module at all. */
  | { readonly kind: 'missing'; readonly uid: string; readonly by: readonly string[] }
  /** There are versions, and none is in all these ranges. */
  | { readonly kind: 'unfit'; readonly uid: string; readonly by: readonly string[]; readonly ranges: readonly string[] }
  | { readonly kind: 'conflict'; readonly uid: string; readonly by: readonly string[] }
  /** Modules that need each other, from the first back to it. */
  | { readonly kind: 'cycle'; readonly path: readonly string[] }
  /** So many ways lead nowhere that nobody looks further. */
  | { readonly kind: 'tooHard' };

type Failure = Exclude<Resolution, { kind: 'resolved' }>;

const STEPS = 20_000;
const isIn = (version: string, range: string): boolean => satisfies(version, range);

/** Uids are names of strangers, such as `constructor`. */
const rangeOf = ({ requires }: Candidate, uid: string): string | undefined => (Object.hasOwn(requires, uid) ? requires[uid] : undefined);

interface World {
  readonly installed: ReadonlyMap<string, Candidate>;
  readonly offered: ReadonlyMap<string, readonly Candidate[]>;
}

/**
 * One version of each module that is needed, the newest that fit together: modules are decided in the order of their names as they come
 * to be needed. Those that are installed stay as they are.
 * @param wanted the version that is to be installed; an installed one of its name is replaced by it
 */
export function resolveRequirements(wanted: Candidate, offered: readonly Candidate[], installed: readonly Candidate[]): Resolution {
  const world: World = {
    installed: new Map(installed.filter(({ uid }) => uid !== wanted.uid).map((one) => [one.uid, one])),
    offered: new Map(
      [...Map.groupBy(offered, ({ uid }) => uid)].map(([uid, list]) => [uid, list.toSorted((a, b) => compare(b.version, a.version))]),
    ),
  };
  let steps = 0;
  let first: Failure | undefined;
  const fail = (why: Failure): null => {
    first ??= why;
    return null;
  };

  function search(chosen: ReadonlyMap<string, Candidate>): readonly Candidate[] | null {
    if ((steps += 1) > STEPS) return null;
    const all = [...world.installed.values(), ...chosen.values()];
    const open = [...new Set(all.flatMap(({ requires }) => Object.keys(requires)))]
      .filter((uid) => !chosen.has(uid) && !world.installed.has(uid))
      .toSorted();
    const [uid] = open;
    if (uid === undefined) return [...chosen.values()];
    const by = all.filter((one) => rangeOf(one, uid) !== undefined);
    const versions = world.offered.get(uid) ?? [];
    const names = by.map((one) => one.uid);
    if (versions.length === 0) return fail({ kind: 'missing', uid, by: names });
    const ranges = by.map((one) => rangeOf(one, uid) ?? '*');
    const fitting = versions.filter(({ version }) => ranges.every((range) => isIn(version, range)));
    if (fitting.length === 0) return fail({ kind: 'unfit', uid, by: names, ranges });
    for (const one of fitting) {
      const next = new Map([...chosen, [uid, one]]);
      const why = misfit(one, next, world);
      const found = why ? fail(why) : search(next);
      if (found) return found;
    }
    return null;
  }

  const root = new Map([[wanted.uid, wanted]]);
  const why = misfit(wanted, root, world);
  const found = why ? fail(why) : search(root);
  if (found) return { kind: 'resolved', order: inOrder(found) };
  return steps > STEPS ? { kind: 'tooHard' } : (first ?? { kind: 'tooHard' });
}

/** Why a version cannot stand beside those that are chosen or installed. */
function misfit(one: Candidate, chosen: ReadonlyMap<string, Candidate>, { installed }: World): Failure | null {
  const all = [...installed.values(), ...chosen.values()];
  const byUid = new Map(all.map((other) => [other.uid, other]));
  const foe = all.find((other) => other.uid !== one.uid && (other.conflicts.includes(one.uid) || one.conflicts.includes(other.uid)));
  if (foe) return { kind: 'conflict', uid: one.uid, by: [foe.uid] };
  for (const [uid, range] of Object.entries(one.requires)) {
    const other = byUid.get(uid);
    if (other && !isIn(other.version, range)) return { kind: 'unfit', uid, by: [one.uid], ranges: [range] };
  }
  for (const other of all) {
    const range = rangeOf(other, one.uid);
    if (range !== undefined && !isIn(one.version, range)) return { kind: 'unfit', uid: one.uid, by: [other.uid], ranges: [range] };
  }
  const path = wayBack(one.uid, byUid);
  return path && { kind: 'cycle', path };
}

/** The way from a module over those it needs back to itself. */
function wayBack(start: string, byUid: ReadonlyMap<string, Candidate>): readonly string[] | null {
  const seen = new Set<string>();
  const walk = (uid: string, path: readonly string[]): readonly string[] | null => {
    for (const next of Object.keys(byUid.get(uid)?.requires ?? {}).toSorted()) {
      if (next === start) return [...path, next];
      if (seen.has(next)) continue;
      seen.add(next);
      const found = walk(next, [...path, next]);
      if (found) return found;
    }
    return null;
  };
  return walk(start, [start]);
}

function inOrder(chosen: readonly Candidate[]): readonly Candidate[] {
  const byUid = new Map(chosen.map((one) => [one.uid, one]));
  const done = new Set<string>();
  const order: Candidate[] = [];
  const visit = (one: Candidate): void => {
    if (done.has(one.uid)) return;
    done.add(one.uid);
    for (const uid of Object.keys(one.requires).toSorted()) {
      const other = byUid.get(uid);
      if (other) visit(other);
    }
    order.push(one);
  };
  for (const one of chosen) visit(one);
  return order;
}
