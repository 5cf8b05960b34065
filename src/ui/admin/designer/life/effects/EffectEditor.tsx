import { TextInput } from '@mantine/core';
import type { Field } from '#domain/fields/field';
import { stepsOf } from '#domain/life/drawing/sendable-steps';
import { emptyLike } from '#domain/life/empty-like';
import { describedKind } from '#domain/fields/kinds/registry';
import type { Effect, MailEffect, NotifyEffect, SendEffect, SetEffect } from '#domain/life/life';
import { pagePathOf } from '#domain/table/resource';
import { t } from '../../../../base/i18n.ts';
import { fieldLabel, resourceLabel } from '../../../../kit/resource-texts.ts';
import { titleIn } from '../../base/section-title.ts';
import { ChoiceInput, TextPair } from '../../properties/inputs.tsx';
import { Property } from '../../properties/Property.tsx';
import properties from '../../properties/properties.module.css';
import { addressFields, ledFrom, writableFields } from './effect-fields.ts';
import { useLifeDrawing } from '../base/life-context.ts';
import { sectionOf, toldText } from '../base/life-words.ts';

interface EffectProps<Of extends Effect> {
  readonly effect: Of;
  readonly onChange: (effect: Effect) => void;
}

/** The form of one effect. */
export function EffectEditor({ effect, onChange }: EffectProps<Effect>) {
  if ('set' in effect) return <SetForm effect={effect} onChange={onChange} />;
  if ('comment' in effect)
    return (
      <div className={properties.group}>
        <TextPair
          label={t('designer.life.text')}
          tip={t('designer.life.tip.commentText')}
          max={1000}
          value={effect.comment}
          onChange={(comment) => onChange({ comment: comment ?? {} })}
        />
      </div>
    );
  if ('mail' in effect || 'notify' in effect) return <MailForm effect={effect} onChange={onChange} />;
  return <SendForm effect={effect} onChange={onChange} />;
}

const SOURCES = ['empty', 'value', 'now', 'caller', 'field'] as const;
type Source = (typeof SOURCES)[number];

const sourceOf = ({ to }: SetEffect): Source => ('from' in to ? to.from : 'field' in to ? 'field' : to.value === null ? 'empty' : 'value');

/** Where the value of a field can come from. */
const sourcesFor = (field: Field | undefined): readonly Source[] => {
  if (!field) return ['empty'];
  const like = emptyLike(field);
  const { storage } = describedKind(field);
  return SOURCES.filter((one) => {
    if (one === 'now') return storage === 'seconds';
    if (one === 'caller') return storage === 'record' || typeof like === 'number';
    return one !== 'value' || typeof like === 'string' || typeof like === 'boolean' || storage === 'integer';
  });
};

function SetForm({ effect, onChange }: EffectProps<SetEffect>) {
  const { life, fields } = useLifeDrawing();
  const keys = writableFields(fields, life.field);
  const field = fields[effect.set];
  const named = (key: string) => ({ value: key, label: titleIn(fields[key]?.label, key) });
  const source = sourceOf(effect);
  const setSource = (next: Source) => {
    const like = field && 'options' in field ? (field.options[0] ?? '') : field ? (emptyLike(field) as string | number | boolean) : '';
    const to: SetEffect['to'] =
      next === 'now' || next === 'caller'
        ? { from: next }
        : next === 'field'
          ? { field: keys.find((key) => key !== effect.set) ?? effect.set }
          : { value: next === 'empty' ? null : like };
    onChange({ set: effect.set, to });
  };
  return (
    <div className={properties.group}>
      <ChoiceInput
        label={t('designer.life.setField')}
        tip={t('designer.life.tip.setField')}
        data={keys.map(named)}
        value={effect.set}
        onChange={(set) => onChange({ set, to: { value: null } })}
      />
      <ChoiceInput
        label={t('designer.life.setTo')}
        tip={t('designer.life.tip.setTo')}
        data={sourcesFor(field).map((value) => ({ value, label: t(`designer.life.sources.${value}`) }))}
        value={source}
        onChange={(value) => setSource(value as Source)}
      />
      {'field' in effect.to && (
        <ChoiceInput
          label={t('designer.life.setFrom')}
          tip={t('designer.life.tip.setFrom')}
          data={keys.filter((key) => key !== effect.set).map(named)}
          value={effect.to.field}
          onChange={(key) => onChange({ set: effect.set, to: { field: key } })}
        />
      )}
      {'value' in effect.to && effect.to.value !== null && field && (
        <ValueInput field={field} value={effect.to.value} onChange={(value) => onChange({ set: effect.set, to: { value } })} />
      )}
    </div>
  );
}

interface ValueInputProps {
  readonly field: Field;
  readonly value: string | number | boolean;
  readonly onChange: (value: string | number | boolean) => void;
}

