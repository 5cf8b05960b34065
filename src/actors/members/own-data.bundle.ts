import { saveFile } from '../base/save-file.ts';
import { ownFilesLogic } from '../files/own-files.actors.ts';
import { dataExportLogic, deletionLogic } from './own-data.actors.ts';
import type { SafetyPorts } from './safety-ports.ts';

/** The logics of what a member has here, with their effects bound. */
export const ownDataBundle = (ports: SafetyPorts) => ({
  dataExport: dataExportLogic({ ...ports, saveFile }),
  deletion: deletionLogic(ports),
  ownFiles: ownFilesLogic(ports),
});
export type OwnDataBundle = ReturnType<typeof ownDataBundle>;
