import type { Drawing } from '#domain/designer/drawing/design-act';
import { hasText, t, text } from '../../../base/i18n.ts';
import { eventTitle, stateTitle } from '../base/life-titles.ts';
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
  const drawn = drawings.map(({ design }) => design.declaration);
  if (list === 'states') return t('designer.merge.state', { name: stateTitle(drawn, name) });
  if (list === 'events') return t('designer.merge.event', { name: eventTitle(drawn, name) });
  const key = `designer.merge.${list}`;
  return hasText(key) ? text(key, { name }) : t('designer.property.life');
}

/** What a property is called; its name where there is no word for it. */
export function propertyText(name: string): string {
  const key = `designer.property.${name}`;
  return hasText(key) ? text(key) : name;
}
