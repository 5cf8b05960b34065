import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import { isOfInputMethod } from '#domain/fields/input-method';
import { MAX_SEARCH_LENGTH } from '#domain/table/resource-query';
import type { Resource } from '#domain/table/resource';
import { selectQuickSearchText, type CollectionRef } from '#machines/table/collection.selectors';
import { t } from '../../../base/i18n.ts';
import { fieldLabel, inSentence } from '../../resource-texts.ts';
import classes from './toolbar.module.css';

interface QuickSearchProps {
  readonly collection: CollectionRef;
  readonly resource: Resource;
}

/** One box over all quick-search fields. The machine waits for a pause; Enter does not wait, Esc empties. */
export function QuickSearch({ collection, resource }: QuickSearchProps) {
  const text = useSelector(collection, selectQuickSearchText);
  const box = useRef<HTMLInputElement>(null);
  const fields = Object.entries(resource.fields).filter(([, field]) => field.quickSearch);
  const type = (typed: string) => collection.send({ type: 'collection.quickSearchTyped', text: typed });
  if (fields.length === 0) return null;
  const names = fields.map(([key]) => inSentence(fieldLabel(resource, key)));
  // Latin letters are set apart from Chinese ones, but not from what divides the names.
  const label = t('resources.kit.table.quickSearch', { fields: names.join(' / ').replaceAll('  ', ' ').trimEnd() });
  return (
    <TextInput
      ref={(input) => {
        box.current = input;
        // The box is the browser's while it is being typed in, so that a word still being composed is not disturbed.
        if (input && input.value !== text && document.activeElement !== input) input.value = text;
      }}
      className={classes.search}
      type="search"
      defaultValue={text}
      maxLength={MAX_SEARCH_LENGTH}
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text !== '' && (
          <CloseButton
            size="sm"
            aria-label={t('resources.kit.table.clearSearch')}
            onClick={() => {
              if (box.current) box.current.value = '';
              type('');
              collection.send({ type: 'collection.quickSearchSubmitted' });
            }}
          />
        )
      }
      onChange={(event) => {
        if (!(event.nativeEvent as InputEvent).isComposing) type(event.currentTarget.value);
      }}
      onCompositionEnd={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (isOfInputMethod(event.nativeEvent)) return;
        if (event.key === 'Enter') collection.send({ type: 'collection.quickSearchSubmitted' });
        if (event.key === 'Escape' && event.currentTarget.value !== '') {
          event.currentTarget.value = '';
          type('');
          collection.send({ type: 'collection.quickSearchSubmitted' });
        }
      }}
    />
  );
}
