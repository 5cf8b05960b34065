import type { FieldCondition, Leaf, RelatedCondition } from '#domain/life/life';
import type { Resource } from '#domain/table/resource';
import { t } from '../../../../base/i18n.ts';
import { fieldLabel, resourceLabel } from '../../../../kit/resource-texts.ts';
import { titleIn } from '../../base/section-title.ts';
import { ChoiceInput } from '../../properties/inputs.tsx';
import properties from '../../properties/properties.module.css';
import { useLifeDrawing, type LifeDrawing } from '../base/life-context.ts';
import { secondsOf, sectionOf } from '../base/life-words.ts';
import { Span } from '../base/Span.tsx';
import { ClockLeaf } from './ClockLeaf.tsx';
import { CountLeaf } from './CountLeaf.tsx';
import { GroupLeaf } from './GroupLeaf.tsx';
import { OfField } from './OfField.tsx';
import { conditionFields, leafOf, referringTo, relationsOf, wayOfLeaf, waysOf } from './leaf-form.ts';

interface LeafEditorProps {
  readonly leaf: Leaf;
  /** Only the record's own fields may be asked for. */
  readonly isOwn: boolean;
  readonly onChange: (leaf: Leaf) => void;
}

const ONE_DAY = secondsOf(1, 'days');
/** What can be asked of beside the fields of the record. */
const OTHERS = ['related', 'count', 'owner', 'inGroup', 'other', 'age', 'hours'] as const;
type Other = (typeof OTHERS)[number];
const named = (other: Other): string => `(${other})`;

function otherOf(leaf: Leaf): Other | null {
  if ('of' in leaf) return 'related';
  if ('referring' in leaf) return 'count';
  if ('caller' in leaf) return 'owner';
  if ('inGroup' in leaf) return 'inGroup';
  if ('notWhoSent' in leaf) return 'other';
  if ('inStateSeconds' in leaf) return 'age';
  return 'hours' in leaf ? 'hours' : null;
}

/** A condition to begin with; null where the section has nothing for it. */
function firstOf(other: Other, { life, section }: LifeDrawing): Leaf | null {
  switch (other) {
    case 'related': {
      const [of] = relationsOf(section, (name) => sectionOf(name, section));
      return of === undefined ? null : { of, its: targetOf(section, of)?.titleField ?? 'id', is: 'filled' };
    }
    case 'count': {
      const [first] = referringTo(section);
      return first ? { ...first, is: 'gt', value: 0 } : null;
    }
    case 'owner':
      return { caller: 'owner' };
    case 'inGroup':
      return { inGroup: 1 };
    case 'other': {
      const [event] = Object.keys(life.events);
      return event === undefined ? null : { notWhoSent: event };
    }
    case 'age':
      return { inStateSeconds: ONE_DAY };
    case 'hours':
      return { hours: [9, 18], weekdays: [1, 2, 3, 4, 5] };
    default:
      return other satisfies never;
  }
}

/** The section whose record a field names. */
function targetOf(section: Resource, key: string): Resource | undefined {
  const field = section.fields[key];
  return field && 'of' in field ? sectionOf(field.of, section) : undefined;
}

/** The form of one condition: what it asks of, how, and beside what. What it cannot say stays as it is. */
export function LeafEditor({ leaf, isOwn, onChange }: LeafEditorProps) {
  const drawing = useLifeDrawing();
  const { life, fields } = drawing;
  const other = otherOf(leaf);
  const setSubject = (subject: string) => {
    const chosen = OTHERS.find((one) => named(one) === subject);
    const first = chosen ? firstOf(chosen, drawing) : null;
    if (first) return onChange(first);
    const field = fields[subject];
    const [way = 'filled'] = field ? waysOf(field) : [];
    return field && onChange(leafOf(subject, field, way));
  };
  const others = isOwn ? [] : OTHERS.filter((one) => one === other || firstOf(one, drawing) !== null);
  return (
    <div className={properties.group}>
      <ChoiceInput
        label={t('designer.life.subject')}
        tip={t('designer.life.tip.subject')}
        data={[
          ...conditionFields(fields, life.field).map((key) => ({ value: key, label: titleIn(fields[key]?.label, key) })),
          ...others.map((one) => ({ value: named(one), label: t(`designer.life.subjects.${one}`) })),
        ]}
        value={other ? named(other) : 'field' in leaf ? leaf.field : ''}
        onChange={setSubject}
      />
      <Rest leaf={leaf} onChange={onChange} />
    </div>
  );
}

