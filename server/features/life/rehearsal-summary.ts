import type { OutputOf } from '#api/contract/base/endpoint';
import { TOLD_ACTS, type rehearseLife } from '#api/contract/life/life-rehearsal';
import { wireNameOf } from '#domain/fields/field';
import type { Life } from '#domain/life/life';
import type { Unmet } from '#domain/life/unmet';
import type { AdminCaller } from '../../base/caller.ts';
import type { ResourceContext } from '../../resources/base/resource-context.ts';
import { nameRead } from '../../resources/base/shipped-names.ts';
import { delayLabel, eventLabel, stateLabel } from '../../resources/life/life-words.ts';
import { reasonTeller } from '../../resources/life/told-offers.ts';
import type { Stored } from './past-records.ts';
import { asksOthers, type Verdict } from './rehearse-act.ts';

type Told = OutputOf<typeof rehearseLife>;
type Counts = Told['total'];

/** Reasons that are told, the most frequent first. */
const TOLD_REASONS = 100;

const NONE: Counts = { acts: 0, refused: 0, elsewhere: 0, undecidable: 0 };

/**
 * Counts verdicts by event, person and reason, in words.
 * @param standing the section as it is; what was done by an event that the drawing does not have any more is called as it is there
 */
export function createRehearsalSummary(context: ResourceContext, life: Life, standing: ResourceContext, caller: AdminCaller) {
  const { language } = caller.client;
  const say = reasonTeller(context, language);
  const total = { ...NONE };
  const events = new Map<string, Told['events'][number]>();
  const people = new Map<string, Told['people'][number]>();
  const reasons = new Map<string, Told['reasons'][number]>();
  const examples: Told['examples'][number][] = [];
  let byToday = 0;
  const wordsOf = ({ field, issue }: Unmet) =>
    say(field === null || field === 'comment' ? field : wireNameOf(field, context.resource.fields[field]), issue);
  const labelOf = ({ event, source }: Stored): string => {
    if (event === null) return context.ports.messages.text(language, 'refusals.life.rehearsed.save');
    for (const [of, lives] of [[context, life] as const, [standing, standing.resource.life] as const]) {
      if (lives && source === 'time' && Object.hasOwn(lives.delays, event)) return delayLabel(of, lives, event, language);
      if (lives && Object.hasOwn(lives.events, event)) return eventLabel(of, lives, event, language);
    }
    return event;
  };
  return {
    note(act: Stored, verdict: Verdict, title: string): void {
      const event = act.event ?? 'save';
      const person = act.actor_type === 'admin' ? act.actor_id : 0;
      const ofEvent = events.get(event) ?? { event, label: labelOf(act), ...NONE };
      const ofPerson = people.get(`${person}`) ?? { id: person, name: person === 0 ? '' : act.actor_name, ...NONE };
      events.set(event, ofEvent);
      people.set(`${person}`, ofPerson);
      for (const counts of [total, ofEvent, ofPerson]) {
        counts.acts += 1;
        if (verdict.verdict !== 'same') counts[verdict.verdict] += 1;
      }
      if (verdict.verdict !== 'undecidable' && asksOthers(life)) byToday += 1;
      if (verdict.verdict === 'same') return;
      const told = 'reasons' in verdict ? verdict.reasons.map(wordsOf) : [];
      for (const { field, message } of told) {
        if (verdict.verdict === 'elsewhere') continue;
        const key = JSON.stringify([verdict.verdict, field, message]);
        const known = reasons.get(key) ?? { verdict: verdict.verdict, field, message, count: 0 };
        known.count += 1;
        reasons.set(key, known);
      }
      if (examples.length < TOLD_ACTS)
        examples.push({
          recordId: act.record_id,
          title: nameRead(context.resource, title, { messages: context.ports.messages, language }),
          at: act.at,
          by: act.actor_name,
          event,
          label: ofEvent.label,
          from: act.from_state,
          to: act.to_state,
          verdict: verdict.verdict,
          leads: verdict.verdict === 'elsewhere' ? stateLabel(context, life, verdict.leads, language) : null,
          reasons: told,
        });
    },
    result: (): Omit<Told, 'from' | 'until' | 'isCut'> => ({
      total,
      events: [...events.values()].toSorted((a, b) => b.acts - a.acts),
      people: [...people.values()].toSorted((a, b) => b.acts - a.acts),
      reasons: [...reasons.values()].toSorted((a, b) => b.count - a.count).slice(0, TOLD_REASONS),
      byToday,
      examples,
    }),
  };
}
