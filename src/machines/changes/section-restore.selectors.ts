import type { SectionRestoreSnapshot } from './section-restore.machine.ts';

export const selectSectionRestoreIsDone = (snapshot: SectionRestoreSnapshot): boolean => snapshot.matches('done');
export const selectSectionRestoreIsStarting = (snapshot: SectionRestoreSnapshot): boolean => snapshot.matches('starting');
export const selectSectionRestoreIsAsking = (snapshot: SectionRestoreSnapshot): boolean => snapshot.matches('asking');
