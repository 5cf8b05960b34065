/** A rule that can be asked about, parents before what is below them. */
export interface RuleOption {
  readonly node: string;
  readonly title: string;
  /** 0 at the top. */
  readonly depth: number;
}

/** What decides whether somebody may do what a node stands for. */
export type ExplanationReason = 'super' | 'granted' | 'notGranted' | 'noGroup' | 'groupsOff' | 'accountOff' | 'ruleOff' | 'unknownNode';

/** Why an administrator may do what a node stands for, or not: from the rule over their groups to the answer. */
export interface Explanation {
  readonly reason: ExplanationReason;
  readonly isAllowed: boolean;
  readonly node: string;
  /** The rule that stands for the node, from its highest parent down. */
  readonly rules: readonly { readonly id: number; readonly title: string; readonly name: string; readonly isActive: boolean }[];
  readonly groups: readonly {
    readonly id: number;
    readonly name: string;
    readonly isActive: boolean;
    readonly isSuper: boolean;
    readonly grants: boolean;
  }[];
}
