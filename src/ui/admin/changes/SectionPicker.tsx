import '../../kit/form-styles.ts';
import { Select } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { knownResources } from '#actors/base/resource-book';
import { isPermitted } from '#domain/rights/permission';
import { hasCall, pagePathOf } from '#domain/table/resource';
import { permissionFacts } from '#machines/shell/admin-shell.machine';
import { selectQuery, type CollectionRef } from '#machines/table/collection.selectors';
import { t } from '../../base/i18n.ts';
import { useShell } from '../../base/shell-context.ts';
import classes from './entries.module.css';
import { useSectionTitle } from './section-title.ts';

const FIELD = 'resource';

/** The section that a list of changes is filtered by; '' for all of them. */
export const useChosenSection = (collection: CollectionRef): string =>
  useSelector(collection, selectQuery).search.find(({ field }) => field === FIELD)?.value ?? '';

interface ChosenFrom {
  readonly value: string;
  readonly label: string;
}

/** Sections with lists that the person may open, as the menu calls them. */
function useSections(): readonly ChosenFrom[] {
  const titleOf = useSectionTitle();
  const facts = useSelector(useShell(), permissionFacts, (a, b) => a.urls === b.urls);
  return knownResources()
    .filter((resource) => hasCall(resource, 'save') && isPermitted(`${pagePathOf(resource)}/index`, facts))
    .map((resource) => ({ value: resource.name, label: titleOf(resource) }))
    .sort((a, b) => a.label.localeCompare(b.label));
}

/** Shows one section alone; '' all of them. */
export function useChooseSection(collection: CollectionRef): (name: string) => void {
  const { search } = useSelector(collection, selectQuery);
  return (name) =>
    collection.send({
      type: 'collection.searched',
      search: [
        ...search.filter(({ field }) => field !== FIELD),
        ...(name === '' ? [] : [{ field: FIELD, operator: 'eq', value: name } as const]),
      ],
    });
}

/** Shows the changes of one section alone. */
export function SectionPicker({ collection }: { readonly collection: CollectionRef }) {
  const chosen = useChosenSection(collection);
  const choose = useChooseSection(collection);
  const data = useSections();
  return (
    <Select
      aria-label={t('changes.timeline.section')}
      placeholder={t('changes.timeline.allSections')}
      data={data}
      value={chosen || null}
      searchable
      selectFirstOptionOnChange
      clearable
      clearButtonProps={{ 'aria-label': t('changes.timeline.allSections') }}
      className={classes.picker}
      onChange={(value) => choose(value ?? '')}
    />
  );
}
