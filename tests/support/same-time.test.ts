import { describe, expect, it } from 'vitest';
import { compareTimes, type Pair } from './same-time.ts';
import { randomNumbers } from './random-numbers.ts';

/** How two that take `ms` are measured on a machine that now and then takes up to four times as long. */
function measured(seed: number, work: Pair, wait: Pair = [0, 0]) {
  const random = randomNumbers(seed);
  const disturbed = (ms: number): number => ms * (1 + 0.1 * random() + (random() < 0.2 ? 3 * random() : 0));
  return () => {
    const took: Pair = [disturbed(work[0]), disturbed(work[1])];
    return Promise.resolve({ work: took, clock: [disturbed(took[0]) + wait[0], disturbed(took[1]) + wait[1]] as const });
  };
}

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1);
const verdicts = async (work: Pair, wait?: Pair) =>
  Promise.all(SEEDS.map(async (seed) => (await compareTimes(measured(seed, work, wait))).verdict));
const all = (verdict: 'same' | 'apart') => SEEDS.map(() => verdict);

/** What calls it a difference in time when something is done for one and not for another, on a machine that does other things beside. */
describe('whether two things take the same time', () => {
  it('says so of two that do, however the machine is disturbed', async () => {
    expect(await verdicts([10, 10])).toEqual(all('same'));
    expect(await verdicts([10.1, 10])).toEqual(all('same'));
  });

  it('sees eight in a hundred, on either side', async () => {
    expect(await verdicts([10.8, 10])).toEqual(all('apart'));
    expect(await verdicts([10, 10.8])).toEqual(all('apart'));
  });

  it('sees that one of them waits', async () => {
    expect(await verdicts([10, 10], [40, 0])).toEqual(all('apart'));
  });
});
