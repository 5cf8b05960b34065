import { isOfInputMethod } from '#domain/fields/input-method';
import { describedKind } from '#domain/fields/kinds/registry';
import { CloseButton, Combobox, InputBase, Loader, useCombobox } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { KeyboardEvent } from 'react';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  selectChosenOption,
  selectAreOptionsOpen,
  selectOptions,
  selectRemoteSelectIsReady,
  selectSearchText,
  type RemoteSelectRef,
} from '#machines/fields/remote-select.machine';
import { t } from '../../../base/i18n.ts';
import { inputAttributes } from '../base/field-attributes.ts';
import type { FieldInputProps } from '../base/field-input.ts';
import { MORE_OPTION, RemoteOptions, RETRY_OPTION } from './RemoteOptions.tsx';
import { treeBranch } from './tree-branch.ts';

interface RemoteComboboxProps extends FieldInputProps {
  readonly actor: RemoteSelectRef;
  /** Records that may not be chosen, nor what hangs below them. */
  readonly banned?: readonly number[];
}

/** The box of a remote select: it shows what is chosen, and what is typed while it is open. */
export function RemoteCombobox({ actor, banned: left, ...props }: RemoteComboboxProps) {
  const isOpen = useSelector(actor, selectAreOptionsOpen);
  const isBusy = useSelector(actor, selectIsBusy);
  const options = useSelector(actor, selectOptions);
  const text = useSelector(actor, selectSearchText);
  const chosen = useSelector(actor, selectChosenOption);
  const { field } = props.of;
  const value = typeof props.value === 'number' ? props.value : null;
  const label = value === null ? '' : chosen?.value === value ? chosen.label : isBusy && !isOpen ? '' : `#${value}`;
  const isTree = describedKind(field).storage === 'parent';
  const banned = (left ?? (isTree ? [props.record['id']] : [])).flatMap((id) => treeBranch(options, id));

  const combobox = useCombobox({
    opened: isOpen,
    onOpenedChange: (opened) => {
      combobox.resetSelectedOption();
      if (opened && !props.readOnly) actor.send({ type: 'select.opened' });
      if (!opened) actor.send({ type: 'select.closed' });
    },
  });
  const pick = (picked: string) => {
    if (picked === MORE_OPTION) return actor.send({ type: 'select.moreRequested' });
    if (picked === RETRY_OPTION) return actor.send({ type: 'select.retried' });
    const option = options.find((one) => String(one.value) === picked);
    if (!option) return;
    actor.send({ type: 'select.picked', option });
    props.onChange(option.value);
  };
  const clear = () => {
    actor.send({ type: 'select.picked', option: null });
    props.onChange(null);
  };
  const search = (typed: string) => {
    if (!isOpen) actor.send({ type: 'select.opened' });
    actor.send({ type: 'select.searched', text: typed });
    combobox.resetSelectedOption();
  };
  /** In an open list Enter is about the list: what is marked, else the first of what was looked for. It saves no form around it. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !isOpen || event.ctrlKey || event.metaKey || isOfInputMethod(event.nativeEvent)) return;
    event.preventDefault();
    const listed = document.querySelectorAll(`#${combobox.listId} [data-combobox-option]`);
    if (listed[combobox.getSelectedOptionIndex()]?.hasAttribute('data-combobox-selected')) return;
    combobox.resetSelectedOption();
    const first = options.find((option) => !banned.includes(option.value));
    if (first && text !== '' && selectRemoteSelectIsReady(actor.getSnapshot())) pick(String(first.value));
  };
  const isClearable = value !== null && !field.required && !props.readOnly;
  const emptyText = props.of.scope
    ? t('resources.kit.search.any')
    : isTree
      ? t('resources.kit.fields.topLevel')
      : t('resources.kit.fields.choose');

  return (
    <Combobox store={combobox} onOptionSubmit={pick} withinPortal>
      <Combobox.Target withExpandedAttribute>
        <InputBase
          {...inputAttributes(props)}
          value={isOpen ? text : label}
          placeholder={label || emptyText}
          onClick={() => combobox.openDropdown()}
          onKeyDown={onKeyDown}
          onChange={(event) => search(event.currentTarget.value)}
          onBlur={() => {
            combobox.closeDropdown();
            props.onLeave();
          }}
          rightSectionPointerEvents={isClearable ? 'all' : 'none'}
          rightSection={
            isBusy ? (
              <Loader size={16} />
            ) : isClearable ? (
              <CloseButton
                size="sm"
                aria-label={t('resources.kit.fields.clear')}
                onMouseDown={(event) => event.preventDefault()}
                onClick={clear}
              />
            ) : props.readOnly ? null : (
              <Combobox.Chevron />
            )
          }
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isOpen}>
        <RemoteOptions actor={actor} value={value} banned={banned} />
      </Combobox.Dropdown>
    </Combobox>
  );
}
