import { Button, Checkbox, Stack } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { bulkFields } from '#domain/table/bulk';
import { initialValueOf, type Field } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
import { findRow, type Row } from '#domain/table/row';
import {
  selectBulkFailure,
  selectBulkIssues,
  selectBulkValues,
  selectIsBulkBusy,
  type BulkEditRef,
} from '#machines/table/bulk-edit.machine';
import { t, text } from '../../../base/i18n.ts';
import { FailureText } from '../../feedback/FailureText.tsx';
import { FIELD_INPUTS, isFormKind } from '../../fields/registry.ts';
import { fieldLabel } from '../../resource-texts.ts';
import classes from './bulk.module.css';
import { titleOf } from '../base/table-shape.ts';

interface BulkFormProps {
  readonly actor: BulkEditRef;
  readonly resource: Resource;
  readonly rows: readonly Row[];
}

const NO_RECORD = {};

/** What leads records from state to state stands beside the form. */
const formFields = (resource: Resource) => bulkFields(resource).filter(([key]) => key !== resource.lifeField);

/** Which fields, then their values; what speaks against single records stands below. */
export function BulkForm({ actor, resource, rows }: BulkFormProps) {
  const chosen = Object.keys(useSelector(actor, selectBulkValues));
  const isBusy = useSelector(actor, selectIsBulkBusy);
  const fields = formFields(resource);
  const initial = Object.fromEntries(fields.map(([key, field]) => [key, initialValueOf(field)]));
  const choose = (wanted: readonly string[]) =>
    actor.send({ type: 'bulk.fieldsChosen', fields: fields.map(([key]) => key).filter((key) => wanted.includes(key)), initial });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        actor.send({ type: 'bulk.submitted' });
      }}
      noValidate
    >
      <Stack gap="md">
        <p className={classes.hint}>{t('tables.bulk.hint')}</p>
        <Checkbox.Group label={t('tables.bulk.fields')} value={chosen} onChange={choose}>
          <div className={classes.fields}>
            {fields.map(([key]) => (
              <Checkbox key={key} value={key} label={fieldLabel(resource, key)} disabled={isBusy} />
            ))}
          </div>
        </Checkbox.Group>
        {fields.map(
          ([key, field]) => chosen.includes(key) && <BulkField key={key} actor={actor} resource={resource} fieldKey={key} field={field} />,
        )}
        <Refusal actor={actor} resource={resource} rows={rows} />
        <div className={classes.buttons}>
          <Button variant="default" disabled={isBusy} onClick={() => actor.send({ type: 'bulk.left' })}>
            {t('tables.bulk.cancel')}
          </Button>
          <Button
            type="submit"
            loading={isBusy}
            disabled={chosen.length === 0}
            title={chosen.length === 0 ? t('tables.bulk.none') : undefined}
          >
            {t('tables.bulk.start')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

interface BulkFieldProps extends Pick<BulkFormProps, 'actor' | 'resource'> {
  readonly fieldKey: string;
  readonly field: Field;
}

function BulkField({ actor, resource, fieldKey, field }: BulkFieldProps) {
  const value = useSelector(actor, (snapshot) => selectBulkValues(snapshot)[fieldKey]);
  const issue = useSelector(actor, (snapshot) => selectBulkIssues(snapshot)[fieldKey]);
  const isBusy = useSelector(actor, selectIsBulkBusy);
  if (!isFormKind(field.kind)) return null;
  const Input = FIELD_INPUTS[field.kind];
  return (
    <Input
      of={{ resource, key: fieldKey, field }}
      value={value}
      record={NO_RECORD}
      error={issue && text(issue.key, issue.params)}
      readOnly={isBusy}
      onChange={(next) => actor.send({ type: 'bulk.valueChanged', field: fieldKey, value: next })}
      onLeave={() => {}}
    />
  );
}

/** Why nothing was changed, and which records were in the way. */
function Refusal({ actor, resource, rows }: Pick<BulkFormProps, 'actor' | 'resource' | 'rows'>) {
  const failure = useSelector(actor, selectBulkFailure);
  if (!failure) return null;
  const refused = failure.kind === 'rejected' ? Object.entries(failure.rows ?? {}) : [];
  const nameOf = (id: number): string => {
    const row = findRow(rows, id);
    return row ? titleOf(resource, row) : `#${id}`;
  };
  return (
    <div className={classes.refusal} role="alert">
      <FailureText failure={failure} />
      {refused.length > 0 && (
        <ul className={classes.rows}>
          {refused.map(([id, reason]) => (
            <li key={id}>
              <strong>{nameOf(Number(id))}</strong> {reason}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
