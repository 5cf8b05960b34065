/** How many earlier deletions, or changes of watched fields, a new rule covers at most: the newest of them. */
export const MAX_EARLIER = 5000;

/** A section that a rule of data safety can be about. */
export interface RuleChoice {
  /** As rules name it, such as `goods/Goods`. */
  readonly controller: string;
  /** Name of the section. */
  readonly resource: string;
  /** The rule that it has already. */
  readonly rule: number | null;
}

/** What a rule is about, as far as the form says so. */
export interface RuleSubject {
  readonly controller: string;
  /** The fields to be watched, by their wire names; none for rules of the recycle bin. */
  readonly columns: readonly string[];
}
