import type { WiderAsk } from './asks-difference.ts';

/** What is done to one section where its module is brought to a version. */
export interface PlannedSection {
  readonly name: string;
  readonly table: string;
  readonly isNew: boolean;
  readonly steps: readonly PlannedStep[];
}

export interface PlannedStep {
  readonly id: string;
  readonly kind: string;
  readonly class: string;
  readonly subject: string;
  readonly detail: string;
  /** Records that it takes something from, or that ask for something; null where it speaks of none in particular. */
  readonly rows: number | null;
}

/** How many records a section has, and what it is called. */
export interface SectionRecords {
  readonly name: string;
  readonly label: Readonly<Record<string, string>>;
  readonly rows: number;
}

/** Where somebody else signs a module than when it was first installed: fingerprints, '' where nobody did and the program's own list tells of it. */
export interface PublisherChange {
  readonly before: string;
  readonly now: string;
}

/** What bringing a module to a version would do. */
export interface ModulePlan {
  readonly hash: string;
  readonly from: string | null;
  readonly to: string;
  readonly asks: readonly WiderAsk[];
  readonly publisher: PublisherChange | null;
  readonly sections: readonly PlannedSection[];
  /** Sections that the module has no more, with their records. */
  readonly gone: readonly SectionRecords[];
  /** First records that are added. */
  readonly rows: number;
  /** Records that wait since the module was removed, or a version had their sections no more. */
  readonly waiting: number;
}
