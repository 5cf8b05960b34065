import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { strykerPlugins as vitestPlugins } from '@stryker-mutator/vitest-runner';
import { NOT_DRAWN, sampleOf } from './sample.ts';
import { drawnOf, fileOf, nearestTests, testsOfFile, type Reached } from './draw.ts';

/**
 * A plug-in of Stryker: runs tests as its runner for vitest does, but of the faults only those that are drawn, each with the tests nearest to it.
 * What the first run reached is kept in a file, because the process of a runner is replaced when a test has hung.
 */
const vitest = vitestPlugins[0]!;

/** The number of no fault. */
const NOTHING = '-1';

const NOTHING_REACHED: Reached = { tests: [], static: {}, perTest: {} };

type Runner = ReturnType<typeof vitest.factory>;
type MutantRun = NonNullable<Parameters<Runner['mutantRun']>[0]>;
type MutantResult = Awaited<ReturnType<Runner['mutantRun']>>;

function createNearRunner(injector: NonNullable<Parameters<typeof vitest.factory>[0]>): Runner {
  const runner = vitest.factory(injector);
  const { most, seed, near, reachedFile, logFile } = sampleOf(process.env);
  let reached: Reached = existsSync(reachedFile) ? (JSON.parse(readFileSync(reachedFile, 'utf8')) as Reached) : NOTHING_REACHED;
  let drawn = drawnOf(reached, most, seed);
  const passesAlone = new Map<string, boolean>();
  /** Files whose tests go on from the ones before them: they are run as a whole. */
  const whole = new Set<string>();

  const isNoticedAlone = async (options: MutantRun, test: string): Promise<boolean> => {
    const known = passesAlone.get(test);
    if (known !== undefined) return known;
    const nothing = { ...options.activeMutant, id: NOTHING };
    const alone = await runner.mutantRun({ ...options, activeMutant: nothing, mutantActivation: 'runtime', testFilter: [test] });
    const passes = 'nrOfTests' in alone && !('killedBy' in alone);
    passesAlone.set(test, passes);
    return passes;
  };

  /** A test that fails by itself with nothing planted has noticed nothing: it is asked again with all of its file. */
  const resultOf = async (options: MutantRun, near: readonly string[]): Promise<MutantResult> => {
    if (near.length === 0) return runner.mutantRun(options);
    const asked = near.flatMap((test) => (whole.has(fileOf(test)) ? testsOfFile(reached, fileOf(test)) : [test]));
    const result = await runner.mutantRun({ ...options, testFilter: [...new Set(asked)] });
    const by = 'killedBy' in result ? result.killedBy[0] : undefined;
    if (by === undefined || whole.has(fileOf(by)) || (await isNoticedAlone(options, by))) return result;
    whole.add(fileOf(by));
    return resultOf(options, near);
  };
  return {
    init: () => runner.init?.() ?? Promise.resolve(),
    dispose: () => runner.dispose?.() ?? Promise.resolve(),
    capabilities: () => runner.capabilities(),
    dryRun: async (options) => {
      const result = await runner.dryRun(options);
      if (!('mutantCoverage' in result) || !result.mutantCoverage) return result;
      reached = { tests: result.tests.map(({ id }) => id), ...result.mutantCoverage };
      drawn = drawnOf(reached, most, seed);
      writeFileSync(reachedFile, JSON.stringify(reached));
      return result;
    },
    mutantRun: async (options) => {
      const { id } = options.activeMutant;
      if (!drawn.has(id)) return { status: 'error', errorMessage: NOT_DRAWN } as MutantResult;
      const started = Date.now();
      const tests = nearestTests(reached, id, near);
      const result = await resultOf(options, tests);
      appendFileSync(logFile, `${lineOf(options, result, tests.length)} ${Math.round((Date.now() - started) / 1000)} s\n`);
      return result;
    },
  };
}
createNearRunner.inject = ['$injector'] as const;

/** What became of a fault, for whoever looks on. */
function lineOf({ activeMutant }: MutantRun, result: MutantResult, tests: number): string {
  const { fileName, location, mutatorName, replacement } = activeMutant;
  const short = replacement.replace(/\s+/gu, ' ').slice(0, 80);
  const by = 'killedBy' in result ? ` by ${result.killedBy[0] ?? ''}` : '';
  return `${result.status}${by} ${fileName}:${location.start.line + 1}:${location.start.column + 1} (${mutatorName}): ${short}; ${tests} tests,`;
}

export const strykerPlugins = [{ kind: vitest.kind, name: 'near', factory: createNearRunner }];
