import { wireNameOf, type Field } from '../../fields/field.ts';
import type { DesignAct, Drawing } from './design-act.ts';
import { mentionOption } from './design-mentions.ts';
import { forgetOption, renameOption, type StoredFields } from './design-renames.ts';
import { movedInList, withFields } from './field-list.ts';

/** The acts on the options of one field. */
export type OptionAct = DesignAct & { readonly type: `option.${string}` };

export function performOnOption(drawing: Drawing, act: OptionAct, stored: StoredFields): Drawing {
  const { fields } = drawing.design.declaration;
  const field = fields[act.key];
  if (!field || !('options' in field)) return drawing;
  const column = wireNameOf(act.key, field);
  const drawn = withFields(
    drawing,
    Object.entries(fields).map(([key, one]) => [key, key === act.key ? withOptionOf(field, act) : one]),
  );
  if (act.type === 'option.renamed')
    return {
      design: mentionOption(drawn.design, act, act.name),
      renames: renameOption(drawing.renames, column, { from: act.option, to: act.name, stored }),
    };
  if (act.type === 'option.removed')
    return { design: mentionOption(drawn.design, act), renames: forgetOption(drawing.renames, column, act.option) };
  return drawn;
}

type ChoiceField = Extract<Field, { readonly options: readonly string[] }>;

function withOptionOf(field: ChoiceField, act: OptionAct): Field {
  const { options } = field;
  switch (act.type) {
    case 'option.added':
      return { ...field, options: [...options, act.option] };
    case 'option.moved':
      return { ...field, options: movedInList(options, (one) => one === act.option, act.to) };
    case 'option.renamed':
      return replaced(field, act.option, act.name);
    case 'option.removed':
      return replaced(field, act.option);
    default:
      return act satisfies never;
  }
}

/** @param name what it is called now; without one it is gone */
function replaced(field: ChoiceField, option: string, name?: string): Field {
  const one = (of: string): readonly string[] => (of === option ? (name === undefined ? [] : [name]) : [of]);
  const map = <Value>(values: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(values).flatMap(([of, value]) => one(of).map((now) => [now, value] as const)));
  const { initial, optionLabels, optionColors, ...rest } = field;
  const first = typeof initial === 'string' ? one(initial)[0] : initial?.flatMap(one);
  return {
    ...rest,
    options: field.options.flatMap(one),
    ...(optionLabels && { optionLabels: map(optionLabels) }),
    ...(optionColors && { optionColors: map(optionColors) }),
    ...(first !== undefined && { initial: first }),
  };
}
