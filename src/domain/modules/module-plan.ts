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
