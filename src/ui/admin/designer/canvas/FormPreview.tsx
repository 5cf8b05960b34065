import { useSelector } from '@xstate/react';
import { memo } from 'react';
import { isInForm, type AnyRecord, type Field } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
import { selectDeclaration } from '#machines/designer/section-designer.selectors';
import { t } from '../../../base/i18n.ts';
import { FIELD_INPUTS, isFormKind, isWideField } from '../../../kit/fields/registry.ts';
import { fieldLabel } from '../../../kit/resource-texts.ts';
import { useDesigning } from '../base/designer-context.ts';
import { examplesOf } from './examples.ts';
import previews from './previews.module.css';

/** The form as people will have it, with an example in it. A press chooses a field. */
export function FormPreview() {
  const { designer } = useDesigning();
  const resource = useSelector(designer, selectDeclaration);
  const [example = {}] = examplesOf(resource);
  const shown = Object.entries(resource.fields).filter(([, field]) => isInForm(field));
  return (
    <div className={previews.form}>
      {shown.map(([key, field]) => (
        <PreviewField key={key} resource={resource} fieldKey={key} field={field} example={example} />
      ))}
    </div>
  );
}

interface PreviewFieldProps {
  readonly resource: Resource;
  readonly fieldKey: string;
  readonly field: Field;
  readonly example: AnyRecord;
}

const nothing = (): void => undefined;

const PreviewField = memo(function PreviewField({ resource, fieldKey, field, example }: PreviewFieldProps) {
  const { designer } = useDesigning();
  const isChosen = useSelector(designer, ({ context }) => context.chosen === fieldKey);
  if (!isFormKind(field.kind)) return null;
  const Input = FIELD_INPUTS[field.kind];
  return (
    <div className={previews.field} data-wide={isWideField(field.kind)} data-chosen={isChosen}>
      <button
        type="button"
        className={previews.cover}
        aria-pressed={isChosen}
        aria-label={t('designer.desk.choose', { name: fieldLabel(resource, fieldKey) })}
        onClick={() => designer.send({ type: 'field.chosen', key: fieldKey })}
      />
      <div inert>
        <Input
          key={field.kind}
          of={{ resource, key: fieldKey, field }}
          value={example[fieldKey]}
          record={example}
          error={undefined}
          // Nobody reaches it; read only it would look as it does for those who may not save.
          readOnly={false}
          onChange={nothing}
          onLeave={nothing}
        />
      </div>
      {field.when && <span className={previews.when}>{t('designer.sign.when')}</span>}
    </div>
  );
});
