/** What a span says, such as `{ 'http.route': '/admin/goods.Goods/index' }`: names and figures, never what a person has written. */
type SpanFacts = Readonly<Record<string, string | number>>;

/** What begins. */
export interface SpanStart {
  /** One of a few: no id, no value. */
  readonly name: string;
  readonly kind: 'call' | 'job';
  readonly facts: SpanFacts;
  /** `traceparent` as it came from outside, valid or not. */
  readonly parent?: string | null;
}

/** Where time goes, for a program that puts the work of many servers together. */
export interface Tracing {
  /** Does work within a span, which ends with it and has failed where it throws. */
  within<T>(start: SpanStart, work: () => Promise<T>): Promise<T>;
  /** Says more of the span that this is done within; outside of any it says nothing. */
  tell(facts: SpanFacts, hasFailed?: boolean): void;
  /** A statement that has just ended, and took so many milliseconds; its text is only looked at for what it does with which tables. */
  statementEnded(statement: { readonly sql: string; readonly ms: number; readonly hasFailed: boolean }): void;
  /** Sends what waits, for a few seconds at most. Never throws. */
  stop(): Promise<void>;
}
