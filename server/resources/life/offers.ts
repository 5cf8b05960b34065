import type { Issue } from '#domain/base/issue';
import { wireNameOf } from '#domain/fields/field';
import { stateOf, waysFrom, type Life } from '#domain/life/life';
import { unmet, type Facts } from '#domain/life/unmet';
import type { ResourceContext } from '../base/resource-context.ts';
import { runLife } from './decide.ts';
import { changedKeys, setsOf, unmetAfter } from './validate-step.ts';

/** An event that somebody may send, and what speaks against it. */
export interface Offer {
  readonly event: string;
  readonly to: readonly string[];
  readonly unmet: readonly { readonly field: string | null; readonly issue: Issue }[];
}

/** The events that lead on from a record's state, for whoever may send them: what an offer without reasons says is what would happen. */
export function offersOf(
  { resource }: Pick<ResourceContext, 'resource'>,
  life: Life,
  facts: Facts,
  isAllowed: (event: string) => boolean,
): readonly Offer[] {
  const state = String(facts.values[life.field]);
  return Object.keys(stateOf(life, state)?.on ?? {})
    .filter(isAllowed)
    .map((event) => {
      const ways = waysFrom(life, state, 'on', event);
      const decision = runLife(life).decide(state, event, facts);
      const found = decision
        ? unmetAfter(life, decision, facts, state, changedKeys(facts.values, setsOf(life, decision, facts)))
        : ways.flatMap(({ guard }) => (guard === undefined ? [] : unmet(life, { name: guard }, facts)));
      // What comes with the event is not there yet.
      const asked = life.events[event]?.asks?.fields ?? [];
      return {
        event,
        to: decision ? [decision.to] : [...new Set(ways.map(({ target = state }) => target))],
        unmet: found
          .filter(({ field }) => field === null || !asked.includes(field))
          .map(({ field, issue }) => ({ field: field === null ? null : wireNameOf(field, resource.fields[field]), issue })),
      };
    });
}