function Rest({ leaf, onChange }: Omit<LeafEditorProps, 'isOwn'>) {
  const { life, section } = useLifeDrawing();
  if ('of' in leaf) return <RelatedLeaf leaf={leaf} onChange={onChange} />;
  if ('referring' in leaf) return <CountLeaf leaf={leaf} onChange={onChange} />;
  if ('inGroup' in leaf) return <GroupLeaf leaf={leaf} onChange={onChange} />;
  if ('hours' in leaf) return <ClockLeaf leaf={leaf} onChange={onChange} />;
  if ('inStateSeconds' in leaf) return <Span seconds={leaf.inStateSeconds} onChange={(inStateSeconds) => onChange({ inStateSeconds })} />;
  if ('notWhoSent' in leaf)
    return (
      <ChoiceInput
        label={t('designer.life.event')}
        tip={t('designer.life.tip.sentBefore')}
        data={Object.keys(life.events).map((value) => ({ value, label: titleIn(life.events[value]?.label, value) }))}
        value={leaf.notWhoSent}
        onChange={(notWhoSent) => onChange({ notWhoSent })}
      />
    );
  if (!('field' in leaf)) return null;
  if (wayOfLeaf(leaf) === null) return <p className={properties.note}>{t('designer.life.notInForm')}</p>;
  return <OfField section={section} stateField={life.field} leaf={leaf} onChange={onChange} />;
}

interface RelatedLeafProps {
  readonly leaf: RelatedCondition;
  readonly onChange: (leaf: Leaf) => void;
}

/** What is asked of the record that a field names. */
function RelatedLeaf({ leaf, onChange }: RelatedLeafProps) {
  const { section } = useLifeDrawing();
  const target = targetOf(section, leaf.of);
  const relations = relationsOf(section, (name) => sectionOf(name, section));
  const its = (of: string, key: string) => {
    const field = targetOf(section, of)?.fields[key];
    const [way = 'filled'] = field ? waysOf(field, true) : [];
    return field && onChange(related(of, leafOf(key, field, way)));
  };
  return (
    <>
      <ChoiceInput
        label={t('designer.life.relation')}
        tip={t('designer.life.tip.relation')}
        data={relations.map((value) => ({
          value,
          label: `${fieldLabel(section, value)} (${resourceLabel(targetOf(section, value) ?? section)})`,
        }))}
        value={leaf.of}
        onChange={(of) => its(of, targetOf(section, of)?.titleField ?? 'id')}
      />
      {target && (
        <>
          <ChoiceInput
            label={t('designer.life.its')}
            tip={t('designer.life.tip.its')}
            data={conditionFields(target.fields, null).map((value) => ({ value, label: fieldLabel(target, value) }))}
            value={leaf.its}
            isSearchable
            onChange={(key) => its(leaf.of, key)}
          />
          <OfField section={target} stateField={null} leaf={asField(leaf)} onChange={(next) => onChange(related(leaf.of, next))} />
        </>
      )}
    </>
  );
}

const asField = ({ of: _of, its, ...asked }: RelatedCondition): FieldCondition => ({ ...asked, field: its });
const related = (of: string, { field: its, ...asked }: FieldCondition): RelatedCondition => ({ of, its, ...asked }) as RelatedCondition;
