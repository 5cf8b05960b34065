import type { PlanPlace, PlanRequest } from '#domain/changes/change-plan';
import { openable } from '../base/openable.ts';

interface PlanWish {
  /** What the person calls it. */
  readonly kind: 'undo' | 'rewind' | 'restore';
  /** null: a moment has to be chosen first, for `place`. */
  readonly request: PlanRequest | null;
  readonly place?: PlanPlace;
  /** What it is about, for people. */
  readonly title: string;
}

/** The window in which a plan is reviewed. A leaf of whatever shows changes. */
export const planWindowLogic = openable<'disclosure', PlanWish>('disclosure', { kind: 'undo', request: null, title: '' });

interface ErasureWish {
  readonly resource: string;
  readonly id: number;
}

/** The window in which what a record was is erased. It belongs to what stays when that is gone, for it shows what was done. */
export const erasureWindowLogic = openable<'disclosure', ErasureWish>('disclosure', { resource: '', id: 0 });

interface Entries {
  readonly ids: readonly number[];
  /** Sections that they come from. */
  readonly resources: readonly string[];
}

/** The window in which entries of the recycle bin, or of the log of sensitive data, go back where they came from. */
export const entriesWindowLogic = openable<'disclosure', Entries>('disclosure', { ids: [], resources: [] });
