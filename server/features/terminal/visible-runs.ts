import type { Writer } from '../../base/caller.ts';
import { may } from '../../resources/access/permissions.ts';

const ALL = 'auth/terminalrun/all';

/** Whoever opens the page of runs sees their own; those of everybody are for super administrators, and for who has a right of its own to them. */
export const seesAllRuns = (caller: Writer): boolean => caller.grants.isSuper || may(caller, ALL);
