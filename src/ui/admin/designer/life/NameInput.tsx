import { TextInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { DesignAct } from '#domain/designer/drawing/design-act';
import { refusalOf } from '#domain/designer/drawing/design-act';
import { selectDrawing } from '#machines/designer/section-designer.selectors';
import { selectTypedName, typedNameMachine } from '#machines/designer/typed-name.machine';
import { t, text } from '../../../base/i18n.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { nameKeys } from '../base/name-keys.ts';
import { useDesigning } from '../base/designer-context.ts';
import { Property } from '../properties/Property.tsx';
import classes from '../properties/properties.module.css';

interface NameInputProps {
  readonly name: string;
  readonly tip: string;
  readonly actOf: (name: string) => DesignAct;
  readonly onNamed: (name: string) => void;
}

/** What programs call it: it counts when the input is left, and what cannot be a name stays to be mended. */
export function NameInput({ name, tip, actOf, onNamed }: NameInputProps) {
  const { designer } = useDesigning();
  const typed = useLeafActor(typedNameMachine, { id: 'typedName:life' });
  const typing = useSelector(typed, selectTypedName);
  const refusal = useSelector(designer, (snapshot) => {
    const issue = typing === null || typing === name ? null : refusalOf(selectDrawing(snapshot), actOf(typing));
    return issue === null ? '' : text(issue.key, issue.params);
  });
  const take = () => {
    if (typing === null || refusal !== '') return;
    typed.send({ type: 'name.taken' });
    if (typing === name) return;
    designer.send(actOf(typing));
    onNamed(typing);
  };
  return (
    <Property label={t('designer.life.name')} tip={tip} error={refusal}>
      {(ids) => (
        <TextInput
          {...ids}
          size="sm"
          spellCheck={false}
          autoComplete="off"
          maxLength={31}
          error={refusal !== ''}
          classNames={{ input: classes.code ?? '' }}
          value={typing ?? name}
          onChange={(event) => typed.send({ type: 'name.typed', text: event.currentTarget.value })}
          onBlur={take}
          onKeyDown={nameKeys(take, () => typed.send({ type: 'name.dropped' }))}
        />
      )}
    </Property>
  );
}
