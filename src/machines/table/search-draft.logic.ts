/**
 * What a search panel offers to fill in: groups of conditions, each with its field and operator. The values stand in the panel's own
 * form until it is sent. The first group has a box for every field; further ones have those that somebody asked for. Owned by the panel.
 */
import { fromTransition, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { MAX_CONDITIONS, MAX_GROUPS, type SearchOperator } from '#domain/table/resource-query';

export interface DraftCondition {
  readonly field: string;
  readonly operator: SearchOperator;
}

export interface DraftGroup {
  /** Stays the same while other groups come and go. */
  readonly key: number;
  readonly conditions: readonly DraftCondition[];
}

interface SearchDraft {
  readonly groups: readonly DraftGroup[];
  readonly nextKey: number;
  /** What was asked for last: there the person goes on. */
  readonly newest: { readonly key: number; readonly field: string } | null;
}

export type SearchDraftEvent =
  | { readonly type: 'draft.operatorChosen'; readonly key: number; readonly condition: DraftCondition }
  | { readonly type: 'draft.groupAdded'; readonly condition: DraftCondition }
  | { readonly type: 'draft.conditionAdded'; readonly key: number; readonly condition: DraftCondition }
  | { readonly type: 'draft.conditionRemoved'; readonly key: number; readonly field: string };

const changed = (groups: readonly DraftGroup[], key: number, change: (all: readonly DraftCondition[]) => readonly DraftCondition[]) =>
  groups.map((group) => (group.key === key ? { ...group, conditions: change(group.conditions) } : group));

const isFull = ({ groups }: SearchDraft): boolean => groups.slice(1).flatMap(({ conditions }) => conditions).length >= MAX_CONDITIONS;
const has = ({ groups }: SearchDraft, key: number, field: string): boolean =>
  groups.some((group) => group.key === key && group.conditions.some((one) => one.field === field));

function next(draft: SearchDraft, event: SearchDraftEvent): SearchDraft {
  const { groups, nextKey } = draft;
  switch (event.type) {
    case 'draft.operatorChosen': {
      const { key, condition } = event;
      return { ...draft, groups: changed(groups, key, (all) => all.map((one) => (one.field === condition.field ? condition : one))) };
    }
    case 'draft.groupAdded': {
      if (groups.length >= MAX_GROUPS || isFull(draft)) return draft;
      const added = { key: nextKey, conditions: [event.condition] };
      return { groups: [...groups, added], nextKey: nextKey + 1, newest: { key: nextKey, field: event.condition.field } };
    }
    case 'draft.conditionAdded': {
      const { key, condition } = event;
      if (isFull(draft) || has(draft, key, condition.field)) return draft;
      return { ...draft, groups: changed(groups, key, (all) => [...all, condition]), newest: { key, field: condition.field } };
    }
    case 'draft.conditionRemoved': {
      const left = changed(groups, event.key, (all) => all.filter(({ field }) => field !== event.field));
      return { ...draft, groups: left.filter(({ conditions }, index) => index === 0 || conditions.length > 0), newest: null };
    }
    default:
      // The library's own stop event passes here too and changes nothing.
      return draft;
  }
}

/** The first of the given groups is that of all fields. */
export const searchDraftLogic = fromTransition(
  next,
  ({ input }: { readonly input: readonly (readonly DraftCondition[])[] }): SearchDraft => ({
    groups: input.map((conditions, key) => ({ key, conditions })),
    nextKey: input.length,
    newest: null,
  }),
);

/** How often the panel was emptied: its boxes begin anew, also those whose conditions were never in force. */
export const searchResetsLogic = fromTransition(
  (resets: number, event: { readonly type: 'search.reset' }) => (event.type === 'search.reset' ? resets + 1 : resets),
  0,
);

export type SearchDraftRef = ActorRefFrom<typeof searchDraftLogic>;
type SearchDraftSnapshot = SnapshotFrom<typeof searchDraftLogic>;

export const selectDraftGroups = ({ context }: SearchDraftSnapshot): readonly DraftGroup[] => context.groups;
export const selectCanAddGroup = ({ context }: SearchDraftSnapshot): boolean => context.groups.length < MAX_GROUPS && !isFull(context);
/** Where the keyboard goes: to what was just asked for. */
export const selectIsNewest =
  (key: number, field: string) =>
  ({ context: { newest } }: SearchDraftSnapshot): boolean =>
    newest?.key === key && newest.field === field;
