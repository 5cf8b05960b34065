import { Button } from '@mantine/core';
import { namedFrom } from '#domain/life/named-conditions';
import { leavesOf, type Condition, type Life } from '#domain/life/life';
import { t } from '../../../../base/i18n.ts';
import { ChoiceInput } from '../../properties/inputs.tsx';
import properties from '../../properties/properties.module.css';
import { useLifeDrawing } from '../base/life-context.ts';
import { lifeConditionText } from '../base/life-words.ts';

/** Conditions of the life that can be asked for from here: none that asks for this one, and of own fields alone where only those count. */
export const nameable = ({ conditions }: Pick<Life, 'conditions'>, own: readonly string[], isOwn: boolean): readonly string[] =>
  Object.keys(conditions).filter((name) => {
    const asked = [...namedFrom(conditions, [{ name }])];
    const areOwn = asked.every((one) => leavesOf(conditions[one] ?? { all: [] }).every((leaf) => 'field' in leaf));
    return (!isOwn || areOwn) && !own.some((one) => asked.includes(one));
  });

interface NamedEditorProps {
  readonly isOwn: boolean;
  readonly names: readonly string[];
  readonly name: string;
  readonly onChange: (condition: Condition) => void;
}

/** Asks what another part of the life asks as well, and goes on asking the same when that is changed there. */
export function NamedEditor({ isOwn, names, name, onChange }: NamedEditorProps) {
  const drawing = useLifeDrawing();
  const { conditions } = drawing.life;
  const condition = Object.hasOwn(conditions, name) ? conditions[name] : undefined;
  const known = nameable(drawing.life, names, isOwn);
  return (
    <div className={properties.group}>
      <ChoiceInput
        label={t('designer.life.named')}
        tip={t('designer.life.tip.named')}
        data={(known.includes(name) ? known : [name, ...known]).map((value) => ({
          value,
          label: Object.hasOwn(conditions, value) ? lifeConditionText({ name: value }, drawing) : value,
        }))}
        value={name}
        onChange={(next) => onChange({ name: next })}
      />
      {condition && (
        <Button variant="default" size="compact-xs" onClick={() => onChange(condition)}>
          {t('designer.life.sayHere')}
        </Button>
      )}
    </div>
  );
}
