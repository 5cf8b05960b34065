import { useMemo } from 'react';
import { coverageLogic, type CoveragePorts } from '#actors/observe/coverage.actors';
import type { CoverageRef } from '#machines/observe/coverage.machine';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { createCoverageStore, type CoverageStore } from './coverage-store.ts';

/** What the parts of the page share: where it stands, and what was read and chosen. */
export interface Coverage {
  readonly actor: CoverageRef;
  readonly store: CoverageStore;
}

export function useCoverage(ports: Omit<CoveragePorts, 'keep'>): Coverage {
  const { store, logic } = useMemo(() => {
    const created = createCoverageStore();
    return { store: created, logic: coverageLogic({ ...ports, keep: (report) => created.trigger.reportRead({ report }) }) };
  }, [ports]);
  return { actor: useLeafActor(logic, { id: 'coverage' }), store };
}
