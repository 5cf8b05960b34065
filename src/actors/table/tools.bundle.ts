import type { bulkEditMachine } from '#machines/table/bulk-edit.machine';
import type { exportMachine } from '#machines/table/export.machine';
import type { matchingRunMachine } from '#machines/table/matching-run.machine';
import type { relatedChoiceMachine } from '#machines/table/related-choice.machine';
import { requireResource } from '../base/resource-book.ts';
import { saveFile } from '../base/save-file.ts';
import { bulkEditLogic } from './bulk-edit.actors.ts';
import { exportLogic } from './export.actors.ts';
import { relatedChoiceLogic } from './related-choice.actors.ts';
import { watchRunning, isTyped, matchingForm, matchingRunLogic, type MatchingPorts } from './matching-run.actors.ts';

/** What the tools of tables need, with effects bound; no list begins with one of them. */
export interface TableToolsBundle {
  readonly matchingRun: typeof matchingRunMachine;
  /** Whether a run over all records that match would be left half done. */
  readonly isRunning: typeof watchRunning;
  /** The form of a run: what is chosen there is handed to whoever finds the records. */
  readonly matchingForm: typeof matchingForm;
  readonly exportList: typeof exportMachine;
  readonly bulkEdit: typeof bulkEditMachine;
  /** Whether what is chosen for many records would be lost. */
  readonly isTyped: typeof isTyped;
  readonly relatedChoice: typeof relatedChoiceMachine;
}

/** Loaded with the first tool that is opened. */
export const tableToolsBundle = ({ call, ...ports }: Omit<MatchingPorts, 'resourceOf'>): TableToolsBundle => ({
  matchingRun: matchingRunLogic({ ...ports, call, resourceOf: requireResource }),
  isRunning: watchRunning,
  matchingForm,
  exportList: exportLogic({ call, resourceOf: requireResource, saveFile }),
  bulkEdit: bulkEditLogic({ call, resourceOf: requireResource }),
  isTyped,
  relatedChoice: relatedChoiceLogic({ call }),
});
