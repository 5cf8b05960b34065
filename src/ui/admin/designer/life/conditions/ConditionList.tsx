import { Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { grouped, groupOf, GROUPS_DEEP, type GroupKind, GROUPS } from '#domain/life/drawing/condition-groups';
import type { Condition, Leaf } from '#domain/life/life';
import { t } from '../../../../base/i18n.ts';
import { ChoiceInput } from '../../properties/inputs.tsx';
import properties from '../../properties/properties.module.css';
import { useLifeDrawing } from '../base/life-context.ts';
import { listedText } from '../base/life-words.ts';
import classes from '../base/life.module.css';
import { firstLeaf } from './leaf-form.ts';
import { LeafEditor } from './LeafEditor.tsx';
import { NamedEditor, nameable } from './NamedEditor.tsx';

interface ConditionListProps {
  readonly isOwn: boolean;
  readonly names: readonly string[];
  readonly conditions: readonly Condition[];
  /** In how many groups it stands. */
  readonly depth: number;
  readonly onChange: (conditions: readonly Condition[]) => void;
}

/** Conditions below each other, each of them a sentence that opens. */
export function ConditionList({ isOwn, names, conditions, depth, onChange }: ConditionListProps) {
  const drawing = useLifeDrawing();
  const first = firstLeaf(drawing.fields, drawing.life.field);
  const named = nameable(drawing.life, names, isOwn);
  const add = (condition: Condition) => onChange([...conditions, condition]);
  const icon = <IconPlus size={14} aria-hidden />;
  return (
    <>
      {conditions.length === 0 && <p className={properties.note}>{t('designer.life.always')}</p>}
      {conditions.map((condition, index) => (
        <details
          // oxlint-disable-next-line react/no-array-index-key -- a condition is known by its place
          key={index}
          className={classes.leaf}
        >
          <summary>{listedText(condition, drawing)}</summary>
          <ConditionEditor
            isOwn={isOwn}
            names={names}
            condition={condition}
            depth={depth}
            onChange={(next) => onChange(conditions.map((one, at) => (at === index ? next : one)))}
          />
          <Button
            variant="subtle"
            color="red"
            size="compact-xs"
            leftSection={<IconTrash size={13} aria-hidden />}
            onClick={() => onChange(conditions.filter((_, at) => at !== index))}
          >
            {t('designer.life.removeWhen')}
          </Button>
        </details>
      ))}
      <div className={classes.addWhen}>
        <Button variant="default" size="compact-sm" leftSection={icon} onClick={() => add(first)}>
          {t('designer.life.addWhen')}
        </Button>
        {depth < GROUPS_DEEP && (
          <Button variant="default" size="compact-sm" leftSection={icon} onClick={() => add(grouped('any', [first]))}>
            {t('designer.life.addGroup')}
          </Button>
        )}
        {named[0] !== undefined && (
          <Button variant="default" size="compact-sm" leftSection={icon} onClick={() => add({ name: named[0] ?? '' })}>
            {t('designer.life.addNamed')}
          </Button>
        )}
      </div>
    </>
  );
}

interface ConditionEditorProps extends Omit<ConditionListProps, 'conditions' | 'onChange'> {
  readonly condition: Condition;
  readonly onChange: (condition: Condition) => void;
}

function ConditionEditor({ condition, onChange, ...place }: ConditionEditorProps) {
  if ('name' in condition) return <NamedEditor {...place} name={condition.name} onChange={onChange} />;
  const group = groupOf(condition);
  if (!group) return <LeafEditor leaf={condition as Leaf} isOwn={place.isOwn} onChange={onChange} />;
  return (
    <div className={properties.group}>
      <ChoiceInput
        label={t('designer.life.group')}
        tip={t('designer.life.tip.group')}
        data={GROUPS.map((value) => ({ value, label: t(`designer.life.groups.${value}`) }))}
        value={group.kind}
        onChange={(kind) => onChange(grouped(kind as GroupKind, group.parts))}
      />
      <ConditionList
        {...place}
        conditions={group.parts}
        depth={place.depth + 1}
        onChange={(parts) => onChange(grouped(group.kind, parts))}
      />
    </div>
  );
}
