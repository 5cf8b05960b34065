import '../form-styles.ts';
import { isOfInputMethod } from '#domain/fields/input-method';
import { CloseButton, Combobox, Input, Loader, Popover, Tooltip } from '@mantine/core';
import { IconBox } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  selectChosenText,
  selectCursor,
  selectIsPickerOpen,
  selectLv,
  type CascadePickerEvent,
  type CascadePickerRef,
} from '#machines/fields/cascade-picker.machine';
import { t } from '../../base/i18n.ts';
import classes from './cascade.module.css';
import { CascadeLevels } from './CascadeLevels.tsx';
import { leaveSearch, optionId, searchId, treeId } from './cascade-ids.ts';

export interface CascadePickerProps {
  readonly actor: CascadePickerRef;
  readonly id: string;
  /** What stands in the empty box. */
  readonly placeholder: string;
  /** `named` carries its name itself; `icon` does so too, and is nothing but a sign. A `field` has a label beside it. */
  readonly shape: 'named' | 'icon' | 'field';
  /** Whether nothing may be chosen. */
  readonly isClearable: boolean;
  readonly readOnly?: boolean;
  /** What a field's frame has to say about the box. */
  readonly field?: { readonly describedBy?: string | undefined; readonly isWrong: boolean; readonly onLeave: () => void };
}

const MOVES: Readonly<Record<string, Extract<CascadePickerEvent, { type: 'picker.moved' }>['to']>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
  ArrowLeft: 'back',
};

/** A box that opens levels of options beside each other; on a narrow screen one at a time. The keyboard stays in the box. */
export function CascadePicker({ actor, id, placeholder, shape, isClearable, readOnly = false, field }: CascadePickerProps) {
  const isOpen = useSelector(actor, selectIsPickerOpen);
  const isBusy = useSelector(actor, selectIsBusy);
  const text = useSelector(actor, selectChosenText);
  const cursor = useSelector(actor, selectCursor);
  const lv = useSelector(actor, selectLv);
  const isClearShown = isClearable && !readOnly && text !== '' && shape !== 'icon';

  const toggle = () => {
    if (!readOnly) actor.send({ type: isOpen ? 'picker.closed' : 'picker.opened' });
  };
  const press = () => {
    leaveSearch(id);
    if (cursor.value !== null) actor.send({ type: 'picker.pressed', level: cursor.level, value: cursor.value });
    // Where a level could not be read, the keyboard asks for it again.
    else actor.send({ type: 'picker.retried' });
  };
  /** The keyboard is in the box itself or in that of the search; where both are empty of text they are alike. */
  const onKeyDown = (event: KeyboardEvent) => {
    const to = MOVES[event.key];
    // What is being put together by an input method is none of ours.
    if (isOfInputMethod(event.nativeEvent)) return;
    if (!isOpen) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      return toggle();
    }
    if (event.key === 'Tab') return actor.send({ type: 'picker.closed' });
    // Whoever types looks for something: the letter goes to the box above the levels.
    if (event.key !== ' ' && (event.key.length === 1 || event.key === 'Process') && !event.ctrlKey && !event.metaKey && !event.altKey)
      return document.getElementById(searchId(id))?.focus();
    event.preventDefault();
    if (to) actor.send({ type: 'picker.moved', to });
    else if (event.key === 'Enter' || event.key === ' ' || (event.key === 'ArrowRight' && cursor.level < lv - 1)) press();
    else if (event.key === 'Escape') {
      event.stopPropagation();
      document.getElementById(id)?.focus();
      actor.send({ type: 'picker.closed' });
    }
  };
  const onSearchKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { text: typed } = actor.getSnapshot().context;
    if (isOfInputMethod(event.nativeEvent)) return;
    // With nothing typed the keys are those of the levels; what can be typed is typed.
    if (typed === '' && event.key.length > 1) return event.key === 'Backspace' ? undefined : onKeyDown(event);
    if (event.key === 'Tab') return actor.send({ type: 'picker.closed' });
    const to = MOVES[event.key];
    if (to === 'next' || to === 'previous') actor.send({ type: 'picker.moved', to });
    else if (event.key === 'Enter') {
      if (actor.getSnapshot().can({ type: 'picker.foundConfirmed' })) leaveSearch(id);
      actor.send({ type: 'picker.foundConfirmed' });
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      actor.send({ type: 'picker.searchTyped', text: '' });
    } else return;
    event.preventDefault();
  };
  /** Between the box and its search the keyboard moves within the picker. */
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null && [id, searchId(id)].includes(relatedTarget.id)) return;
    actor.send({ type: 'picker.closed' });
    field?.onLeave();
  };
  const combobox = {
    id,
    role: 'combobox',
    type: 'button',
    'aria-haspopup': 'tree',
    'aria-expanded': isOpen,
    'aria-controls': treeId(id),
    'aria-busy': isBusy,
    'aria-disabled': readOnly || undefined,
    'aria-activedescendant': isOpen && cursor.value !== null ? optionId(id, cursor.level, cursor.value) : undefined,
    'aria-describedby': field?.describedBy,
    'aria-invalid': field?.isWrong || undefined,
    ...(shape !== 'field' && { 'aria-label': text === '' ? placeholder : `${placeholder}: ${text}` }),
    onClick: toggle,
    onKeyDown,
    onBlur,
  } as const;
  return (
    <Popover
      opened={isOpen}
      position="bottom-start"
      withinPortal
      withRoles={false}
      trapFocus={false}
      returnFocus={false}
      closeOnEscape={false}
    >
      <Popover.Target>
        <div className={classes.picker}>
          <Tooltip label={text} disabled={isOpen || text === ''} events={{ hover: true, focus: true, touch: false }} multiline maw={360}>
            {shape === 'icon' ? (
              <button {...combobox} className={classes.sign} data-chosen={text !== '' || undefined}>
                <IconBox size={19} stroke={1.75} aria-hidden="true" />
              </button>
            ) : (
              <Input
                {...combobox}
                component="button"
                pointer
                error={field?.isWrong ?? false}
                leftSection={shape === 'named' ? <IconBox size={17} stroke={1.75} aria-hidden="true" /> : undefined}
                rightSectionPointerEvents="none"
                rightSection={endOf(isBusy, isClearShown)}
              >
                {text === '' ? <Input.Placeholder>{placeholder}</Input.Placeholder> : <span className={classes.chosen}>{text}</span>}
              </Input>
            )}
          </Tooltip>
          {isClearShown && (
            <CloseButton
              className={classes.clear}
              size="sm"
              aria-label={t('cascade.clear')}
              onClick={() => {
                actor.send({ type: 'picker.closed' });
                actor.send({ type: 'picker.cleared' });
              }}
            />
          )}
        </div>
      </Popover.Target>
      <Popover.Dropdown
        p={0}
        onMouseDown={(event) => {
          if (!(event.target instanceof HTMLInputElement)) event.preventDefault();
        }}
      >
        {isOpen && (
          <CascadeLevels
            actor={actor}
            id={id}
            label={placeholder}
            isClearable={isClearable && shape === 'icon' && text !== ''}
            onKeyDown={onSearchKeyDown}
            onBlur={onBlur}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function endOf(isBusy: boolean, isClearShown: boolean): ReactNode {
  if (isClearShown) return null;
  return isBusy ? <Loader size={16} /> : <Combobox.Chevron />;
}
