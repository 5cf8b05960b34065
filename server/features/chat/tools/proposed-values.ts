import type { ProposedEventInput } from '#api/contract/chat/tool-inputs';
import { rejection } from '#domain/base/failure';
import { wireNameOf, type Field } from '#domain/fields/field';
import type { AdminCaller } from '../../../base/caller.ts';
import { notFound } from '../../../base/refusal.ts';
import type { StoredStep } from '../../../db/tables/chat-tables.ts';
import type { WireRow } from '../../../resources/base/list-reply.ts';
import type { ResourceEngine } from '../../../resources/define-resource.ts';
import { eventLabel, stateLabel } from '../../../resources/life/life-words.ts';
import { postedValues } from '../../../resources/write/check-write.ts';
import { proposableFields, type Telling } from './told-fields.ts';
import { hasMask } from './tool-values.ts';

/** @returns the fields that a model may propose values for. @throws where one of these values is for another, or stands for one that is not told */
export function checkProposedValues(
  { resource }: ResourceEngine,
  values: Readonly<Record<string, unknown>>,
  telling: Telling,
): ReadonlyMap<string, Field> {
  const fields = proposableFields(resource, telling);
  const unknown = Object.keys(values).filter((name) => !fields.has(name));
  if (unknown.length > 0) throw rejection('refusals.parameter', { name: unknown.join(', ').slice(0, 100) });
  if (hasMask(values)) throw rejection('refusals.parameter', { name: '•••' });
  return fields;
}

/** Judges an event as its offer does. @throws SyntaxError with what speaks against it, in words for the model */
export async function stepFor(
  engine: ResourceEngine,
  { event, id, values, comment }: ProposedEventInput,
  row: WireRow,
  caller: AdminCaller,
): Promise<StoredStep> {
  const { life, fields } = engine.resource;
  const { records } = await engine.readOffers([id], caller);
  const offer = records.find((one) => one.id === id)?.offers.find((one) => one.event === event);
  if (!life) throw notFound();
  const called = { 'zh-cn': eventLabel(engine.context, life, event, 'zh-cn'), en: eventLabel(engine.context, life, event, 'en') };
  if (!offer) {
    const { language } = caller.client;
    const state = stateLabel(engine.context, life, String(row[wireNameOf(life.field, fields[life.field])]), language);
    const words = { event: called[language], state };
    throw new SyntaxError(engine.context.ports.messages.text(language, 'refusals.life.notFromHere', words));
  }
  if (offer.unmet.length > 0) throw new SyntaxError(offer.unmet.map(({ message }) => message).join(' '));
  const surplus = Object.keys(values).filter((name) => !offer.asks.fields.includes(name));
  if (surplus.length > 0) throw new SyntaxError(`${event} does not ask for ${surplus.join(', ').slice(0, 100)}.`);
  if (offer.asks.comment === 'required' && comment === '') throw new SyntaxError(`${event} asks for a comment.`);
  postedValues(engine.context, values);
  const [to, ...others] = offer.to;
  return {
    event,
    label: called,
    comment,
    sets: to === undefined || others.length > 0 ? {} : { [wireNameOf(life.field, fields[life.field])]: to },
  };
}
