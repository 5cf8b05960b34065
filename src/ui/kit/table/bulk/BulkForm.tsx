import { Button, Checkbox, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { bulkFields } from '#domain/table/bulk';
import { percentFields, type PercentRehearsal } from '#domain/table/percent';
import { initialValueOf, type Field } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
import { findRow, type ListRow } from '#domain/table/row';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  selectBulkFailure,
  selectBulkIssues,
  selectBulkPercents,
  selectBulkRehearsal,
  selectBulkValues,
  type BulkEditRef,
} from '#machines/table/bulk-edit.machine';
import { t, text } from '../../../base/i18n.ts';
import { FailureText } from '../../feedback/FailureText.tsx';
import { FIELD_INPUTS, isFormKind } from '../../fields/registry.ts';
import { fieldLabel } from '../../resource-texts.ts';
import classes from './bulk.module.css';
import { RehearsedChange } from './RehearsedChange.tsx';
import { titleOf } from '../base/table-shape.ts';

interface BulkFormProps {
  readonly actor: BulkEditRef;
  readonly resource: Resource;
  readonly rows: readonly ListRow[];
  /** For all records that match, which are found afterwards: how many there were, and what leads back to what may be done with them. */
  readonly matching?: { readonly count: string; readonly onReturn: () => void };
}

const NO_RECORD = {};

/** What leads records from state to state stands beside the form. */
const formFields = (resource: Resource) => bulkFields(resource).filter(([key]) => key !== resource.lifeField);

/** Which fields, then their values; what speaks against single records stands below. */
export function BulkForm({ actor, resource, rows, matching }: BulkFormProps) {
  const rehearsal = useSelector(actor, selectBulkRehearsal);
  const chosen = Object.keys(useSelector(actor, selectBulkValues));
  const isBusy = useSelector(actor, selectIsBusy);
  const hasPercents = Object.keys(useSelector(actor, selectBulkPercents)).length > 0;
  const fields = formFields(resource);
  const initial = Object.fromEntries(fields.map(([key, field]) => [key, initialValueOf(field)]));
  const choose = (wanted: readonly string[]) =>
    actor.send({ type: 'bulk.fieldsChosen', fields: fields.map(([key]) => key).filter((key) => wanted.includes(key)), initial });
  if (rehearsal) return <Rehearsed actor={actor} resource={resource} rows={rows} rehearsal={rehearsal} />;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        actor.send({ type: 'bulk.submitted' });
      }}
      noValidate
    >
      <Stack gap="md">
        <p className={classes.hint}>{t(matching ? 'tables.matching.askEdit' : 'tables.bulk.hint')}</p>
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
          <Button variant="default" disabled={isBusy} onClick={matching?.onReturn ?? (() => actor.send({ type: 'bulk.left' }))}>
            {t(matching ? 'tables.matching.back' : 'tables.bulk.cancel')}
          </Button>
          <Button
            type="submit"
            loading={isBusy}
            disabled={chosen.length === 0}
            title={chosen.length === 0 ? t('tables.bulk.none') : undefined}
          >
            {submitWords(hasPercents, matching?.count)}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** What the next press does: a change by percent is shown before it is saved, any other is saved, of however many records. */
const submitWords = (hasPercents: boolean, matchingCount: string | undefined): string => {
  if (hasPercents) return t('tables.percent.next');
  return matchingCount === undefined ? t('tables.bulk.start') : t('tables.matching.changeAll', { count: matchingCount });
};

interface BulkFieldProps extends Pick<BulkFormProps, 'actor' | 'resource'> {
  readonly fieldKey: string;
  readonly field: Field;
}

