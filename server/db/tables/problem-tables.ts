/** Apart from the report, so that no list, no export and no change record can carry it out. It goes with the report. */
export interface ProblemJournalTable {
  report_id: number;
  /** The journal, encrypted under the report's number: it can be neither read nor changed in the database. */
  sealed: string;
}
