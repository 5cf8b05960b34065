import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import type { FileReport, RunReport } from './run-report.ts';

/** Where the report goes. */
const TO = process.env['TEST_REPORT'];

/** Tells `scripts/test.mjs` file by file what a run came to. */
export default class FileReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly object[]): void {
    if (TO === undefined) throw new Error('TEST_REPORT is not set');
    // Errors outside of any test say which file was running, if one was.
    const blamed = errors.map((error) => (error as { readonly VITEST_TEST_PATH?: unknown }).VITEST_TEST_PATH);
    const isKnown = (path: unknown) => modules.some(({ moduleId }) => moduleId === path);
    const report: RunReport = {
      files: modules.map((module) => fileReport(module, blamed.includes(module.moduleId))),
      strayErrors: blamed.filter((path) => !isKnown(path)).length,
    };
    writeFileSync(TO, JSON.stringify(report));
  }
}

function fileReport(module: TestModule, isBlamed: boolean): FileReport {
  const tests = [...module.children.allTests()];
  const { environmentSetupDuration, setupDuration, collectDuration, duration } = module.diagnostic();
  const count = (state: string) => tests.filter((test) => test.result().state === state).length;
  return {
    project: module.project.name,
    file: relative(process.cwd(), module.moduleId),
    seconds: (environmentSetupDuration + setupDuration + collectDuration + duration) / 1000,
    passed: count('passed'),
    failed: count('failed'),
    // Left waiting, it was never run to its end.
    isPassed: !isBlamed && (module.state() === 'passed' || module.state() === 'skipped'),
  };
}
