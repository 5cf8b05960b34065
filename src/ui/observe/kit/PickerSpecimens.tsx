import type { Field } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
import { t } from '../../base/i18n.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { RemoteCombobox } from '../../kit/fields/choice/RemoteCombobox.tsx';
import { CascadePicker, type CascadePickerProps } from '../../kit/pickers/CascadePicker.tsx';
import { cascadeOf, remoteSelectOf, type ChoiceState } from './sample-choices.ts';
import { sampleSection } from './sample-records.ts';
import { Specimen, type SpecimenState } from './Specimen.tsx';

const LEVELS = 2;
const STATES: readonly ChoiceState[] = ['filled', 'loading', 'empty', 'failed'];
const nothing = (): void => {};
const byState = <Logic,>(logicOf: (state: ChoiceState) => Logic) =>
  Object.fromEntries(STATES.map((state) => [state, logicOf(state)])) as Readonly<Record<ChoiceState, Logic>>;
const CASCADES = byState(cascadeOf);
const SELECTS = byState(remoteSelectOf);

interface LevelsProps extends Partial<Pick<CascadePickerProps, 'shape' | 'readOnly'>> {
  readonly of: ChoiceState;
  readonly state: SpecimenState;
  readonly isChosen?: boolean;
  readonly isWrong?: boolean;
}

function Levels({ of, state, shape = 'field', readOnly = false, isChosen = false, isWrong = false }: LevelsProps) {
  const labels = isChosen ? [t('dev.kit.sample.name'), t('dev.kit.sample.third')] : null;
  const value = isChosen ? [10, 22] : of === 'loading' ? [10] : [];
  const actor = useLeafActor(CASCADES[of], {
    id: `kit:cascade:${state}`,
    input: { source: { kind: 'area' }, lv: LEVELS, value, labels },
  });
  return (
    <Specimen of="CascadePicker" state={state}>
      <CascadePicker
        actor={actor}
        id={`kit-cascade-${state}`}
        placeholder={t('cascade.choose')}
        shape={shape}
        isClearable
        readOnly={readOnly}
        {...(shape === 'field' && { field: { isWrong, onLeave: nothing } })}
      />
    </Specimen>
  );
}

const choiceOf = (): Field => ({
  kind: 'remoteSelect',
  of: 'goodsCategory',
  label: { 'zh-cn': t('dev.kit.sample.category'), en: t('dev.kit.sample.category') },
});
const sectionWith = (name: string, field: Field): Resource => ({ ...sampleSection(name), fields: { categoryId: field } });

interface RecordChoiceProps {
  readonly of: ChoiceState;
  readonly state: SpecimenState;
  readonly isChosen?: boolean;
  readonly isWrong?: boolean;
  readonly readOnly?: boolean;
}

function RecordChoice({ of, state, isChosen = false, isWrong = false, readOnly = false }: RecordChoiceProps) {
  const field = choiceOf();
  const value = isChosen ? 1 : null;
  const label = isChosen ? t('dev.kit.sample.name') : null;
  const actor = useLeafActor(SELECTS[of], { id: `kit:select:${state}`, input: { of: 'goodsCategory', value, label } });
  return (
    <Specimen of="RemoteCombobox" state={state}>
      <RemoteCombobox
        actor={actor}
        of={{ resource: sectionWith(`kitChoice${state}`, field), key: 'categoryId', field }}
        value={value}
        record={{}}
        error={isWrong ? t('dev.kit.sample.missing') : undefined}
        readOnly={readOnly}
        onChange={nothing}
        onLeave={nothing}
      />
    </Specimen>
  );
}

/** What is chosen from elsewhere, level by level and record by record; each is pressed to see what it offers. */
export const PickerSpecimens = () => (
  <>
    <Levels of="filled" state="idle" />
    <Levels of="filled" state="filled" isChosen />
    <Levels of="filled" state="wrong" isWrong />
    <Levels of="filled" state="disabled" isChosen readOnly />
    <Levels of="filled" state="named" shape="named" isChosen />
    <Levels of="filled" state="icon" shape="icon" isChosen />
    <Levels of="loading" state="loading" />
    <Levels of="empty" state="empty" />
    <Levels of="failed" state="failed" />
    <RecordChoice of="filled" state="idle" />
    <RecordChoice of="filled" state="filled" isChosen />
    <RecordChoice of="filled" state="wrong" isWrong />
    <RecordChoice of="filled" state="readOnly" isChosen readOnly />
    <RecordChoice of="loading" state="loading" />
    <RecordChoice of="empty" state="empty" />
    <RecordChoice of="failed" state="failed" />
  </>
);