function ValueInput({ field, value, onChange }: ValueInputProps) {
  const words = { label: t('designer.life.value.label'), tip: t('designer.life.tip.value') };
  if (typeof value === 'boolean')
    return (
      <ChoiceInput
        {...words}
        data={(['on', 'off'] as const).map((one) => ({ value: one, label: t(`designer.life.value.${one}`) }))}
        value={value ? 'on' : 'off'}
        onChange={(next) => onChange(next === 'on')}
      />
    );
  if ('options' in field)
    return (
      <ChoiceInput
        {...words}
        data={field.options.map((one) => ({ value: one, label: titleIn(field.optionLabels?.[one], one) }))}
        value={String(value)}
        onChange={onChange}
      />
    );
  return (
    <Property {...words}>
      {(ids) => (
        <TextInput
          {...ids}
          size="sm"
          maxLength={200}
          inputMode={typeof value === 'number' ? 'numeric' : 'text'}
          value={String(value)}
          onChange={({ currentTarget }) =>
            onChange(typeof value === 'number' ? Number.parseInt(currentTarget.value, 10) || 0 : currentTarget.value)
          }
        />
      )}
    </Property>
  );
}

function MailForm({ effect, onChange }: EffectProps<MailEffect | NotifyEffect>) {
  const { fields } = useLifeDrawing();
  const told = Object.keys(fields).filter((key) => fields[key]?.list !== 'never');
  return (
    <div className={properties.group}>
      {'mail' in effect && 'field' in effect.mail && (
        <ChoiceInput
          label={t('designer.life.mailTo')}
          tip={t('designer.life.tip.mailTo')}
          data={addressFields(fields).map((key) => ({ value: key, label: titleIn(fields[key]?.label, key) }))}
          value={effect.mail.field}
          onChange={(field) => onChange({ ...effect, mail: { field } })}
        />
      )}
      {'notify' in effect && <NotifyWhom effect={effect} onChange={onChange} />}
      <TextPair
        label={t('designer.life.title')}
        tip={t('designer.life.tip.title')}
        max={120}
        value={effect.title}
        onChange={(title) => onChange({ ...effect, title: title ?? {} })}
      />
      <TextPair
        label={t('designer.life.text')}
        tip={t('designer.life.tip.text', { example: `{{${told[1] ?? told[0] ?? 'name'}}}` })}
        max={2000}
        value={effect.text}
        onChange={(text) => onChange({ ...effect, text: text ?? {} })}
      />
    </div>
  );
}

const PERSONS = ['owner', 'author', 'sender'] as const;

/** Who is told: somebody by what they have to do with the record, or all who have a right of the section. */
function NotifyWhom({ effect, onChange }: EffectProps<NotifyEffect>) {
  const drawing = useLifeDrawing();
  const page = pagePathOf(drawing.section);
  const { notify } = effect;
  const own = Object.entries(drawing.life.events).flatMap(([name, { right }]) => (right === 'own' ? [`${page}/${name}`] : []));
  const node = typeof notify === 'string' ? [] : [notify.node];
  const nodes = [...new Set([`${page}/edit`, ...own, ...node])];
  return (
    <ChoiceInput
      label={t('designer.life.notifyWhom')}
      tip={t('designer.life.tip.notifyWhom')}
      data={[
        ...PERSONS.map((value): { readonly value: string; readonly label: string } => ({
          value,
          label: t(`designer.life.notify.${value}`),
        })),
        ...nodes.map((value) => ({ value, label: toldText(value, drawing) })),
      ]}
      value={typeof notify === 'string' ? notify : notify.node}
      onChange={(value) => onChange({ ...effect, notify: PERSONS.find((one) => one === value) ?? { node: value } })}
    />
  );
}

const placeKey = (one: SendEffect['to']): string => ('of' in one ? one.of : `${one.referring}.${one.by}`);

/** Which records are led on, and by which of their steps. */
function SendForm({ effect, onChange }: EffectProps<SendEffect>) {
  const drawing = useLifeDrawing();
  const { section, sections } = drawing;
  const { send, to } = effect;
  const known = ledFrom(drawing);
  const steps = stepsOf(drawing, sections, to);
  // What is stored stays to be seen, whether it can be or not.
  const places = known.some((one) => placeKey(one.to) === placeKey(to)) ? known : [{ to, steps }, ...known];
  const isKnown = steps?.some(({ name }) => name === send) ?? false;
  const title = (one: SendEffect['to']): string => {
    if ('of' in one) return t('designer.life.sendTo.named', { field: fieldLabel(section, one.of) });
    const other = sectionOf(one.referring, section);
    return t('designer.life.sendTo.naming', {
      section: other ? resourceLabel(other) : one.referring,
      by: other ? fieldLabel(other, one.by) : one.by,
    });
  };
  return (
    <div className={properties.group}>
      <ChoiceInput
        label={t('designer.life.sendTo.label')}
        tip={t('designer.life.tip.sendTo')}
        data={places.map((one) => ({ value: placeKey(one.to), label: title(one.to) }))}
        value={placeKey(to)}
        onChange={(chosen) => {
          const place = places.find((one) => placeKey(one.to) === chosen);
          if (!place) return;
          const isThere = place.steps?.some(({ name }) => name === send) ?? true;
          onChange({ send: isThere ? send : (place.steps?.[0]?.name ?? send), to: place.to });
        }}
      />
      <ChoiceInput
        label={t('designer.life.sendEvent')}
        tip={t('designer.life.tip.sendEvent')}
        data={[
          ...(isKnown ? [] : [{ value: send, label: send }]),
          ...(steps ?? []).map(({ name, label }) => ({ value: name, label: titleIn(label, name) })),
        ]}
        value={send}
        error={steps === null || isKnown ? '' : t('designer.issues.life.sentUnknown', { name: send })}
        onChange={(name) => onChange({ ...effect, send: name })}
      />
    </div>
  );
}
