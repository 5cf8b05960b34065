import { resolve } from 'node:path';

/** A part of the faults of a unit, drawn by a seed, each tried by so many tests. */
export interface Sample {
  readonly most: number;
  readonly seed: string;
  /** How many tests are run for a fault at most: those that reach most of what stands around it. */
  readonly near: number;
  /** Where it is kept which test reaches what. */
  readonly reachedFile: string;
  /** Where it is written what became of each fault, as soon as it is known. */
  readonly logFile: string;
}

/** The reason of a fault that was left out. */
export const NOT_DRAWN = 'not drawn';

const NAMES = {
  most: 'MUTATION_SAMPLE',
  seed: 'MUTATION_SEED',
  near: 'MUTATION_NEAR',
  reachedFile: 'MUTATION_REACHED',
  logFile: 'MUTATION_LOG',
} as const;

/** Hands it to the processes of the runner. */
export function tellSample(sample: Sample, environment: NodeJS.ProcessEnv): void {
  for (const [field, name] of Object.entries(NAMES)) environment[name] = String(sample[field as keyof Sample]);
}

export function sampleOf(environment: NodeJS.ProcessEnv): Sample {
  const of = (field: keyof Sample): string => environment[NAMES[field]] ?? '';
  return {
    most: Number(of('most')),
    seed: of('seed'),
    near: Number(of('near')),
    reachedFile: resolve(of('reachedFile')),
    logFile: resolve(of('logFile')),
  };
}
