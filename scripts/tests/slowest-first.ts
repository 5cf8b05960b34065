import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { readTimes, recordedSeconds } from './times.ts';

/** Begins with what took longest when it was last recorded: a long file begun last would run when all others are done. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const times = readTimes();
    const secondsOf = ({ moduleId }: TestSpecification) => recordedSeconds(times, relative(process.cwd(), moduleId));
    return (await super.sort(files)).toSorted((one, other) => secondsOf(other) - secondsOf(one));
  }
}
