import { singleChoice } from '#domain/designer/drawing/life-refusal';
import type { Resource } from '#domain/table/resource';
import { titleIn } from './section-title.ts';

type Drawn = Pick<Resource, 'life' | 'fields'>;

/** What a state is called in the first of these that has words for it: of one that is gone only an older one knows. */
export const stateTitle = (drawn: readonly Drawn[], state: string): string =>
  titleIn(drawn.map(({ life, fields }) => life && singleChoice(fields[life.field])?.optionLabels?.[state]).find(Boolean), state);

/** The same of a step that people take. */
export const eventTitle = (drawn: readonly Drawn[], event: string): string =>
  titleIn(drawn.map(({ life }) => life?.events[event]?.label).find(Boolean), event);
