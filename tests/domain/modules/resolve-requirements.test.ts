import * as fc from 'fast-check';
import { compare, satisfies } from 'semver';
import { describe, expect, it } from 'vitest';
import { resolveRequirements, type Candidate } from '#domain/modules/resolve-requirements';

const candidate = (
  uid: string,
  version: string,
  requires: Readonly<Record<string, string>> = {},
  conflicts: readonly string[] = [],
): Candidate => ({
  uid,
  version,
  requires,
  conflicts,
});
const named = (order: readonly Candidate[]) => order.map(({ uid, version }) => `${uid} ${version}`);

/** Every set of versions that stands: it has the wanted one, all that is needed and nothing else, and nobody in it stands against another. */
function standing(wanted: Candidate, offered: readonly Candidate[], installed: readonly Candidate[]): Map<string, Candidate>[] {
  const kept = installed.filter(({ uid }) => uid !== wanted.uid);
  const uids = [...new Set(offered.map(({ uid }) => uid))].filter((uid) => uid !== wanted.uid && kept.every((one) => one.uid !== uid));
  const sets = uids.reduce<Candidate[][]>(
    (all, uid) => all.flatMap((set) => [set, ...offered.filter((one) => one.uid === uid).map((one) => [...set, one])]),
    [[wanted, ...kept]],
  );
  return sets.flatMap((set) => {
    const byUid = new Map(set.map((one) => [one.uid, one]));
    const fits = set.every((one) =>
      Object.entries(one.requires).every(([uid, range]) => byUid.has(uid) && satisfies(byUid.get(uid)!.version, range)),
    );
    const isPeaceful = set.every((one) => one.conflicts.every((uid) => uid === one.uid || !byUid.has(uid)));
    const isNeeded = set.every((one) => one === wanted || kept.includes(one) || set.some(({ requires }) => one.uid in requires));
    const done = new Set<string>();
    for (let size = -1; size < done.size;) {
      size = done.size;
      for (const one of set) if (Object.keys(one.requires).every((uid) => done.has(uid))) done.add(one.uid);
    }
    return fits && isPeaceful && isNeeded && done.size === set.length ? [byUid] : [];
  });
}

/** Of those the one that is preferred: what comes to be needed is decided by its name, the newest first. */
function preferred(
  sets: readonly Map<string, Candidate>[],
  wanted: Candidate,
  installed: readonly Candidate[],
): Map<string, Candidate> | undefined {
  let rest = sets;
  const decided = new Map(
    installed
      .filter(({ uid }) => uid !== wanted.uid)
      .concat(wanted)
      .map((one) => [one.uid, one]),
  );
  for (;;) {
    const [open] = [...decided.values()]
      .flatMap(({ requires }) => Object.keys(requires))
      .filter((uid) => !decided.has(uid))
      .toSorted();
    if (open === undefined || rest.length === 0) return rest[0];
    const [newest] = rest.map((set) => set.get(open)!).toSorted((a, b) => compare(b.version, a.version));
    rest = rest.filter((set) => set.get(open)!.version === newest!.version);
    decided.set(open, newest!);
  }
}

const UIDS = ['alpha', 'beta', 'gamma', 'delta'] as const;
const RANGES = ['*', '^1.0.0', '>=1.1.0', '1.0.0', '<2.0.0', '^2.0.0'];
const someRequires = fc.dictionary(fc.constantFrom(...UIDS), fc.constantFrom(...RANGES), { maxKeys: 2 });
const someOffer: fc.Arbitrary<Candidate[]> = fc.uniqueArray(
  fc.record({
    uid: fc.constantFrom(...UIDS),
    version: fc.constantFrom('1.0.0', '1.1.0', '2.0.0'),
    requires: someRequires,
    conflicts: fc.oneof({ weight: 5, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.subarray([...UIDS], { maxLength: 1 }) }),
  }),
  { selector: ({ uid, version }) => `${uid} ${version}`, maxLength: 9 },
);

