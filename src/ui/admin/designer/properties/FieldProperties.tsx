import { TextInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { isServerOwned, wireNameOf, type Field } from '#domain/fields/field';
import { describedKind } from '#domain/fields/kinds/registry';
import { fieldKeyOf, refusalOf } from '#domain/designer/drawing/design-act';
import { PIECE_GROUPS } from '#domain/designer/drawing/design-pieces';
import { nameFromTitle } from '#domain/designer/section-names';
import { selectDrawing, selectField, selectIssueAt, selectShape } from '#machines/designer/section-designer.selectors';
import { selectTypedName, typedNameMachine } from '#machines/designer/typed-name.machine';
import { t, text } from '../../../base/i18n.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { useAct, useDesigning } from '../base/designer-context.ts';
import { kindText, kindTip } from '../base/kind-text.ts';
import { FormProperties } from './FormProperties.tsx';
import { TextPair, YesNo } from './inputs.tsx';
import { ListProperties } from './ListProperties.tsx';
import type { OfFieldProps } from './of-field.ts';
import { OptionsEditor } from './OptionsEditor.tsx';
import { Property } from './Property.tsx';
import classes from './properties.module.css';
import { RelationProperties } from './RelationProperties.tsx';
import { ValueProperties } from './ValueProperties.tsx';
import { nameKeys } from '../base/name-keys.ts';

const KIND_GROUPS = ['texts', 'numbers', 'choices', 'times', 'files', 'more'] as const;

/** All that can be said of one field. */
export function FieldProperties({ fieldKey }: { readonly fieldKey: string }) {
  const { designer } = useDesigning();
  const act = useAct();
  const field = useSelector(designer, selectField(fieldKey));
  const issue = useSelector(designer, selectIssueAt(`fields.${fieldKey}`));
  if (!field) return null;
  const set = (name: string, value: unknown) => act({ type: 'field.changed', key: fieldKey, name, value });
  const of = { fieldKey, field, set };
  const isServers = isServerOwned(field);
  return (
    <div className={classes.groups}>
      {issue !== '' && (
        <p role="alert" className={classes.error}>
          {issue}
        </p>
      )}
      <div className={classes.group}>
        <Labels {...of} />
        <NameInput key={fieldKey} {...of} />
        {!isServers && field.kind !== 'parent' && <KindInput {...of} />}
        {kindTip(field.kind) !== '' && <p className={classes.note}>{kindTip(field.kind)}</p>}
      </div>
      {'options' in field && <OptionsEditor key={fieldKey} {...of} field={field} />}
      {'of' in field && <RelationProperties {...of} field={field} />}
      {!isServers && <ValueProperties {...of} unique={<Unique {...of} />} />}
      <ListProperties {...of} />
      {!isServers && <FormProperties {...of} />}
    </div>
  );
}

/** While a field is new and has the name that it came with, its English label gives it a better one. */
function Labels({ fieldKey, field, set }: OfFieldProps) {
  const { designer } = useDesigning();
  const name = () => {
    const { context } = designer.getSnapshot();
    const wanted = nameFromTitle(field.label?.en ?? '');
    const isNew = context.published?.declaration.fields[fieldKey] === undefined;
    const act = { type: 'field.renamed', key: fieldKey, name: endingFor(field, wanted) } as const;
    if (!isNew || wanted === '' || !isSuggested(field, fieldKey) || refusalOf(selectDrawing(designer.getSnapshot()), act)) return;
    designer.send(act);
  };
  return (
    <div onBlur={name}>
      <TextPair
        label={t('designer.field.label')}
        tip={t('designer.tip.label')}
        value={field.label}
        onChange={(label) => set('label', label)}
      />
    </div>
  );
}

const SUGGESTED: Readonly<Record<string, RegExp>> = {
  select: /^choice\d*$/u,
  localDateTime: /^moment\d*$/u,
  remoteSelect: /^record\d*Id$/u,
  remoteSelects: /^record\d*Ids$/u,
};

const isSuggested = ({ kind }: Field, key: string): boolean => SUGGESTED[kind]?.test(key) ?? new RegExp(`^${kind}\\d*$`, 'u').test(key);

/** Names of fields that name records end so. */
const endingFor = (field: Field, name: string): string => {
  const { beside } = describedKind(field);
  if (name === '' || (beside !== 'record' && beside !== 'titles')) return name;
  return /Ids?$/u.test(name) ? name : `${name}${beside === 'record' ? 'Id' : 'Ids'}`;
};

function NameInput({ fieldKey, field }: OfFieldProps) {
  const { designer } = useDesigning();
  const typed = useLeafActor(typedNameMachine, { id: `typedName:${fieldKey}` });
  const typing = useSelector(typed, selectTypedName);
  const isFixed = fieldKey === 'id' || (field.column !== undefined && isServerOwned(field));
  const act = { type: 'field.renamed', key: fieldKey, name: typing ?? '' } as const;
  const refusal = useSelector(designer, (snapshot) => {
    const issue = typing === null ? null : refusalOf(selectDrawing(snapshot), act);
    return issue === null ? '' : text(issue.key, issue.params);
  });
  const take = () => {
    if (typing === null || refusal !== '') return;
    typed.send({ type: 'name.taken' });
    if (fieldKeyOf(typing) !== fieldKey) designer.send(act);
  };
  return (
    <Property label={t('designer.field.name')} tip={t('designer.tip.name')} error={refusal}>
      {(ids) => (
        <TextInput
          {...ids}
          size="sm"
          spellCheck={false}
          autoComplete="off"
          maxLength={41}
          error={refusal !== ''}
          disabled={isFixed}
          classNames={{ input: classes.code ?? '' }}
          value={typing ?? wireNameOf(fieldKey, field)}
          onChange={(event) => typed.send({ type: 'name.typed', text: event.currentTarget.value })}
          onBlur={take}
          onKeyDown={nameKeys(take, () => typed.send({ type: 'name.dropped' }))}
        />
      )}
    </Property>
  );
}

function KindInput({ field, set }: OfFieldProps) {
  return (
    <Property label={t('designer.field.kind')} tip={t('designer.tip.kind')}>
      {(ids) => (
        <select {...ids} className={classes.select} value={field.kind} onChange={(event) => set('kind', event.currentTarget.value)}>
          {KIND_GROUPS.map((group) => (
            <optgroup key={group} label={t(`designer.palette.groups.${group}`)}>
              {PIECE_GROUPS[group].map((kind) => (
                <option key={kind} value={kind}>
                  {kindText(kind)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      )}
    </Property>
  );
}

/** Alone; several fields that are unique together stand in the table's view. */
function Unique({ fieldKey }: OfFieldProps) {
  const { designer } = useDesigning();
  const act = useAct();
  const { unique } = useSelector(designer, selectShape);
  const isOwn = (keys: readonly string[]): boolean => keys.length === 1 && keys[0] === fieldKey;
  const toggle = (isUnique: boolean) => {
    const others = unique.filter((keys) => !isOwn(keys));
    act({ type: 'shape.changed', name: 'unique', value: isUnique ? [...others, [fieldKey]] : others });
  };
  return (
    <YesNo label={t('designer.field.unique')} tip={t('designer.tip.unique')} value={unique.some((keys) => isOwn(keys))} onChange={toggle} />
  );
}
