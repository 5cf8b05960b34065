import type { AnyRecord } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
import { useCurrencySign } from '../use-currency-sign.ts';
import { CELLS } from './registry.ts';
import classes from './record-facts.module.css';
import { fieldLabel } from '../resource-texts.ts';

interface RecordFactsProps {
  readonly resource: Resource;
  readonly record: AnyRecord;
  /** Which fields, in their order. */
  readonly fields: readonly string[];
}

/** Fields of one record with their names, as a table shows them but in full. */
export function RecordFacts({ resource, record, fields }: RecordFactsProps) {
  const currencySign = useCurrencySign();
  return (
    <dl className={classes.facts}>
      {fields.map((fieldKey) => {
        const field = resource.fields[fieldKey];
        if (!field) return null;
        return (
          <div key={fieldKey}>
            <dt>{fieldLabel(resource, fieldKey)}</dt>
            <dd>{CELLS[field.kind]({ resource, fieldKey, field, record, title: '', mayEdit: false, cdnUrl: '', currencySign })}</dd>
          </div>
        );
      })}
    </dl>
  );
}
