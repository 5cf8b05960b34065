/** How far apart two things may lie in time, as a part of what the second takes. */
const APART = 0.05;
/** How sure an interval is of the median: to say that two are the same, and to say that they are not, which is said once in many looks. */
const SURE = { same: 1.96, apart: 3.29 } as const;
/** Pairs that are tried at first, and at most; in between their number doubles. */
const FIRST = 50;
const MOST = 400;

/** In parts of what the second of a pair takes: 0.01 is one percent slower. */
export interface Gap {
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}
export interface Comparison {
  readonly verdict: 'same' | 'apart';
  /** By the processor time of this process, all its threads together. */
  readonly work: Gap;
  readonly clock: Gap;
  readonly pairs: number;
}
/** Milliseconds that the two of a pair took, one right after the other. */
export type Pair = readonly [first: number, second: number];

const sorted = (values: readonly number[]): readonly number[] => values.toSorted((a, b) => a - b);
const middleOf = (values: readonly number[]): number => sorted(values)[Math.floor(values.length / 2)] ?? 0;

/**
 * The median of the differences within pairs, and between what it lies. A machine that is busy slows both of a pair, or one of them as often as
 * the other; a median of differences stays where it is then, while each median by itself wanders. The interval counts signs alone, so that it
 * asks nothing of how times are spread.
 */
function gapOf(pairs: readonly Pair[], sure: number): Gap {
  const scale = middleOf(pairs.map(([, second]) => second));
  const gaps = sorted(pairs.map(([first, second]) => (first - second) / scale));
  const reach = (sure * Math.sqrt(gaps.length)) / 2;
  const at = (rank: number): number => gaps[Math.min(gaps.length - 1, Math.max(0, Math.floor(rank)))] ?? 0;
  return { low: at(gaps.length / 2 - reach), middle: at(gaps.length / 2), high: at(gaps.length / 2 + reach) };
}

/**
 * Tries pairs until it is sure that two things are the same work, or are not. Where the last pair leaves that open they are apart if one is
 * surely more work, and by more than what is allowed as far as can be told. That nobody waits in one of them alone is told by the clock, which a
 * busy machine makes so unsure that only what is surely apart counts there.
 * @param tryPair measures a pair; which of the two comes first is to be drawn by lot
 */
export async function compareTimes(tryPair: () => Promise<{ readonly work: Pair; readonly clock: Pair }>): Promise<Comparison> {
  const work: Pair[] = [];
  const clock: Pair[] = [];
  for (let wanted = FIRST; ; wanted *= 2) {
    while (work.length < wanted) {
      const pair = await tryPair();
      work.push(pair.work);
      clock.push(pair.clock);
    }
    const told = { work: gapOf(work, SURE.same), clock: gapOf(clock, SURE.apart), pairs: wanted };
    const { low, middle, high } = told.work;
    if (told.clock.low > APART || told.clock.high < -APART) return { ...told, verdict: 'apart' };
    const beyond = gapOf(work, SURE.apart);
    if (beyond.low > APART || beyond.high < -APART) return { ...told, verdict: 'apart' };
    if (-APART < low && high < APART) return { ...told, verdict: 'same' };
    if (wanted >= MOST) return { ...told, verdict: Math.abs(middle) > APART && low * high > 0 ? 'apart' : 'same' };
  }
}
