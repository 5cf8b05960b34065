import { BusyError } from '../refusal.ts';

export interface PlaceLimits {
  /** So many at once of one owner: nobody takes all the places. */
  readonly ofOwner: number;
  readonly ofAll: number;
  /** When whoever finds none may come back. */
  readonly busySeconds: number;
}

/** Counts what is on its way, by its owner. @returns takes a place, which throws BusyError where there is none, and answers what gives it back */
export function createConcurrencyLimit({ ofOwner, ofAll, busySeconds }: PlaceLimits): (owner: string) => () => void {
  const taken = new Map<string, number>();
  return (owner) => {
    const own = taken.get(owner) ?? 0;
    const all = taken.values().reduce((sum, count) => sum + count, 0);
    if (own >= ofOwner || all >= ofAll) throw new BusyError(busySeconds);
    taken.set(owner, own + 1);
    return () => {
      const left = (taken.get(owner) ?? 1) - 1;
      if (left > 0) taken.set(owner, left);
      else taken.delete(owner);
    };
  };
}
