import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { inOrder, readTimes } from './times.ts';

/** Begins with what took longest when it was last recorded: a long file begun last would run when all others are done. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const known = (await super.sort(files)).map((own) => ({ own, project: own.project.name, file: relative(process.cwd(), own.moduleId) }));
    return inOrder(known, readTimes()).map(({ own }) => own);
  }
}
