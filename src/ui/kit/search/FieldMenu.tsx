import { NativeSelect } from '@mantine/core';
import type { Resource } from '#domain/table/resource';
import { fieldLabel } from '../resource-texts.ts';
import classes from './search.module.css';

interface FieldMenuProps {
  readonly id: string;
  readonly resource: Resource;
  /** What is offered. */
  readonly fields: readonly string[];
  readonly label: string;
  readonly onChosen: (key: string) => void;
}

/** Asks for one more condition by its field; the browser's own list, since phones have a good one. */
export function FieldMenu({ id, resource, fields, label, onChosen }: FieldMenuProps) {
  return (
    <NativeSelect
      id={id}
      aria-label={label}
      className={classes.add}
      value=""
      onChange={({ currentTarget }) => onChosen(currentTarget.value)}
      data={[{ value: '', label }, ...fields.map((key) => ({ value: key, label: fieldLabel(resource, key) }))]}
    />
  );
}
