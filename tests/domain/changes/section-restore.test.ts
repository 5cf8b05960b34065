import { expect, it } from 'vitest';
import { RESTORE_MODES, RESTORE_TROUBLES, rowsToRestore, type RestoreReport } from '#domain/changes/section-restore';

it('brings back what is missing, and what has changed where that is wanted', () => {
  const report = { missing: 3, changed: 4 } as RestoreReport;
  expect(RESTORE_MODES.map((mode) => rowsToRestore(report, mode))).toEqual([3, 7]);
  expect(RESTORE_MODES).toEqual(['missing', 'changed']);
  expect(RESTORE_TROUBLES).toEqual(['madeLater', 'cancelled', 'lost', 'other']);
});
