import type { binSectionsMachine } from '#machines/changes/bin-sections.machine';
import type { changeRecordsMachine } from '#machines/changes/change-records.machine';
import type { erasureMachine } from '#machines/changes/erasure.machine';
import type { recordHistoryMachine } from '#machines/changes/record-history.machine';
import type { restoreMachine } from '#machines/changes/restore.machine';
import type { rollBackMachine } from '#machines/changes/roll-back.machine';
import type { ruleSubjectMachine } from '#machines/changes/rule-subject.machine';
import type { undoPlanMachine } from '#machines/changes/undo-plan.machine';
import type { Call } from '#api/client';
import { findResource, findSection, knownSections } from '../base/resource-book.ts';
import { binSectionsLogic, newReveal, restoreLogic, rollBackLogic, type Reveal } from './data-safety.actors.ts';
import { erasureLogic } from './erasure.actors.ts';
import { ruleSubjectLogic } from './rule-subject.actors.ts';
import { changeRecordsLogic } from './change-records.actors.ts';
import { recordHistoryLogic } from './record-history.actors.ts';
import { undoPlanLogic } from './undo-plan.actors.ts';

/** The logics of the journal of changes, with their effects bound. */
export interface ChangesBundle {
  readonly undoPlan: typeof undoPlanMachine;
  readonly recordHistory: typeof recordHistoryMachine;
  readonly changeRecords: typeof changeRecordsMachine;
  readonly binSections: typeof binSectionsMachine;
  readonly ruleSubject: typeof ruleSubjectMachine;
  readonly erasure: typeof erasureMachine;
  readonly restore: typeof restoreMachine;
  readonly rollBack: typeof rollBackMachine;
  /** Each entry has its own. */
  readonly newReveal: () => Reveal;
}

export interface ChangesBundlePorts {
  readonly call: Call;
  /** The records of a controller are no longer what lists show of them. */
  readonly recordsChanged: (controller: string) => void;
}

/** Comes with the first history, timeline or bin that is opened. */
export function changesBundle({ call, recordsChanged }: ChangesBundlePorts): ChangesBundle {
  const tellLists = (resources: readonly string[] | null) => {
    const told = resources === null ? knownSections() : resources.flatMap((name) => findSection(name) ?? []);
    for (const { controller } of told) recordsChanged(controller);
  };
  const ports = { call, find: findResource, recordsChanged: tellLists };
  return {
    undoPlan: undoPlanLogic(ports),
    recordHistory: recordHistoryLogic(ports),
    changeRecords: changeRecordsLogic(ports),
    binSections: binSectionsLogic(ports),
    ruleSubject: ruleSubjectLogic(ports),
    erasure: erasureLogic(ports),
    restore: restoreLogic(ports),
    rollBack: rollBackLogic(ports),
    newReveal: () => newReveal(ports),
  };
}
