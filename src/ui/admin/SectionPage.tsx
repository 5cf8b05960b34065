import { useSelector } from '@xstate/react';
import { SHIPPED_RESOURCES } from '#api/contract/resources/registry';
import { selectRecordForm, selectRemark, type CollectionRef } from '#machines/collection-selectors';
import { DataTable } from '../kit/DataTable/DataTable.tsx';
import { TableToolbar } from '../kit/DataTable/TableToolbar.tsx';
import { RecordForm } from '../kit/RecordForm/RecordForm.tsx';
import { resourceLabel } from '../kit/resource-texts.ts';
import { FilterChips } from '../kit/SearchPanel/FilterChips.tsx';
import { SearchPanel } from '../kit/SearchPanel/SearchPanel.tsx';
import classes from './SectionPage.module.css';

export interface SectionPageProps {
  /** Name of the resource. */
  readonly resource: string;
  readonly collection: CollectionRef;
  /** The menu's word for the page; the resource's own where it has none. */
  readonly title: string;
}

/** The page of any resource, as its declaration makes it: what it is, what can be done with it, its records. */
export function SectionPage({ resource: name, collection, title }: SectionPageProps) {
  const resource = SHIPPED_RESOURCES.find((one) => one.name === name);
  const remark = useSelector(collection, selectRemark);
  const form = useSelector(collection, selectRecordForm);
  if (!resource) throw new Error(`no resource is called "${name}"`);
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <h1 className={classes.title}>{title || resourceLabel(resource)}</h1>
        {remark !== '' && <p className={classes.remark}>{remark}</p>}
      </header>
      <TableToolbar collection={collection} resource={resource} />
      <SearchPanel collection={collection} resource={resource} />
      <FilterChips collection={collection} resource={resource} />
      <DataTable collection={collection} resource={resource} />
      {form && <RecordForm key={form.sessionId} form={form} resource={resource} />}
    </div>
  );
}
