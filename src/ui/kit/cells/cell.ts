import type { ReactNode } from 'react';
import type { AnyRecord, Field } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';

/** What a cell is told. It reads nothing else, so that a row renders from its own record alone. */
export interface CellProps {
  readonly resource: Resource;
  readonly fieldKey: string;
  readonly field: Field;
  readonly record: AnyRecord;
  /** The words that name the record, for controls inside the cell. */
  readonly title: string;
  readonly mayEdit: boolean;
  /** A value of the record is on its way to the server; until it is there, none can be changed. */
  readonly isPending?: boolean;
  /** Stands before relative paths of files; '' for the own origin. */
  readonly cdnUrl: string;
  /** Stands before amounts of money, such as `¥`; left out where they stand alone. */
  readonly currencySign?: string;
  /** Where it stands looks as a number does, so that the digits alone are enough. */
  readonly isInNumberCell?: boolean;
}

/**
 * Draws one cell as plain elements; it has no hooks and no handlers. A control inside a cell says what it wants by
 * `data-action` and `data-field`, and the table listens once for all rows. Source: performance.md, "Tables".
 */
export type CellRender = (props: CellProps) => ReactNode;
