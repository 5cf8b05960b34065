import { t } from '../../base/i18n.ts';
import { optionLabel } from '../resource-texts.ts';
import { scalarText } from './scalar-text.ts';
import type { CellProps } from './cell.ts';
import { emptyCell } from './empty-cell.tsx';
import classes from './cells.module.css';

const colorOf = ({ field }: CellProps, option: string): string =>
  ('optionColors' in field ? field.optionColors?.[option] : undefined) ?? 'gray';

/** One option, in its colour; a dot besides, so that colour is not the only sign. */
export function tagCell(props: CellProps) {
  const option = scalarText(props.record[props.fieldKey]);
  if (option === '') return emptyCell();
  return (
    <span className={classes.status} data-color={colorOf(props, option)}>
      {optionLabel(props.resource, props.fieldKey, option)}
    </span>
  );
}

/** Several entries, each its own tag; what does not fit is revealed with the rest of the cell. */
export function tagsCell(props: CellProps) {
  const value = props.record[props.fieldKey];
  const entries = Array.isArray(value) ? value.map(String) : [];
  if (entries.length === 0) return emptyCell();
  const hasOptions = 'options' in props.field;
  return (
    <span className={classes.tags} data-clip>
      {entries.map((entry) => (
        <span key={entry} className={classes.tag}>
          {hasOptions ? optionLabel(props.resource, props.fieldKey, entry) : entry}
        </span>
      ))}
    </span>
  );
}

const NUMBER = /^\d+$/u;

/** What a group may do: all of it, or how many rights, where the reply names them by their numbers alone. */
export function rightsCell(props: CellProps) {
  const value = props.record[props.fieldKey];
  const rules = Array.isArray(value) ? value.map(String) : [];
  const told = (words: string) => tagsCell({ ...props, record: { ...props.record, [props.fieldKey]: [words] } });
  if (rules.includes('*')) return told(t('resources.kit.cells.allRights'));
  if (rules.length > 0 && rules.every((rule) => NUMBER.test(rule))) return told(t('resources.kit.cells.rights', { count: rules.length }));
  return tagsCell(props);
}
