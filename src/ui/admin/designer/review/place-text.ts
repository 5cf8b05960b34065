import { singleChoice } from '#domain/designer/drawing/life-refusal';
import type { Drawing } from '#domain/designer/drawing/design-act';
import { hasText, t, text } from '../../../base/i18n.ts';
import { titleIn } from '../base/section-title.ts';

/** What a place of a design is called: a field by its label, a property by its word. */
export function placeText(place: string, drawings: readonly Drawing[]): string {
  const [root, name] = [place.slice(0, place.indexOf('.')), place.slice(place.indexOf('.') + 1)];
  if (root === 'fields') {
    const field = drawings.map(({ design }) => design.declaration.fields[name]).find((one) => one !== undefined);
    return t('designer.merge.field', { name: titleIn(field?.label, name) });
  }
  if (root === 'life') return lifePlaceText(name, drawings);
  return propertyText(name);
}

/** A part of a life by what it is called: of states and steps somebody has said so. */
function lifePlaceText(place: string, drawings: readonly Drawing[]): string {
  const [list, name] = [place.slice(0, place.indexOf('.')), place.slice(place.indexOf('.') + 1)];
  const lives = drawings.flatMap(({ design: { declaration } }) => (declaration.life ? [{ ...declaration, life: declaration.life }] : []));
  if (list === 'states') {
    const labels = lives.map(({ life, fields }) => singleChoice(fields[life.field])?.optionLabels?.[name]).find((one) => one !== undefined);
    return t('designer.merge.state', { name: titleIn(labels, name) });
  }
  if (list === 'events') {
    const label = lives.map(({ life }) => life.events[name]?.label).find((one) => one !== undefined);
    return t('designer.merge.event', { name: titleIn(label, name) });
  }
  const key = `designer.merge.${list}`;
  return hasText(key) ? text(key, { name }) : t('designer.property.life');
}

/** What a property is called; its name where there is no word for it. */
export function propertyText(name: string): string {
  const key = `designer.property.${name}`;
  return hasText(key) ? text(key) : name;
}
