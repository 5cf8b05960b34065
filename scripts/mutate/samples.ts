import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { digestOf } from './scores.ts';

/** What became of a sample of the faults of a room. */
export interface SampleScore {
  /** The day it was drawn. */
  readonly date: string;
  readonly files: number;
  /** How many files of tests were asked. */
  readonly tests: number;
  /** Of the code as it was then. */
  readonly digest: string;
  /** How many faults there are in all. */
  readonly faults: number;
  /** Those in what no test of the room runs: all of them, and not only those that are drawn. */
  readonly notRun: number;
  /** Of the others, those that were drawn, and how many of these were noticed. */
  readonly drawn: number;
  readonly noticed: number;
  readonly seed: string;
  readonly seconds: number;
}
type Samples = Readonly<Record<string, SampleScore>>;

const PATH = 'docs/mutation-samples.json';

const readSamples = (): Samples => (existsSync(PATH) ? (JSON.parse(readFileSync(PATH, 'utf8')) as Samples) : {});

export function keepSample(name: string, found: SampleScore): void {
  const lines = Object.entries({ ...readSamples(), [name]: found })
    .filter(([path]) => globSync(path).length > 0)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, score]) => `  ${JSON.stringify(path)}: ${JSON.stringify(score)}`);
  writeFileSync(PATH, `{\n${lines.join(',\n')}\n}\n`);
}

/** Of a hundred faults: what no test runs is missed, and of the rest so many are noticed as of those that were drawn. */
export const samplePercent = ({ faults, notRun, drawn, noticed }: Pick<SampleScore, 'faults' | 'notRun' | 'drawn' | 'noticed'>): number =>
  faults === 0 || drawn === 0 ? 0 : (100 * (1 - notRun / faults) * noticed) / drawn;

/** What was measured so, in the words of the report. */
export function sampleLines(filesIn: (name: string) => readonly string[]): readonly string[] {
  return Object.entries(readSamples()).map(([name, score]) => {
    const changed = digestOf(filesIn(name)) === score.digest ? '' : '; changed since';
    return `${name}: ${samplePercent(score).toFixed(1)} % (${score.noticed} of ${score.drawn} drawn from ${score.faults} faults in ${score.files} files, ${score.notRun} of them run by no test; ${score.date}${changed})`;
  });
}