function BulkField({ actor, resource, fieldKey, field }: BulkFieldProps) {
  const value = useSelector(actor, (snapshot) => selectBulkValues(snapshot)[fieldKey]);
  const issue = useSelector(actor, (snapshot) => selectBulkIssues(snapshot)[fieldKey]);
  const percent = useSelector(actor, (snapshot) => selectBulkPercents(snapshot)[fieldKey]);
  const isBusy = useSelector(actor, selectIsBusy);
  if (!isFormKind(field.kind)) return null;
  const Input = FIELD_INPUTS[field.kind];
  const error = issue && text(issue.key, issue.params);
  const label = fieldLabel(resource, fieldKey);
  const change = (wanted: string | null) => actor.send({ type: 'bulk.percentChanged', field: fieldKey, percent: wanted });
  const input = (
    <Input
      of={{ resource, key: fieldKey, field }}
      value={value}
      record={NO_RECORD}
      error={error}
      readOnly={isBusy}
      onChange={(next) => actor.send({ type: 'bulk.valueChanged', field: fieldKey, value: next })}
      onLeave={() => {}}
    />
  );
  if (!percentFields(resource).some(([key]) => key === fieldKey)) return input;
  return (
    <div className={classes.how}>
      <SegmentedControl
        size="xs"
        aria-label={t('tables.percent.how', { field: label })}
        value={percent === undefined ? 'value' : 'percent'}
        data={[
          { value: 'value', label: t('tables.percent.toValue') },
          { value: 'percent', label: t('tables.percent.byPercent') },
        ]}
        disabled={isBusy}
        onChange={(how) => change(how === 'percent' ? '' : null)}
      />
      {percent === undefined ? (
        input
      ) : (
        <TextInput
          label={t('tables.percent.label', { field: label })}
          description={t('tables.percent.hint')}
          inputMode="decimal"
          maxLength={10}
          rightSection="%"
          value={percent}
          error={error}
          readOnly={isBusy}
          onChange={(event) => change(event.currentTarget.value)}
        />
      )}
    </div>
  );
}

interface RehearsedProps extends Pick<BulkFormProps, 'actor' | 'resource' | 'rows'> {
  readonly rehearsal: PercentRehearsal;
}

/** What would become of the amounts; nothing is written before somebody has seen it. */
function Rehearsed({ actor, resource, rows, rehearsal }: RehearsedProps) {
  const { refused } = rehearsal;
  return (
    <Stack gap="md">
      <RehearsedChange resource={resource} rehearsal={rehearsal} />
      {refused.length > 0 && (
        <div className={classes.refusal} role="alert">
          {t('tables.percent.refused', { count: refused.length })}
          <RefusedRows resource={resource} rows={rows} refused={refused.map(({ id, message }) => [id, message])} />
        </div>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => actor.send({ type: 'bulk.returned' })}>
          {t('tables.percent.back')}
        </Button>
        <Button data-autofocus disabled={refused.length > 0} onClick={() => actor.send({ type: 'bulk.confirmed' })}>
          {t('tables.bulk.start')}
        </Button>
      </div>
    </Stack>
  );
}

interface RefusedRowsProps extends Pick<BulkFormProps, 'resource' | 'rows'> {
  readonly refused: readonly (readonly [id: number, reason: string])[];
}

/** Which of the chosen records stand in the way, and why. */
function RefusedRows({ resource, rows, refused }: RefusedRowsProps) {
  const nameOf = (id: number): string => {
    const row = findRow(rows, id);
    return row ? titleOf(resource, row) : `#${id}`;
  };
  return (
    <ul className={classes.rows}>
      {refused.map(([id, reason]) => (
        <li key={id}>
          <strong>{nameOf(id)}</strong> {reason}
        </li>
      ))}
    </ul>
  );
}

/** Why nothing was changed, and which records were in the way. */
function Refusal({ actor, resource, rows }: Pick<BulkFormProps, 'actor' | 'resource' | 'rows'>) {
  const failure = useSelector(actor, selectBulkFailure);
  if (!failure) return null;
  const refused = failure.kind === 'rejected' ? Object.entries(failure.rows ?? {}) : [];
  return (
    <div className={classes.refusal} role="alert">
      <FailureText failure={failure} />
      {refused.length > 0 && <RefusedRows resource={resource} rows={rows} refused={refused.map(([id, reason]) => [Number(id), reason])} />}
    </div>
  );
}
