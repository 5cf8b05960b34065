import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { AREA_NAMES, filesOfArea, type MutationUnit } from './areas.ts';

/** How many of the faults planted in a file were noticed, and in which text of it. */
export interface FileScore {
  readonly digest: string;
  /** Of the tests that were run. */
  readonly tests: string;
  readonly noticed: number;
  readonly missed: number;
  /** How long its faults took. */
  readonly seconds: number;
}
export type Scores = Readonly<Record<string, FileScore>>;

const PATH = 'docs/mutation-scores.json';

const readScores = (): Scores => (existsSync(PATH) ? (JSON.parse(readFileSync(PATH, 'utf8')) as Scores) : {});

export function digestOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(readFileSync(path));
  return hash.digest('base64url').slice(0, 12);
}

/** What of it was never measured, or has changed since then, or its tests have. */
export function unmeasuredOf(unit: MutationUnit, scores: Scores = readScores()): MutationUnit {
  const tests = digestOf(unit.tests);
  return { ...unit, files: unit.files.filter((path) => scores[path]?.tests !== tests || scores[path].digest !== digestOf([path])) };
}

/** Keeps what was measured; files that are gone leave. */
export function keepScores(found: Scores): void {
  const known = Object.entries({ ...readScores(), ...found }).filter(([path]) => existsSync(path));
  const lines = known
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, score]) => `  ${JSON.stringify(path)}: ${JSON.stringify(score)}`);
  writeFileSync(PATH, `{\n${lines.join(',\n')}\n}\n`);
}

export interface AreaScore {
  readonly area: string;
  /** Of a hundred faults. */
  readonly percent: number;
  readonly faults: number;
  readonly minutes: number;
  readonly files: number;
  /** Measured, and changed since. */
  readonly changed: readonly string[];
  readonly unmeasured: readonly string[];
}

/** The figures of each area, put together from what was measured piece by piece. */
export function areaScores(): readonly AreaScore[] {
  const scores = readScores();
  return AREA_NAMES.map((area) => {
    const files = filesOfArea(area);
    const known = files.flatMap((path) => scores[path] ?? []);
    const noticed = known.reduce((sum, score) => sum + score.noticed, 0);
    const faults = known.reduce((sum, score) => sum + score.noticed + score.missed, 0);
    return {
      area,
      percent: faults === 0 ? 0 : (100 * noticed) / faults,
      faults,
      minutes: known.reduce((sum, { seconds }) => sum + seconds, 0) / 60,
      files: files.length,
      changed: files.filter((path) => scores[path] && scores[path].digest !== digestOf([path])),
      unmeasured: files.filter((path) => !scores[path]),
    };
  });
}

/** Files in the order of what is missed in them. */
export const worstFiles = (area: string, most: number): readonly (readonly [string, FileScore])[] => {
  const files = new Set(filesOfArea(area));
  return Object.entries(readScores())
    .filter(([path, { missed }]) => files.has(path) && missed > 0)
    .sort(([, one], [, other]) => other.missed - one.missed)
    .slice(0, most);
};
