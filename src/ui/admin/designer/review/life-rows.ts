import { effectsAt } from '#domain/life/drawing/life-acts';
import { arrowsOf, transitionAt } from '#domain/life/drawing/life-parts';
import type { SendableSection } from '#domain/life/drawing/sendable-steps';
import type { Condition, Delay, Effect, Life, LifeEvent, LifeState, LifeText } from '#domain/life/life';
import { wayText } from '#machines/designer/life-chart';
import type { LivingResource, Resource } from '#domain/table/resource';
import { pageLanguage, t } from '../../../base/i18n.ts';
import { fieldLabel } from '../../../kit/resource-texts.ts';
import { eventTitle, stateTitle } from '../base/life-titles.ts';
import { lifeConditionText, effectText, listed, delayText, valueText } from '../life/base/life-words.ts';

/** A property of a part, as the form calls it and shows it. */
export interface LifeRow {
  readonly id: string;
  /** '' where the text says all. */
  readonly term: string;
  readonly text: string;
}

/** What sentences about a life are of, and where the steps of other sections are called by their labels. */
interface Of {
  readonly life: Life;
  readonly section: LivingResource;
  readonly sections: readonly SendableSection[] | null;
}

const row = (id: string, term: string, text: string): LifeRow => ({ id, term, text: text === '' ? t('designer.merge.nothing') : text });
const yesNo = (id: string, term: string, is: boolean): LifeRow => row(id, term, t(is ? 'designer.on' : 'designer.off'));
const LANGUAGES = ['zh-cn', 'en'] as const;

/** A text in both languages, the page's own first, as its form has it. */
const pair = (id: string, term: string, value: LifeText | undefined): readonly LifeRow[] =>
  (pageLanguage() === 'en' ? LANGUAGES.toReversed() : LANGUAGES).map((language) =>
    row(
      `${id}.${language}`,
      t('designer.merge.inLanguage', { term, language: t(`designer.language.${language}`) }),
      value?.[language] ?? '',
    ),
  );

const fieldNames = (section: Resource, keys: readonly string[] = []): string => listed(keys.map((key) => fieldLabel(section, key)));

/**
 * What a part of a life says, by the properties of its form; none of what no form has.
 * @param sections what is known of the steps of other sections; null while that is nothing
 */
export function rowsOf(
  section: LivingResource,
  list: string,
  name: string,
  part: unknown,
  sections: readonly SendableSection[] | null = null,
): readonly LifeRow[] {
  const of: Of = { life: section.life, section, sections };
  if (list === 'states') return stateRows(of, name, part as LifeState);
  if (list === 'events') return eventRows(section, part as LifeEvent);
  if (list === 'conditions') return [row('condition', '', lifeConditionText(part as Condition, of))];
  if (list === 'delays') return delayRows(section, part as Delay);
  if (list === 'effects') return effectRows(of, part as Effect);
  if (list === 'initial') return [row('initial', '', stateTitle([section], String(part)))];
  return [row(list, '', list === 'field' ? fieldLabel(section, String(part)) : String(part))];
}

function eventRows(section: LivingResource, { label, right, asks, second, undo, asStatus }: LifeEvent): readonly LifeRow[] {
  const backBy = undo === undefined || undo === 'never' ? t(`designer.life.undoes.${undo ?? 'plain'}`) : eventTitle([section], undo);
  return [
    ...pair('label', t('designer.field.label'), label),
    row('right', t('designer.life.right'), t(`designer.life.rights.${right}`)),
    row('comment', t('designer.life.comment'), t(`designer.life.comments.${asks?.comment ?? 'none'}`)),
    row('fields', t('designer.life.askedFields'), fieldNames(section, asks?.fields)),
    row('second', t('designer.life.second'), second ? delayText(second.days * 86_400) : t('designer.off')),
    row('undo', t('designer.life.undo'), backBy),
    yesNo('asStatus', t('designer.life.asStatus'), asStatus === true),
  ];
}

function stateRows(of: Of, state: string, { type, meta = {} }: LifeState): readonly LifeRow[] {
  const { section } = of;
  return [
    ...waysOf(of, state),
    yesNo('final', t('designer.life.final'), type === 'final'),
    yesNo('keeps', t('designer.life.keeps'), meta.keeps === true),
    yesNo('todo', t('designer.life.todo'), meta.todo === true),
    yesNo('locked', t('designer.life.locked'), meta.edits !== undefined),
    ...(meta.edits ? [row('edits', t('designer.life.edits'), fieldNames(section, meta.edits))] : []),
    row('holds', t('designer.life.holds'), listed((meta.holds ?? []).map((name) => lifeConditionText({ name }, of)))),
  ];
}

/** What leads on from a state: a row for each step and each time, with where it leads, what it asks and what is done beside it. */
function waysOf(of: Of, state: string): readonly LifeRow[] {
  const { life, section } = of;
  const own = arrowsOf(life).filter(({ from }) => from === state);
  return [...Map.groupBy(own, ({ by, name }) => `${by}.${name}`)].map(([id, arrows]) => {
    const ways = arrows.map((arrow) => {
      const guard = transitionAt(life, arrow)?.guard;
      const effects = effectsAt(life, arrow);
      return [
        arrow.to === null ? t('designer.life.stays') : `→ ${stateTitle([section], arrow.to)}`,
        ...(guard === undefined ? [] : [t('designer.merge.onlyIf', { condition: lifeConditionText({ name: guard }, of) })]),
        ...(effects.length === 0
          ? []
          : [t('designer.merge.doneAsWell', { what: listed(effects.map((effect) => effectText(effect, of))) })]),
      ].join(' · ');
    });
    return row(id, arrows[0] ? wayText(section, pageLanguage(), arrows[0]) : '', ways.join(' / '));
  });
}

const delayRows = (section: LivingResource, delay: Delay): readonly LifeRow[] => [
  'field' in delay
    ? row('at', t('designer.life.times.at'), fieldLabel(section, delay.field))
    : row('after', t('designer.life.times.after'), delayText(delay.seconds)),
  yesNo('late', t('designer.life.skip'), delay.late === 'skip'),
];

function effectRows(of: Of, effect: Effect): readonly LifeRow[] {
  const { section } = of;
  const said = row('effect', '', effectText(effect, of));
  if ('comment' in effect) return [said, ...pair('text', t('designer.life.text'), effect.comment)];
  if ('set' in effect) return [said, row('to', t('designer.life.setTo'), setText(section, effect))];
  if ('send' in effect) return [said];
  return [said, ...pair('title', t('designer.life.title'), effect.title), ...pair('text', t('designer.life.text'), effect.text)];
}

function setText(section: LivingResource, { set, to }: Extract<Effect, { readonly set: string }>): string {
  if ('from' in to) return t(`designer.life.sources.${to.from}`);
  if ('field' in to) return fieldLabel(section, to.field);
  return to.value === null ? t('designer.life.sources.empty') : valueText(section, set, to.value);
}
