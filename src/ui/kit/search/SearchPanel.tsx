import '../form-styles.ts';
import { Button } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { type FormEvent, useRef } from 'react';
import type { Resource } from '#domain/table/resource';
import { groupsOf, type SearchGroups } from '#domain/table/resource-query';
import { selectQuery, selectTable, type CollectionRef } from '#machines/table/collection.selectors';
import { searchDraftLogic, searchResetsLogic, selectCanAddGroup, selectDraftGroups } from '#machines/table/search-draft.logic';
import { t } from '../../base/i18n.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { FieldMenu } from './FieldMenu.tsx';
import { conditionsFrom, conditionsDraft, plainCondition, searchFields } from './search-conditions.ts';
import classes from './search.module.css';
import { SearchGroup } from './SearchGroup.tsx';

interface SearchPanelProps {
  readonly collection: CollectionRef;
  readonly resource: Resource;
}

/**
 * One input for every searchable field, as the declaration makes it, and below them further groups of conditions that may hold instead.
 * The inputs are the browser's own form: nothing is asked before it is submitted, and when the conditions change elsewhere it starts
 * anew from them. Source: wire protocol §9.3.
 */
export function SearchPanel({ collection, resource }: SearchPanelProps) {
  const query = useSelector(collection, selectQuery);
  const { isSearchOpen } = useSelector(collection, selectTable);
  /** Where the keyboard was when the form was sent: the new form gives it back. */
  const focusedId = useRef<string | null>(null);
  const resets = useLeafActor(searchResetsLogic, { id: `searchResets:${resource.name}` });
  const resetCount = useSelector(resets, ({ context }) => context);
  if (!isSearchOpen || resource.tree) return null;
  const groups = groupsOf(query);
  return (
    <SearchForm
      key={`${resetCount} ${JSON.stringify(groups)}`}
      collection={collection}
      resource={resource}
      groups={groups}
      onReset={() => {
        focusedId.current = document.activeElement?.id ?? null;
        resets.send({ type: 'search.reset' });
        collection.send({ type: 'collection.searched', search: [] });
      }}
      onSent={() => (focusedId.current = document.activeElement?.id ?? null)}
      onShown={(form) => {
        // The form that goes is told of as well.
        if (form === null) return;
        if (focusedId.current) document.getElementById(focusedId.current)?.focus();
        focusedId.current = null;
      }}
    />
  );
}

interface SearchFormProps extends SearchPanelProps {
  readonly groups: SearchGroups;
  readonly onReset: () => void;
  readonly onSent: () => void;
  readonly onShown: (form: HTMLFormElement | null) => void;
}

function SearchForm({ collection, resource, groups: inForce, onReset, onSent, onShown }: SearchFormProps) {
  const actor = useLeafActor(searchDraftLogic, { id: `searchDraft:${resource.name}`, input: conditionsDraft(resource, inForce) });
  const groups = useSelector(actor, selectDraftGroups);
  const canAdd = useSelector(actor, selectCanAddGroup);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wrong = event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (wrong) {
      wrong.focus();
      return;
    }
    const data = new FormData(event.currentTarget);
    onSent();
    const read = (name: string): string => {
      const value = data.get(name);
      return typeof value === 'string' ? value : '';
    };
    collection.send({ type: 'collection.searched', ...conditionsFrom(resource, groups, read) });
  };
  return (
    <form ref={onShown} className={classes.form} aria-label={t('resources.kit.search.title')} onSubmit={submit}>
      {groups.map((group, index) => (
        <SearchGroup key={group.key} actor={actor} resource={resource} group={group} index={index} inForce={inForce[group.key] ?? []} />
      ))}
      <div className={classes.buttons}>
        {canAdd && (
          <FieldMenu
            id={`search-${resource.name}-or`}
            resource={resource}
            fields={searchFields(resource).map(([key]) => key)}
            label={t('search.addGroup')}
            onChosen={(key) => actor.send({ type: 'draft.groupAdded', condition: plainCondition(resource, key) })}
          />
        )}
        <Button type="submit" id={`search-${resource.name}-apply`}>
          {t('resources.kit.search.apply')}
        </Button>
        <Button variant="default" type="button" id={`search-${resource.name}-reset`} onClick={onReset}>
          {t('resources.kit.search.reset')}
        </Button>
      </div>
    </form>
  );
}
