import { knownResources } from '#actors/base/resource-book';
import { resourceOfController } from '#domain/table/resource';
import type { SearchCondition } from '#domain/table/resource-query';
import { resourceLabel } from '../../kit/resource-texts.ts';
import type { CellProps } from '../../kit/cells/cell.ts';
import { emptyCell } from '../../kit/cells/empty-cell.tsx';
import { scalarText } from '../../kit/cells/scalar-text.ts';
import cells from '../../kit/cells/cells.module.css';

const titleOfController = (controller: string): string => {
  const resource = resourceOfController(knownResources(), controller);
  return resource ? resourceLabel(resource) : controller;
};

/** A rule's section by its title; its path where it is gone. */
export function sectionCell({ record, fieldKey }: CellProps) {
  const controller = scalarText(record[fieldKey]);
  return controller === '' ? emptyCell() : <span title={controller}>{titleOfController(controller)}</span>;
}

/** Watched fields by their titles. */
export function watchedCell({ record, fieldKey }: CellProps) {
  const value = record[fieldKey];
  const pairs = (Array.isArray(value) ? value : []) as readonly { readonly key: string; readonly value: string }[];
  if (pairs.length === 0) return emptyCell();
  return (
    <span className={cells.clip} data-clip>
      {pairs.map(({ key, value: title }) => title || key).join(' · ')}
    </span>
  );
}

/** A controller that rules are filtered by, by the title of its section where it is a whole one. */
export function controllerWords({ field, value }: SearchCondition): string | undefined {
  return field === 'controller' ? titleOfController(value) : undefined;
}
