import { MultiSelect, SegmentedControl } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { isServerOwned } from '#domain/fields/field';
import { refusalOf } from '#domain/designer/drawing/design-act';
import { singleChoice } from '#domain/designer/drawing/life-refusal';
import { nameFromTitle } from '#domain/designer/section-names';
import { conditionsAt } from '#domain/life/drawing/condition-groups';
import { selectDrawing, selectIsLifeAlone } from '#machines/designer/section-designer.selectors';
import { t } from '../../../base/i18n.ts';
import { useAct, useDesigning } from '../base/designer-context.ts';
import { titleIn } from '../base/section-title.ts';
import { TextPair, YesNo } from '../properties/inputs.tsx';
import { Property } from '../properties/Property.tsx';
import properties from '../properties/properties.module.css';
import { useLifeAct, useLifeDrawing } from './base/life-context.ts';
import { NameInput } from './NameInput.tsx';
import { WhenEditor } from './conditions/WhenEditor.tsx';

/** Those that lists have a look for. */
const COLOURS = ['gray', 'teal', 'blue', 'orange', 'red'] as const;

/** A state: its words and its colour, which are those of an option of the field, and what is so in it. */
export function StateProperties({ state }: { readonly state: string }) {
  const { life } = useLifeDrawing();
  const act = useLifeAct();
  const { designer } = useDesigning();
  const isLifeAlone = useSelector(designer, selectIsLifeAlone);
  const { type, meta = {} } = life.chart.states[state] ?? {};
  const isInitial = life.chart.initial === state;
  return (
    <>
      {!isLifeAlone && <Words state={state} />}
      <div className={properties.group}>
        {!isInitial && !isLifeAlone && (
          <YesNo
            label={t('designer.life.initial')}
            tip={t('designer.life.tip.initial')}
            value={false}
            onChange={() => act({ type: 'state.changed', state, name: 'initial' })}
          />
        )}
        <YesNo
          label={t('designer.life.final')}
          tip={t('designer.life.tip.final')}
          value={type === 'final'}
          onChange={(value) => act({ type: 'state.changed', state, name: 'final', value })}
        />
        {(['keeps', 'todo'] as const).map((name) => (
          <YesNo
            key={name}
            label={t(`designer.life.${name}`)}
            tip={t(`designer.life.tip.${name}`)}
            value={meta[name] === true}
            onChange={(value) => act({ type: 'state.changed', state, name, value })}
          />
        ))}
        <Edits state={state} />
      </div>
      <WhenEditor
        title={t('designer.life.holds')}
        tip={t('designer.life.tip.holds')}
        isOwn
        names={meta.holds ?? []}
        conditions={conditionsAt(life, meta.holds ?? [])}
        onChange={(value) => act({ type: 'state.changed', state, name: 'holds', value })}
      />
    </>
  );
}

function Words({ state }: { readonly state: string }) {
  const { designer } = useDesigning();
  const { canvas, life, fields } = useLifeDrawing();
  const act = useAct();
  const field = singleChoice(fields[life.field]);
  const label = field?.optionLabels?.[state];
  const rename = (name: string) => ({ type: 'option.renamed', key: life.field, option: state, name }) as const;
  const set = (name: 'optionLabels' | 'optionColors', value: unknown) =>
    act({ type: 'field.changed', key: life.field, name, value: { ...field?.[name], [state]: value } });
  const choose = (name: string) => canvas.send({ type: 'part.chosen', part: { state: name } });
  /** While nobody has named it, its English words do. */
  const suggest = () => {
    const wanted = nameFromTitle(label?.en ?? '');
    const snapshot = designer.getSnapshot();
    const published = snapshot.context.published?.declaration.life;
    if (wanted === '' || !/^state\d+$/u.test(state) || published || refusalOf(selectDrawing(snapshot), rename(wanted))) return;
    designer.send(rename(wanted));
    choose(wanted);
  };
  return (
    <div className={properties.group}>
      <div onBlur={suggest}>
        <TextPair
          label={t('designer.field.label')}
          tip={t('designer.life.tip.stateLabel')}
          max={30}
          value={label}
          onChange={(value) => set('optionLabels', value)}
        />
      </div>
      <NameInput name={state} tip={t('designer.life.tip.stateName')} actOf={rename} onNamed={choose} />
      <Property label={t('designer.life.colour')} tip={t('designer.life.tip.colour')}>
        {(ids) => (
          <SegmentedControl
            {...ids}
            size="xs"
            fullWidth
            data={COLOURS.map((value) => ({ value, label: t(`designer.colour.${value}`) }))}
            value={field?.optionColors?.[state] ?? 'gray'}
            onChange={(value) => set('optionColors', value)}
          />
        )}
      </Property>
    </div>
  );
}

/** The fields that may change while a record is in the state. */
function Edits({ state }: { readonly state: string }) {
  const { life, fields } = useLifeDrawing();
  const act = useLifeAct();
  const edits = life.chart.states[state]?.meta?.edits;
  const own = Object.entries(fields).flatMap(([key, field]) =>
    isServerOwned(field) || key === life.field ? [] : [{ value: key, label: titleIn(field.label, key) }],
  );
  const set = (value: readonly string[] | null) => act({ type: 'state.changed', state, name: 'edits', value });
  return (
    <>
      <YesNo
        label={t('designer.life.locked')}
        tip={t('designer.life.tip.locked')}
        value={edits !== undefined}
        onChange={(isLocked) => set(isLocked ? [] : null)}
      />
      {edits && (
        <Property label={t('designer.life.edits')} tip={t('designer.life.tip.edits')}>
          {(ids) => <MultiSelect {...ids} size="sm" data={own} value={[...edits]} onChange={set} />}
        </Property>
      )}
    </>
  );
}
