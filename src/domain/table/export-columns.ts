import { isServerOwned, type Field } from '../fields/field.ts';
import { describedKind } from '../fields/kinds/registry.ts';
import type { Resource } from './resource.ts';

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Records in one file. More than a spreadsheet is good for; a larger table is what backups are for. */
export const MAX_EXPORT_ROWS = 100_000;

const isExported = (field: Field): boolean =>
  !describedKind(field).isUnexported && (field.list !== 'never' || (!isServerOwned(field) && field.form !== 'never'));

/** Fields that can be a column of a file: what a list or a form shows, but no secret. */
export const exportableFields = ({ fields }: Pick<Resource, 'fields'>): readonly string[] =>
  Object.entries(fields).flatMap(([key, field]) => (isExported(field) ? [key] : []));
