import '../form-styles.ts';
import { Button } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { type FormEvent, useRef } from 'react';
import type { Resource } from '#domain/table/resource';
import { selectQuery, selectTable, type CollectionRef } from '#machines/table/collection-selectors';
import { t } from '../../base/i18n.ts';
import { conditionsFrom, searchFields } from './search-conditions.ts';
import classes from './search.module.css';
import { SearchInput } from './SearchInput.tsx';

interface SearchPanelProps {
  readonly collection: CollectionRef;
  readonly resource: Resource;
}

/**
 * One input for every searchable field, as the declaration makes it. The inputs are the browser's own form: nothing is asked
 * before it is submitted, and when the conditions change elsewhere it starts anew from them. Source: wire protocol §9.3.
 */
export function SearchPanel({ collection, resource }: SearchPanelProps) {
  const { search } = useSelector(collection, selectQuery);
  const { isSearchOpen } = useSelector(collection, selectTable);
  /** Where the keyboard was when the form was sent: the new form gives it back. */
  const focusedId = useRef<string | null>(null);
  if (!isSearchOpen || resource.tree) return null;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    focusedId.current = document.activeElement?.id ?? null;
    const read = (name: string): string => {
      const value = data.get(name);
      return typeof value === 'string' ? value : '';
    };
    collection.send({ type: 'collection.searched', search: conditionsFrom(resource, read) });
  };
  return (
    <form
      key={JSON.stringify(search)}
      ref={() => {
        if (focusedId.current) document.getElementById(focusedId.current)?.focus();
        focusedId.current = null;
      }}
      className={classes.panel}
      aria-label={t('resources.kit.search.title')}
      onSubmit={submit}
    >
      {searchFields(resource).map(([key, field]) => (
        <SearchInput
          key={key}
          of={{ resource, key, field, scope: 'search' }}
          value={search.find((condition) => condition.field === key)?.value ?? ''}
        />
      ))}
      <div className={classes.buttons}>
        <Button type="submit" id={`search-${resource.name}-apply`}>
          {t('resources.kit.search.apply')}
        </Button>
        <Button variant="default" type="button" onClick={() => collection.send({ type: 'collection.searched', search: [] })}>
          {t('resources.kit.search.reset')}
        </Button>
      </div>
    </form>
  );
}
