import { ActionIcon, Button, Menu, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { Field } from '#domain/fields/field';
import { refusalOf } from '#domain/designer/drawing/design-act';
import { selectDrawing } from '#machines/designer/section-designer.selectors';
import { selectTypedName, typedNameMachine } from '#machines/designer/typed-name.machine';
import { pageLanguage, t, text } from '../../../base/i18n.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { useAct, useDesigning } from '../base/designer-context.ts';
import { titleIn } from '../base/section-title.ts';
import type { OfFieldProps } from './of-field.ts';
import { Tip } from './Property.tsx';
import classes from './properties.module.css';
import { nameKeys } from '../base/name-keys.ts';

type ChoiceField = Extract<Field, { readonly options: readonly string[] }>;

interface OptionsProps extends OfFieldProps {
  readonly field: ChoiceField;
}

/** Those that lists have a look for. */
const COLOURS = ['gray', 'teal', 'blue', 'orange', 'red'] as const;

const freeOption = (options: readonly string[]): string => {
  for (let count = options.length + 1; ; count += 1) if (!options.includes(`option${count}`)) return `option${count}`;
};

/** The options in their order: what is stored, what people read, and the colour of the tag. */
export function OptionsEditor({ fieldKey, field, set }: OptionsProps) {
  const act = useAct();
  return (
    <fieldset className={classes.group}>
      <legend>
        {t('designer.group.options')} <Tip text={t('designer.tip.options')} />
      </legend>
      <ol className={classes.options}>
        {field.options.map((option, index) => (
          <Option key={option} fieldKey={fieldKey} field={field} set={set} option={option} index={index} />
        ))}
      </ol>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => act({ type: 'option.added', key: fieldKey, option: freeOption(field.options) })}
      >
        {t('designer.option.add')}
      </Button>
    </fieldset>
  );
}

interface OptionProps extends OptionsProps {
  readonly option: string;
  readonly index: number;
}

function Option({ fieldKey, field, set, option, index }: OptionProps) {
  const act = useAct();
  const label = field.optionLabels?.[option];
  const shown = titleIn(label, option);
  const language = pageLanguage();
  const setLabel = (typed: string) => {
    const { [language]: _before, ...others } = label ?? {};
    set('optionLabels', { ...field.optionLabels, [option]: typed === '' ? others : { ...others, [language]: typed } });
  };
  return (
    <li className={classes.option}>
      <ColourMenu fieldKey={fieldKey} field={field} set={set} option={option} index={index} />
      <TextInput
        size="sm"
        className={classes.grow}
        aria-label={t('designer.option.label', { option })}
        placeholder={option}
        maxLength={30}
        value={label?.[language] ?? ''}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      <OptionName key={option} fieldKey={fieldKey} option={option} />
      <span className={classes.optionTools}>
        <ActionIcon
          size="sm"
          aria-label={t('designer.option.up', { option: shown })}
          disabled={index === 0}
          onClick={() => act({ type: 'option.moved', key: fieldKey, option, to: index - 1 })}
        >
          <IconArrowUp size={14} aria-hidden />
        </ActionIcon>
        <ActionIcon
          size="sm"
          aria-label={t('designer.option.down', { option: shown })}
          disabled={index === field.options.length - 1}
          onClick={() => act({ type: 'option.moved', key: fieldKey, option, to: index + 1 })}
        >
          <IconArrowDown size={14} aria-hidden />
        </ActionIcon>
        <ActionIcon
          size="sm"
          aria-label={t('designer.option.remove', { option: shown })}
          disabled={field.options.length === 1}
          onClick={() => act({ type: 'option.removed', key: fieldKey, option })}
        >
          <IconTrash size={14} aria-hidden />
        </ActionIcon>
      </span>
    </li>
  );
}

/** What is stored: a rename goes with the values that rows have. */
function OptionName({ fieldKey, option }: { readonly fieldKey: string; readonly option: string }) {
  const { designer } = useDesigning();
  const typed = useLeafActor(typedNameMachine, { id: `typedName:${fieldKey}.${option}` });
  const typing = useSelector(typed, selectTypedName);
  const act = { type: 'option.renamed', key: fieldKey, option, name: typing ?? option } as const;
  const refusal = useSelector(designer, (snapshot) => {
    const issue = typing === null || typing === option ? null : refusalOf(selectDrawing(snapshot), act);
    return issue === null ? '' : text(issue.key, issue.params);
  });
  const take = () => {
    if (typing === null || refusal !== '') return;
    typed.send({ type: 'name.taken' });
    if (typing !== option) designer.send(act);
  };
  return (
    <TextInput
      size="sm"
      className={classes.optionName}
      aria-label={t('designer.option.name', { option })}
      title={refusal || t('designer.option.stored')}
      error={refusal || undefined}
      maxLength={30}
      spellCheck={false}
      classNames={{ input: classes.code ?? '' }}
      value={typing ?? option}
      onChange={(event) => typed.send({ type: 'name.typed', text: event.currentTarget.value })}
      onBlur={take}
      onKeyDown={nameKeys(take, () => typed.send({ type: 'name.dropped' }))}
    />
  );
}

function ColourMenu({ field, set, option }: OptionProps) {
  const colour = field.optionColors?.[option] ?? 'gray';
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <button type="button" className={classes.colour} data-colour={colour} aria-label={t('designer.option.colour', { option })} />
      </Menu.Target>
      <Menu.Dropdown>
        {COLOURS.map((one) => (
          <Menu.Item
            key={one}
            leftSection={<span className={classes.colour} data-colour={one} />}
            onClick={() => set('optionColors', { ...field.optionColors, [option]: one })}
          >
            {t(`designer.colour.${one}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
