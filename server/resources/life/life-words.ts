import { textIn } from '#domain/fields/kinds/base/declared';
import { isMailed, type Life } from '#domain/life/life';
import { wireNameOf } from '#domain/fields/field';
import type { Language } from '../../base/messages.ts';
import { fieldWords } from '../base/field-titles.ts';
import type { ResourceContext } from '../base/resource-context.ts';

type Speaking = Pick<ResourceContext, 'resource' | 'ports'>;

/** What a state is called: as the option of its field. */
export function stateLabel({ resource, ports }: Speaking, life: Life, state: string, language: Language): string {
  if (state === '') return ports.messages.text(language, 'refusals.life.noState');
  const field = resource.fields[life.field];
  const own = field && 'optionLabels' in field ? textIn(field.optionLabels?.[state], language) : undefined;
  return own ?? ports.messages.text(language, `resources.${resource.name}.options.${life.field}.${state}`);
}

/** What an event is called: its own label, or the section's texts have it; a time by what it waits for. */
export function eventLabel(context: Speaking, life: Life, event: string, language: Language): string {
  const { resource, ports } = context;
  if (!Object.hasOwn(life.events, event) && Object.hasOwn(life.delays, event)) return delayLabel(context, life, event, language);
  return textIn(life.events[event]?.label, language) ?? ports.messages.text(language, `resources.${resource.name}.events.${event}`);
}

/** What a mail of a step is called. */
export function effectTitle({ effects }: Pick<Life, 'effects'>, name: string, language: Language): string {
  const effect = Object.hasOwn(effects, name) ? effects[name] : undefined;
  return effect && isMailed(effect) ? (textIn(effect.title, language) ?? name) : name;
}

/** A time is called as the field that says it, or as long as it is. */
export function delayLabel({ resource, ports }: Speaking, life: Life, name: string, language: Language): string {
  const delay = life.delays[name];
  if (!delay) return name;
  if ('seconds' in delay) return ports.messages.text(language, ...lengthOf(delay.seconds));
  return fieldWords(resource, wireNameOf(delay.field, resource.fields[delay.field]), { messages: ports.messages, language });
}

function lengthOf(seconds: number): readonly [key: string, params: { readonly count: number }] {
  if (seconds % 86_400 === 0) return ['refusals.life.afterDays', { count: seconds / 86_400 }];
  if (seconds % 3600 === 0) return ['refusals.life.afterHours', { count: seconds / 3600 }];
  return ['refusals.life.afterMinutes', { count: Math.round(seconds / 60) }];
}
