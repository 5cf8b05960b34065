import type { Life } from '#domain/life/life';
import type { Language } from '../../base/messages.ts';
import type { ResourceContext } from '../base/resource-context.ts';

type Speaking = Pick<ResourceContext, 'resource' | 'ports'>;

/** What a state is called: as the option of its field. */
export function stateLabel({ resource, ports }: Speaking, life: Life, state: string, language: Language): string {
  const field = resource.fields[life.field];
  const own = field && 'optionLabels' in field ? field.optionLabels?.[state]?.[language] : undefined;
  return own ?? ports.messages.text(language, `resources.${resource.name}.options.${life.field}.${state}`);
}

/** What an event is called: its own label, or the section's texts have it. */
export const eventLabel = ({ resource, ports }: Speaking, life: Life, event: string, language: Language): string =>
  life.events[event]?.label?.[language] ?? ports.messages.text(language, `resources.${resource.name}.events.${event}`);
