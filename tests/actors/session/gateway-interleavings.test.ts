import { describe, expect, it } from 'vitest';
import { effort } from '#tests/support/effort.ts';
import type { LockKind, TabFacts } from '#tests/support/tabs/tab-rig.ts';
import { walkAll, type Space, type Walked } from '#tests/support/tabs/tab-space.ts';

/**
 * Every order in which things can happen to the calls of up to three tabs whose access token has run out; `walkAll` says how.
 * Looked at on the way: never two renewals at once over all tabs; no call goes out with a token that is known to be dead in its tab; calls are
 * replayed in the order of their coming; nobody is told or sent away twice; each call ends once, quietly only where the session is lost.
 */
const GRANTED = ['granted'] as const;
const REFUSED = ['refused'] as const;
const ANYTHING = ['granted', 'refused', 'lost'] as const;

/** At rest nothing is left over, and all tabs are of one mind with what is stored. */
const restOf =
  ({ renewal, isOnLoginRoute }: Space) =>
  (facts: readonly TabFacts[], { token, renewals }: { readonly token: string; readonly renewals: number }): void => {
    const isLost = token === '-';
    const nothing = { unbegun: 0, flying: {}, waiting: [], refreshing: false, timersMs: [], lock: 'none' };
    for (const { unbegun, flying, waiting, refreshing, timersMs, lock, losses, ends, token: own } of facts) {
      expect({ unbegun, flying, waiting, refreshing, timersMs, lock }).toEqual(nothing);
      expect({ own, losses, ends }).toEqual({ own: token, losses: isLost && !isOnLoginRoute ? 1 : 0, ends: isLost ? 1 : 0 });
    }
    if (renewal !== ANYTHING) expect(renewals).toBe(1);
  };

/** @param size tabs x calls of each */
async function walked(size: string, rest: Omit<Space, 'tabs' | 'calls'>): Promise<Walked> {
  const [tabs = 0, calls = 0] = size.split('x').map(Number);
  const space = { ...rest, tabs, calls };
  return walkAll(space, restOf(space));
}

type Row = readonly [
  size: string,
  renewal: Space['renewal'],
  how: 'all' | 'reduced' | 'unordered',
  schedules: bigint,
  states: number,
  tabStates: number,
  tabSteps: number,
];

const TABLE: Readonly<Record<`${LockKind} ${Space['storage']}`, readonly Row[]>> = {
  'queue common': [
    ['1x4', ANYTHING, 'all', 1_760_813n, 944, 505, 1429],
    ['2x2', ANYTHING, 'all', 2_770_866_288n, 3489, 81, 423],
    ['3x1', ANYTHING, 'all', 3_157_804_920n, 2238, 22, 89],
    ['2x4', ANYTHING, 'reduced', 15_376_635_202_718_794n, 62_329, 533, 3554],
    ['3x4', GRANTED, 'reduced', 189_537_009_840_081_224_985_078n, 97_023, 182, 523],
    ['3x4', REFUSED, 'reduced', 15_175_212_333_195_624_126n, 55_278, 82, 316],
    ['3x4', ANYTHING, 'unordered', 443_286_135_162_873_483_783_290_440_062n, 1_997_400, 455, 3010],
  ],
  'queue lagging': [
    ['2x2', ANYTHING, 'all', 1_141_545_104n, 3224, 81, 300],
    ['3x1', ANYTHING, 'all', 22_554_485_268n, 2116, 22, 67],
    ['2x4', ANYTHING, 'unordered', 4_154_881_548_547_722n, 47_193, 455, 1916],
    ['3x4', GRANTED, 'reduced', 5_782_325_193_435_335_589_630n, 116_817, 182, 417],
    ['3x4', REFUSED, 'reduced', 641_072_439_780_032_544n, 60_838, 82, 243],
  ],
  'lease common': [
    ['1x4', ANYTHING, 'all', 1_760_881n, 1126, 755, 2133],
    ['2x2', ANYTHING, 'all', 13_063_839_146_184n, 20_517, 149, 1092],
    ['3x1', ANYTHING, 'all', 123_472_333_570_308_672n, 29_109, 35, 245],
    ['3x2', ANYTHING, 'unordered', 731_838_985_343_868n, 30_088, 149, 806],
    ['3x4', GRANTED, 'unordered', 1_929_075_364_059_767_565_902_388n, 50_752, 300, 1367],
    ['3x4', REFUSED, 'unordered', 143_485_988_644_019_298_852n, 25_334, 110, 700],
  ],
  'lease lagging': [
    ['2x2', ANYTHING, 'all', 15_699_351_652n, 10_757, 149, 737],
    ['3x1', ANYTHING, 'all', 1_244_125_466_832n, 8360, 35, 161],
    ['3x2', ANYTHING, 'unordered', 1_052_194_311_236_864_592n, 85_017, 149, 533],
    ['3x4', GRANTED, 'unordered', 5_396_051_623_616_284_474_093_536n, 189_710, 300, 771],
    ['3x4', REFUSED, 'unordered', 450_379_172_474_918_720_544n, 108_474, 110, 431],
  ],
};

/**
 * The larger spaces repeat what is said of the smaller ones with more tabs and calls, and one tab that takes a lease has nobody to take it
 * from: four calls of one tab are walked in the queue.
 */
const MOST = effort({ states: 21_000, tabSteps: 2000 }, { states: Infinity, tabSteps: Infinity });
/** What the reductions of the long form rest on is told of each lock and each storage, in the short form by the smaller space of each lock. */
const REDUCED = [
  ['2x2', 'queue', 'lagging', 693],
  ['3x1', 'lease', 'lagging', 768],
  ...effort([], [
    ['2x2', 'queue', 'common', 1239],
    ['3x1', 'lease', 'common', 1779],
  ] as const),
] as const;

describe.each(Object.entries(TABLE))('all schedules, %s', (place, rows) => {
  const [lock, storage] = place.split(' ') as [LockKind, Space['storage']];
  it.each(rows.filter(([, , , , states, , tabSteps]) => states <= MOST.states && tabSteps <= MOST.tabSteps))(
    '%s, renewals %j, %s',
    { timeout: 300_000 },
    async (size, renewal, how, schedules, states, tabStates, tabSteps) => {
      const isReduced = how !== 'all';
      const found = await walked(size, { lock, storage, renewal, isOnLoginRoute: false, isReduced, isOrderKept: how !== 'unordered' });
      const { verify: _verify, ends: _ends, ...counted } = found;
      console.info(`${size}, ${place}, ${renewal.join(' or ')}: ${counted.schedules} schedules through ${counted.states} states`);
      expect(counted).toEqual({ schedules, states, tabStates, tabSteps });
    },
  );
});

it('waiting calls of the login route are sent again without a token, in every schedule', async () => {
  const space = { lock: 'queue', storage: 'common', isOnLoginRoute: true, renewal: REFUSED, isReduced: false, isOrderKept: true } as const;
  const { schedules, states } = await walked('1x4', space);
  expect({ schedules, states }).toEqual({ schedules: 545_460n, states: 167 });
});

describe.each(REDUCED)('the reductions, %s %s %s', (size, lock, storage, comparisons) => {
  const space = { lock, storage, isOnLoginRoute: false, renewal: ANYTHING, isReduced: false, isOrderKept: true } as const;

  it('leave out no end, and know all that a tab is', { timeout: 300_000 }, async () => {
    const all = await walked(size, space);
    for (const isOrderKept of [true, false])
      expect((await walked(size, { ...space, isReduced: true, isOrderKept })).ends).toEqual(all.ends);
    expect(await all.verify()).toBe(comparisons);
  });
});
