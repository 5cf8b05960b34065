import type { Field, Fields } from '../../fields/field.ts';
import type { LifeAct } from '../../life/drawing/life-act.ts';
import { drawOnLife } from '../../life/drawing/life-acts.ts';
import { forgetFieldIn, renameFieldIn, renameOptionIn, renameSentIn } from '../../life/drawing/life-fields.ts';
import { renameState, withStates } from '../../life/drawing/life-parts.ts';
import type { Life } from '../../life/life.ts';
import type { SectionDesign } from '../section-design.ts';
import type { DesignAct, Drawing } from './design-act.ts';
import { freeKey } from './design-pieces.ts';
import { singleChoice, type ChoiceField, type WholeLifeAct } from './life-refusal.ts';

const withLife = (design: SectionDesign, life: Life | null, fields: Fields = design.declaration.fields): SectionDesign => {
  const { life: _before, ...declaration } = design.declaration;
  return { ...design, declaration: { ...declaration, fields, ...(life && { life }) } };
};

/** What a life begins with that nothing was there of: two states, and the ways between them. */
const FIRST_STATES: Omit<ChoiceField & { kind: 'select' }, 'kind'> & { readonly kind: 'select' } = {
  kind: 'select',
  options: ['draft', 'published'],
  initial: 'draft',
  search: 'select',
  label: { 'zh-cn': '状态', en: 'State' },
  optionLabels: { draft: { 'zh-cn': '草稿', en: 'Draft' }, published: { 'zh-cn': '已发布', en: 'Published' } },
  optionColors: { draft: 'gray', published: 'teal' },
};
const FIRST_EVENTS: Life['events'] = {
  publish: { right: 'edit', label: { 'zh-cn': '发布', en: 'Publish' } },
  withdraw: { right: 'edit', label: { 'zh-cn': '撤回', en: 'Withdraw' } },
};

const emptyLife = (field: string, initial: string): Life => ({
  field,
  chart: { id: 'life', initial, states: {} },
  events: {},
  conditions: {},
  delays: {},
  effects: {},
});

function begun(design: SectionDesign, key: string | null): SectionDesign {
  const { fields, titleField } = design.declaration;
  const field = key === null ? null : singleChoice(fields[key]);
  if (key !== null && field) {
    const [first = ''] = field.options;
    const initial = typeof field.initial === 'string' && field.options.includes(field.initial) ? field.initial : first;
    return withLife(design, withStates(emptyLife(key, initial), field.options), { ...fields, [key]: { ...field, initial } as Field });
  }
  const name = freeKey('state', fields);
  const life: Life = {
    ...emptyLife(name, 'draft'),
    chart: { id: 'life', initial: 'draft', states: { draft: { on: { publish: 'published' } }, published: { on: { withdraw: 'draft' } } } },
    events: FIRST_EVENTS,
  };
  const entries = Object.entries(fields);
  const at = entries.findIndex(([one]) => one === titleField) + 1;
  const { listOrder } = design;
  return {
    ...withLife(design, life, Object.fromEntries([...entries.slice(0, at), [name, FIRST_STATES as Field], ...entries.slice(at)])),
    ...(listOrder && { listOrder: [...listOrder, name] }),
  };
}

/** An act on a life, or the beginning or the end of one. */
export function performOnLife(drawing: Drawing, act: DesignAct & (LifeAct | WholeLifeAct)): Drawing {
  const { design } = drawing;
  if (act.type === 'life.begun') return { ...drawing, design: begun(design, act.field) };
  if (act.type === 'life.ended') return { ...drawing, design: withLife(design, null) };
  const { life } = design.declaration;
  if (!life) return drawing;
  const { life: drawn } = drawOnLife(life, act);
  const isRenamed = act.type === 'event.renamed' && drawn !== life;
  const next = isRenamed ? renameSentIn(drawn, design.declaration, act.event, act.name) : drawn;
  return { ...drawing, design: inStep(withLife(design, next)) };
}

/** What was done to fields and options is done to the life over them. */
export function withLifeInStep(before: Drawing, after: Drawing, act: DesignAct): Drawing {
  const { life } = after.design.declaration;
  if (!life || !('key' in act)) return after;
  const design = followed(before.design, after.design, life, act);
  return design === after.design ? after : { ...after, design };
}

function followed(before: SectionDesign, after: SectionDesign, life: Life, act: DesignAct & { readonly key: string }): SectionDesign {
  if (act.type === 'field.removed') return withLife(after, act.key === life.field ? null : forgetFieldIn(life, act.key));
  if (act.type === 'field.renamed') {
    const now = keyNow(before.declaration.fields, after.declaration.fields, act.key);
    return now === null || now === act.key ? after : withLife(after, renameFieldIn(life, act.key, now));
  }
  if (act.type === 'option.renamed') {
    const next = renameOptionIn(life, after.declaration, act);
    return act.key === life.field ? inStep(withLife(after, renameState(next, act.option, act.name))) : withLife(after, next);
  }
  if (act.key !== life.field) return after;
  if (
    act.type === 'field.changed' &&
    act.name === 'initial' &&
    typeof act.value === 'string' &&
    Object.hasOwn(life.chart.states, act.value)
  )
    return inStep(withLife(after, { ...life, chart: { ...life.chart, initial: act.value } }));
  return inStep(after);
}

/** Fields keep their places when one is renamed. */
const keyNow = (before: Fields, after: Fields, key: string): string | null => Object.keys(after)[Object.keys(before).indexOf(key)] ?? null;

/** The states are the options, and the first state is what the field begins with. */
function inStep(design: SectionDesign): SectionDesign {
  const { life, fields } = design.declaration;
  const field = life && singleChoice(fields[life.field]);
  if (!life || !field) return design;
  const next = withStates(life, field.options);
  return withLife(design, next, { ...fields, [life.field]: { ...field, initial: next.chart.initial } as Field });
}
