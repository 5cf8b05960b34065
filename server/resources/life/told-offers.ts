import type { OutputOf } from '#api/contract/base/endpoint';
import type { lifeEndpoint } from '#api/contract/table/life-endpoints';
import type { Issue } from '#domain/base/issue';
import { wireNameOf, type AnyRecord } from '#domain/fields/field';
import type { Life, LifeEvent } from '#domain/life/life';
import type { OpenRequest } from '#domain/life/record-life';
import type { Facts } from '#domain/life/unmet';
import type { Writer } from '../../base/caller.ts';
import type { Language } from '../../base/messages.ts';
import { titlesOf } from '../base/field-titles.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import type { StoredRow } from '../base/row-codec.ts';
import { birthOffers } from './birth-offers.ts';
import { maySend } from './validate-step.ts';
import { factsOfAll, type FactsUnit } from './life-facts.ts';
import { eventLabel } from './life-words.ts';
import { offersOf } from './offers.ts';

type Told = OutputOf<ReturnType<typeof lifeEndpoint>>['offers'];

type Reason = Told[number]['unmet'][number];

/** Says reasons so that each stands by itself: with the field that it is about. */
export function reasonTeller({ resource, ports }: Pick<ResourceContext, 'resource' | 'ports'>, language: Language) {
  const titles = titlesOf(resource);
  return (field: string | null, { key, params }: Issue): Reason => {
    const text = ports.messages.text(language, key, params);
    const title = field === null ? undefined : titles[field];
    if (title === undefined) return { field, message: text };
    const named = typeof title === 'string' ? ports.messages.text(language, title) : (title[language] ?? field);
    return { field, message: ports.messages.text(language, 'refusals.ofField', { field: named ?? '', text }) };
  };
}

interface Standing {
  readonly row: StoredRow;
  readonly values: AnyRecord;
  /** What waits for a second person meanwhile. */
  readonly open: Pick<OpenRequest, 'by' | 'label'> | null;
}

/** What an event is called and asks for, whichever record it is sent to. */
const described = (context: ResourceContext, life: Life, event: string, language: Language) => {
  const { asks, second } = life.events[event] ?? {};
  return {
    label: eventLabel(context, life, event, language),
    asks: { comment: asks?.comment ?? null, fields: (asks?.fields ?? []).map((key) => wireNameOf(key, context.resource.fields[key])) },
    second: second?.days ?? null,
  };
};

/** Tells what adding a record may carry, in the words of whoever asks. */
export async function tellBirth(context: ResourceContext, life: Life, unit: FactsUnit): Promise<Told> {
  const { caller } = unit;
  const [facts] = await factsOfAll(context, life, unit, [{ row: null, values: { [life.field]: life.chart.initial } }]);
  const isAllowed = (name: string, event: LifeEvent): boolean => maySend(context, { caller, write: { action: 'add' } }, name, event);
  return birthOffers(life, facts as Facts, isAllowed).map(({ event, to }) => ({
    event,
    ...described(context, life, event, caller.client.language),
    to: [...to],
    unmet: [],
  }));
}

/** Tells of records what may be done next with each, in the words of whoever asks. What is the same for all of them is looked up once. */
export function offerTeller(
  context: ResourceContext,
  life: Life,
  unit: FactsUnit,
): (records: readonly Standing[]) => Promise<readonly Told[]> {
  const { caller } = unit;
  const { language } = caller.client;
  const reason = reasonTeller(context, language);
  const known = new Map(
    Object.keys(life.events).map((event) => [
      event,
      { mayPress: mayPress(context, life, caller, event), ...described(context, life, event, language) },
    ]),
  );
  const mayBePressed = (event: string): boolean => known.get(event)?.mayPress === true;
  const told = (facts: Facts, { open }: Standing): Told =>
    offersOf(context, life, facts, mayBePressed).flatMap(({ event, to, unmet }) => {
      const found = known.get(event);
      if (!found) return [];
      const { mayPress: _may, ...same } = found;
      const waiting =
        open && same.second !== null
          ? [reason(null, { key: 'refusals.life.requestOpen', params: { name: open.by, event: open.label } })]
          : [];
      return [{ event, ...same, to: [...to], unmet: [...unmet.map(({ field, issue }) => reason(field, issue)), ...waiting] }];
    });
  return async (records) => {
    const facts = await factsOfAll(context, life, unit, records);
    return records.map((record, index) => told(facts[index] as Facts, record));
  };
}

/** Whether somebody may send an event to a record that is there. */
export function mayPress(context: Pick<ResourceContext, 'pagePath'>, life: Life, caller: Writer, name: string): boolean {
  const event = life.events[name];
  return event !== undefined && maySend(context, { caller, write: { action: 'edit' } }, name, event);
}
