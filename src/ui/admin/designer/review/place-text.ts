import type { Drawing } from '#domain/designer/drawing/design-act';
import { arrowsOf, transitionAt } from '#domain/life/drawing/life-parts';
import { wayText } from '#machines/designer/life-chart';
import { hasText, pageLanguage, t, text } from '../../../base/i18n.ts';
import { eventTitle, stateTitle } from '../base/life-titles.ts';
import { titleIn } from '../base/section-title.ts';
import { listed } from '../life/base/life-words.ts';
import type { LivingResource } from '#domain/table/resource';

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
  const list = place.includes('.') ? place.slice(0, place.indexOf('.')) : '';
  const name = place.slice(list.length + 1);
  const drawn = drawings.map(({ design }) => design.declaration);
  if (list === 'states') return t('designer.merge.state', { name: stateTitle(drawn, name) });
  if (list === 'events') return t('designer.merge.event', { name: eventTitle(drawn, name) });
  if (list === '') return t(place === 'initial' || place === 'field' ? `designer.merge.life.${place}` : 'designer.property.life');
  const users = usersOf(
    drawn.flatMap((one) => (one.life ? [{ ...one, life: one.life }] : [])),
    list,
    name,
  );
  return text(`designer.merge.${list}`, {
    name: users.length > 0 ? listed(users.map((user) => t('designer.merge.quoted', { name: user }))) : name,
  });
}

/** What asks for a condition, does an effect or waits for a time, as people know it: these have names for programs alone. */
function usersOf(drawn: readonly LivingResource[], list: string, name: string): readonly string[] {
  const titles = drawn.flatMap((section) => {
    const { chart } = section.life;
    const holding = Object.keys(chart.states).filter((state) => list === 'conditions' && chart.states[state]?.meta?.holds?.includes(name));
    const leading = arrowsOf(section.life).flatMap((arrow) => {
      const { guard, actions = [] } = transitionAt(section.life, arrow) ?? {};
      if (list === 'delays') return arrow.by === 'after' && arrow.name === name ? [stateTitle(drawn, arrow.from)] : [];
      const isUser = list === 'conditions' ? guard === name : actions.includes(name);
      return isUser ? [arrow.by === 'on' ? eventTitle(drawn, arrow.name) : wayText(section, pageLanguage(), arrow)] : [];
    });
    return [...holding.map((state) => stateTitle(drawn, state)), ...leading];
  });
  return [...new Set(titles)];
}

/** What a property is called; its name where there is no word for it. */
export function propertyText(name: string): string {
  const key = `designer.property.${name}`;
  return hasText(key) ? text(key) : name;
}
