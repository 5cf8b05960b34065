/** A figure with what it is of, such as `{ state: 'waiting' }`. */
export interface MeasuredFigure {
  readonly of: Readonly<Record<string, string>>;
  readonly value: number;
}

/** What is measured, for a program that watches many servers. */
export interface Metrics {
  /** @param route of the table of calls, or what kind of page it was: never what a stranger has typed */
  answered(call: { readonly route: string; readonly status: number; readonly seconds: number }): void;
  statementEnded(statement: { readonly seconds: number; readonly hasFailed: boolean }): void;
  /** A figure that is asked for when somebody reads it; one that cannot be had is left out. @param name without `troupe_` */
  figure(name: string, help: string, labels: readonly string[], read: () => Promise<readonly MeasuredFigure[]>): void;
  /** All of it in the text format of Prometheus. */
  read(): Promise<{ readonly text: string; readonly type: string }>;
}
