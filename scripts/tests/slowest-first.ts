import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take minutes, whatever their length; begun last, the others would be done long before them. */
const SLOWEST = ['access-chinese-light.e2e.ts', 'access-english-dark.e2e.ts', 'gateway.e2e.ts', 'account.e2e.ts', 'embedded.test.ts'];

const isSlow = ({ moduleId }: TestSpecification): boolean => SLOWEST.some((name) => moduleId.endsWith(`/${name}`));

/** Begins with what takes longest; without this, a machine that has never run the tests begins with the largest files. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
