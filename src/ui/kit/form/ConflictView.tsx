import { Button, Group, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { use } from 'react';
import { isSameValue } from '#domain/base/same-value';
import { areaTextKey, isInForm, relationKey, type AnyRecord } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
import {
  selectRecordConflicts,
  selectCurrent,
  selectSide,
  selectStepLabel,
  selectTheirChanges,
} from '#machines/table/record-form.selectors';
import { selectRecordFormValues, type RecordFormRef } from '#machines/table/record-form.machine';
import { t } from '../../base/i18n.ts';
import { CdnContext } from '../../base/cdn-context.ts';
import { CELLS } from '../cells/registry.ts';
import { fieldLabel } from '../resource-texts.ts';
import { scalarText } from '../cells/scalar-text.ts';
import { useCurrencySign } from '../use-currency-sign.ts';
import classes from './form.module.css';

interface ConflictViewProps {
  readonly form: RecordFormRef;
  readonly resource: Resource;
}

/** What was chosen here came without the names that a reply brings beside it: those that are there are of what was chosen before. */
function withoutOldNames(record: AnyRecord, loaded: AnyRecord, fieldKey: string): AnyRecord {
  if (isSameValue(record[fieldKey], loaded[fieldKey])) return record;
  const beside = [relationKey(fieldKey), areaTextKey(fieldKey)].filter((key) => key !== fieldKey);
  return Object.fromEntries(Object.entries(record).filter(([key]) => !beside.includes(key)));
}

/** Two people changed the same record: for each field that differs, one value is chosen. Nothing is overwritten unseen. */
export function ConflictView({ form, resource }: ConflictViewProps) {
  const keys = useSelector(form, selectRecordConflicts, isSameValue);
  const mine = useSelector(form, selectRecordFormValues);
  const theirs = useSelector(form, selectCurrent) ?? {};
  const step = useSelector(form, selectStepLabel);
  const others = useSelector(form, selectTheirChanges, isSameValue).filter((key) => isTold(resource, key));
  const none = others.length > 0 ? 'conflictApart' : 'conflictNone';
  return (
    <section className={classes.conflict} aria-label={t('resources.kit.form.conflictTitle')}>
      <h3 className={classes.conflictTitle}>{t('resources.kit.form.conflictTitle')}</h3>
      <Text size="sm" c="dimmed">
        {t(`resources.kit.form.${keys.length > 0 ? 'conflictHint' : none}`)}
      </Text>
      {keys.map((key) => (
        <ConflictField key={key} form={form} resource={resource} fieldKey={key} mine={mine} theirs={theirs} />
      ))}
      {others.length > 0 && <TheirChanges form={form} resource={resource} keys={others} theirs={theirs} />}
      {step !== null && (
        <Text size="sm" mt="md">
          {t('resources.kit.form.conflictStep', { event: step })}
        </Text>
      )}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="subtle" color="gray" onClick={() => form.send({ type: 'form.conflictDismissed' })}>
          {t('resources.kit.form.conflictBack')}
        </Button>
        <Button variant="default" onClick={() => form.send({ type: 'form.theirsTaken' })}>
          {t('resources.kit.form.takeTheirs')}
        </Button>
        <Button onClick={() => form.send({ type: 'form.mergeAccepted' })} data-autofocus>
          {t('resources.kit.form.conflictSave')}
        </Button>
      </Group>
    </section>
  );
}

/** What people write, and the state that they lead on; not the version and the time of the change. */
function isTold({ fields, lifeField }: Resource, key: string): boolean {
  const field = fields[key];
  return field !== undefined && (isInForm(field) || key === lifeField);
}

interface TheirChangesProps extends ConflictViewProps {
  readonly keys: readonly string[];
  readonly theirs: AnyRecord;
}

/** What they alone have changed, with what it was: it is taken over, and nobody is surprised. */
function TheirChanges({ form, resource, keys, theirs }: TheirChangesProps) {
  const loaded = useSelector(form, ({ context }) => context.loaded);
  const cdnUrl = use(CdnContext);
  const currencySign = useCurrencySign();
  return (
    <section className={classes.others} aria-label={t('resources.kit.form.conflictTheirs')}>
      <h4 className={classes.othersTitle}>{t('resources.kit.form.conflictTheirs')}</h4>
      <dl>
        {keys.map((key) => {
          const field = resource.fields[key];
          if (!field) return null;
          const show = (record: AnyRecord) =>
            CELLS[field.kind]({
              resource,
              fieldKey: key,
              field,
              record,
              title: scalarText(record[key]),
              mayEdit: false,
              cdnUrl,
              currencySign,
            });
          return (
            <div key={key}>
              <dt>{fieldLabel(resource, key)}</dt>
              <dd>
                <span>{show(loaded)}</span>
                <IconArrowRight size={14} aria-label={t('resources.kit.form.becomes')} />
                <span>{show(theirs)}</span>
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

interface ConflictFieldProps extends ConflictViewProps {
  readonly fieldKey: string;
  readonly mine: AnyRecord;
  readonly theirs: AnyRecord;
}

function ConflictField({ form, resource, fieldKey, mine, theirs }: ConflictFieldProps) {
  const side = useSelector(form, selectSide(fieldKey));
  const loaded = useSelector(form, ({ context }) => context.loaded);
  const cdnUrl = use(CdnContext);
  const currencySign = useCurrencySign();
  const field = resource.fields[fieldKey];
  if (!field) return null;
  const show = (record: AnyRecord) =>
    CELLS[field.kind]({ resource, fieldKey, field, record, title: scalarText(record[fieldKey]), mayEdit: false, cdnUrl, currencySign });
  return (
    <fieldset className={classes.choice}>
      <legend className={classes.choiceName}>{fieldLabel(resource, fieldKey)}</legend>
      {(['mine', 'theirs'] as const).map((one) => (
        <label key={one} className={classes.side} data-chosen={side === one}>
          <input
            type="radio"
            name={`side-${fieldKey}`}
            checked={side === one}
            onChange={() => form.send({ type: 'form.sideChosen', field: fieldKey, side: one })}
          />
          <span className={classes.sideName}>{t(`resources.kit.form.${one}`)}</span>
          <span className={classes.sideValue}>{show(one === 'mine' ? withoutOldNames(mine, loaded, fieldKey) : theirs)}</span>
        </label>
      ))}
    </fieldset>
  );
}
