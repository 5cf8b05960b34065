import { TextInput } from '@mantine/core';
import { describedKind } from '#domain/fields/kinds/registry';
import type { Leaf } from '#domain/life/life';
import { t } from '../../../base/i18n.ts';
import { titleIn } from '../base/section-title.ts';
import { AmountInput, ChoiceInput } from '../properties/inputs.tsx';
import { Property } from '../properties/Property.tsx';
import properties from '../properties/properties.module.css';
import { askedFields, leafOf, wayOfLeaf, waysOf, type LeafWay } from './leaf-form.ts';
import { useLifeDrawing } from './life-context.ts';
import { secondsOf } from './life-words.ts';
import { Span } from './TimeProperties.tsx';

interface LeafEditorProps {
  readonly leaf: Leaf;
  /** Only the record's own fields may be asked for. */
  readonly isOwn: boolean;
  readonly onChange: (leaf: Leaf) => void;
}

const ONE_DAY = secondsOf(1, 'days');
const OTHERS = ['(age)', '(owner)', '(other)'] as const;
const otherOf = (leaf: Leaf): (typeof OTHERS)[number] | null =>
  'inStateSeconds' in leaf ? '(age)' : 'caller' in leaf ? '(owner)' : 'notWhoSent' in leaf ? '(other)' : null;
const WORDS = { '(age)': 'age', '(owner)': 'owner', '(other)': 'other' } as const;

/** The form of one condition: what it asks of, how, and beside what. What it cannot say stays as it is. */
export function LeafEditor({ leaf, isOwn, onChange }: LeafEditorProps) {
  const { life, fields } = useLifeDrawing();
  const way = wayOfLeaf(leaf);
  const other = otherOf(leaf);
  if (way === null && other === null) return <p className={properties.note}>{t('designer.life.notInForm')}</p>;
  const events = Object.keys(life.events);
  const setSubject = (subject: string) => {
    if (subject === '(age)') return onChange({ inStateSeconds: ONE_DAY });
    if (subject === '(owner)') return onChange({ caller: 'owner' });
    if (subject === '(other)') return onChange({ notWhoSent: events[0] ?? '' });
    const field = fields[subject];
    const [first = 'filled'] = field ? waysOf(field) : [];
    return field && onChange(leafOf(subject, field, first));
  };
  return (
    <div className={properties.group}>
      <ChoiceInput
        label={t('designer.life.subject')}
        tip={t('designer.life.tip.subject')}
        data={[
          ...askedFields(fields, life.field).map((key) => ({ value: key, label: titleIn(fields[key]?.label, key) })),
          ...(isOwn
            ? []
            : OTHERS.filter((one) => one !== '(other)' || events.length > 0).map((value) => ({
                value,
                label: t(`designer.life.subjects.${WORDS[value]}`),
              }))),
        ]}
        value={other ?? ('field' in leaf ? leaf.field : '')}
        onChange={setSubject}
      />
      {'inStateSeconds' in leaf && <Span seconds={leaf.inStateSeconds} onChange={(inStateSeconds) => onChange({ inStateSeconds })} />}
      {'notWhoSent' in leaf && (
        <ChoiceInput
          label={t('designer.life.event')}
          tip={t('designer.life.tip.sentBefore')}
          data={events.map((value) => ({ value, label: titleIn(life.events[value]?.label, value) }))}
          value={leaf.notWhoSent}
          onChange={(notWhoSent) => onChange({ notWhoSent })}
        />
      )}
      {'field' in leaf && way !== null && <OfField leaf={leaf} way={way} onChange={onChange} />}
    </div>
  );
}

interface OfFieldProps {
  readonly leaf: Leaf & { readonly field: string };
  readonly way: LeafWay;
  readonly onChange: (leaf: Leaf) => void;
}

function OfField({ leaf, way, onChange }: OfFieldProps) {
  const { fields } = useLifeDrawing();
  const field = fields[leaf.field];
  if (!field) return null;
  const value = 'value' in leaf ? leaf.value : undefined;
  const isCents = describedKind(field).storage === 'cents';
  const set = (next: string | number) => onChange(leafOf(leaf.field, field, way, next));
  return (
    <>
      <ChoiceInput
        label={t('designer.life.way')}
        tip={t('designer.life.tip.way')}
        data={waysOf(field).map((one) => ({ value: one, label: t(`designer.life.ways.${one}`) }))}
        value={way}
        onChange={(next) => onChange(leafOf(leaf.field, field, next as LeafWay, value))}
      />
      {typeof value === 'number' && (
        <AmountInput
          label={t('designer.life.value.label')}
          tip={t('designer.life.tip.value')}
          decimals={isCents ? 2 : 6}
          value={isCents ? value / 100 : value}
          onChange={(next) => next !== null && set(isCents ? Math.round(next * 100) : next)}
        />
      )}
      {typeof value === 'string' && 'options' in field && (
        <ChoiceInput
          label={t('designer.life.value.label')}
          tip={t('designer.life.tip.value')}
          data={field.options.map((option) => ({ value: option, label: titleIn(field.optionLabels?.[option], option) }))}
          value={value}
          onChange={set}
        />
      )}
      {typeof value === 'string' && !('options' in field) && (
        <Property label={t('designer.life.value.label')} tip={t('designer.life.tip.value')}>
          {(ids) => <TextInput {...ids} size="sm" maxLength={200} value={value} onChange={(event) => set(event.currentTarget.value)} />}
        </Property>
      )}
    </>
  );
}