describe('the requirements of a module', () => {
  it('are resolved as trying every set of versions would', () => {
    const kinds = new Map<string, number>();
    fc.assert(
      fc.property(someOffer, someRequires, fc.nat(3), (offered, requires, count) => {
        const wanted = candidate('wanted', '1.0.0', requires);
        // What is installed stands by itself.
        const plain = count === 3 ? offered.filter((one) => Object.keys(one.requires).length + one.conflicts.length === 0) : [];
        const installed = [...new Map(plain.map((one) => [one.uid, one])).values()].slice(0, 1);
        const found = resolveRequirements(wanted, offered, installed);
        const best = preferred(standing(wanted, offered, installed), wanted, installed);
        kinds.set(found.kind, (kinds.get(found.kind) ?? 0) + 1);
        expect(found.kind === 'resolved').toBe(best !== undefined);
        if (found.kind !== 'resolved') return;
        const chosen = best && [...best.values()].filter((one) => !installed.includes(one));
        expect(named(found.order).toSorted()).toEqual(chosen && named(chosen).toSorted());
        expect(found.order.at(-1)).toBe(wanted);
        const position = (uid: string) => found.order.findIndex((one) => one.uid === uid);
        for (const one of found.order) for (const uid of Object.keys(one.requires)) expect(position(uid)).toBeLessThan(position(one.uid));
      }),
      { numRuns: 5000, seed: 17 },
    );
    // All that can become of it was met, often enough to mean something.
    expect([...kinds.keys()].toSorted()).toEqual(['conflict', 'cycle', 'missing', 'resolved', 'unfit']);
    expect(Math.min(...kinds.values())).toBeGreaterThan(20);
  });

  it('name the module that is missing, and who needs it', () => {
    const wanted = candidate('shop', '1.0.0', { constructor: '*' });
    expect(resolveRequirements(wanted, [], [])).toEqual({ kind: 'missing', uid: 'constructor', by: ['shop'] });
  });

  it('ask nothing of the version that is replaced', () => {
    const installed = [candidate('shop', '1.0.0', { paper: '*' }, ['ink']), candidate('ink', '1.0.0')];
    const found = resolveRequirements(candidate('shop', '2.0.0', { ink: '*' }), [], installed);
    expect(found.kind === 'resolved' ? named(found.order) : found).toEqual(['shop 2.0.0']);
  });

  it('name all who ask for ranges that no version is in together, and an installed one whose range a newer version leaves', () => {
    const offered = [candidate('paper', '1.0.0'), candidate('paper', '2.0.0'), candidate('mail', '1.0.0', { paper: '^2.0.0' })];
    const wanted = candidate('shop', '2.0.0', { mail: '*', paper: '^1.0.0' });
    const ranges = ['^1.0.0', '^2.0.0'];
    expect(resolveRequirements(wanted, offered, [])).toEqual({ kind: 'unfit', uid: 'paper', by: ['shop', 'mail'], ranges });
    const installed = [candidate('shop', '1.0.0'), candidate('till', '1.0.0', { shop: '^1.0.0' })];
    expect(resolveRequirements(candidate('shop', '2.0.0'), [], installed)).toEqual({
      kind: 'unfit',
      uid: 'shop',
      by: ['till'],
      ranges: ['^1.0.0'],
    });
  });

  it('name ranges that no version is in', () => {
    const offered = [candidate('base', '1.0.0'), candidate('mail', '1.0.0', { base: '^2.0.0' })];
    const wanted = candidate('shop', '1.0.0', { base: '^1.0.0', mail: '*' });
    expect(resolveRequirements(wanted, offered, [])).toEqual({ kind: 'unfit', uid: 'base', by: ['mail'], ranges: ['^2.0.0'] });
    expect(resolveRequirements(candidate('shop', '1.0.0', { base: '^3.0.0' }), offered, [])).toEqual({
      kind: 'unfit',
      uid: 'base',
      by: ['shop'],
      ranges: ['^3.0.0'],
    });
  });

  it('leave what is installed as it is, and take no early version that nobody named', () => {
    const offered = [candidate('base', '1.2.0'), candidate('base', '1.3.0-beta.1'), candidate('base', '1.1.0')];
    const wanted = candidate('shop', '1.0.0', { base: '^1.0.0' });
    const resolved = (installed: readonly Candidate[]) => {
      const found = resolveRequirements(wanted, offered, installed);
      return found.kind === 'resolved' ? named(found.order) : found;
    };
    expect(resolved([])).toEqual(['base 1.2.0', 'shop 1.0.0']);
    expect(resolved([candidate('base', '1.0.0')])).toEqual(['shop 1.0.0']);
  });

  it('name circles and foes', () => {
    const offered = [candidate('ring', '1.0.0', { shop: '*' }), candidate('foe', '1.0.0', {}, ['shop'])];
    expect(resolveRequirements(candidate('shop', '1.0.0', { ring: '*' }), offered, [])).toEqual({
      kind: 'cycle',
      path: ['ring', 'shop', 'ring'],
    });
    expect(resolveRequirements(candidate('shop', '1.0.0', { foe: '*' }), offered, [])).toEqual({
      kind: 'conflict',
      uid: 'foe',
      by: ['shop'],
    });
  });

  it('give up where every way leads nowhere', () => {
    const uids = Array.from({ length: 9 }, (_, index) => `part${index}`);
    const versions = Array.from({ length: 9 }, (_, index) => `1.${index}.0`);
    const offered = uids.flatMap((uid) => versions.map((version) => candidate(uid, version, { zero: '^2.0.0' })));
    const requires = Object.fromEntries(uids.map((uid) => [uid, '*']));
    expect(resolveRequirements(candidate('shop', '1.0.0', requires), [...offered, candidate('zero', '1.0.0')], []).kind).toBe('tooHard');
  });
});
