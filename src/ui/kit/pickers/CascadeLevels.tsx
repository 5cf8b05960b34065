import { Button, Loader } from '@mantine/core';
import { IconArrowLeft, IconCheck, IconChevronRight } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { FocusEvent, KeyboardEvent } from 'react';
import { MAX_OPTION_TEXT } from '#domain/fields/option-path';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  selectChosenIds,
  selectCursor,
  selectFoundIndex,
  selectIsPickerSearching,
  selectLevelFailure,
  selectLevels,
  selectLv,
  selectPath,
  selectCascadeText,
  type CascadeOption,
  type CascadePickerRef,
} from '#machines/fields/cascade-picker.machine';
import { t } from '../../base/i18n.ts';
import { failureText } from '../feedback/FailureText.tsx';
import classes from './cascade.module.css';
import { CascadeFound } from './CascadeFound.tsx';
import { foundId, leaveSearch, optionId, searchId, treeId } from './cascade-ids.ts';

interface CascadeLevelsProps {
  readonly actor: CascadePickerRef;
  readonly id: string;
  readonly label: string;
  /** Whether the choice is taken back from here. */
  readonly isClearable: boolean;
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly onBlur: (event: FocusEvent) => void;
}

/** A box to search in, and below it the levels that are open or the ways that were found. */
export function CascadeLevels(props: CascadeLevelsProps) {
  const { actor, id, isClearable, onKeyDown, onBlur } = props;
  const text = useSelector(actor, selectCascadeText);
  const isSearching = useSelector(actor, selectIsPickerSearching);
  const foundIndex = useSelector(actor, selectFoundIndex);
  const cursor = useSelector(actor, selectCursor);
  const active = cursor.value === null ? undefined : optionId(id, cursor.level, cursor.value);
  return (
    <div className={classes.dropdown}>
      <input
        id={searchId(id)}
        className={classes.search}
        role="combobox"
        aria-expanded
        aria-controls={treeId(id)}
        aria-activedescendant={isSearching ? foundId(id, foundIndex) : active}
        aria-label={t('cascade.search')}
        placeholder={t('cascade.searchHint')}
        maxLength={MAX_OPTION_TEXT}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => actor.send({ type: 'picker.searchTyped', text: event.currentTarget.value })}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
      />
      {isSearching ? <CascadeFound actor={actor} id={id} /> : <Levels {...props} />}
      {isClearable && (
        <button
          type="button"
          tabIndex={-1}
          className={classes.back}
          data-always
          onClick={() => {
            actor.send({ type: 'picker.closed' });
            actor.send({ type: 'picker.cleared' });
          }}
        >
          {t('cascade.clear')}
        </button>
      )}
    </div>
  );
}

/** The levels that are open, from the top on. */
function Levels({ actor, id, label }: CascadeLevelsProps) {
  const levels = useSelector(actor, selectLevels);
  const { level: current } = useSelector(actor, selectCursor);
  const isBusy = useSelector(actor, selectIsBusy);
  const failure = useSelector(actor, selectLevelFailure);
  const shown = isBusy || failure ? levels.length : current;
  return (
    <>
      {current > 0 && (
        <button type="button" tabIndex={-1} className={classes.back} onClick={() => actor.send({ type: 'picker.moved', to: 'back' })}>
          <IconArrowLeft size={16} aria-hidden="true" />
          {t('cascade.back')}
        </button>
      )}
      <div id={treeId(id)} role="tree" aria-label={label} className={classes.levels}>
        {levels.map((options, level) => (
          <ul
            key={level}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no tag is a group of a tree
            role="group"
            aria-label={t('cascade.level', { level: level + 1 })}
            className={classes.level}
            data-shown={level === shown || undefined}
          >
            {options.map((option) => (
              <Option key={option.value} actor={actor} id={id} option={option} level={level} />
            ))}
            {options.length === 0 && (
              <li role="none" className={classes.word}>
                {t('cascade.empty')}
              </li>
            )}
          </ul>
        ))}
        {(isBusy || failure) && (
          <div className={classes.level} data-shown>
            {failure ? (
              <div className={classes.word} role="alert">
                {failureText(failure)}
                <Button variant="default" size="compact-sm" tabIndex={-1} onClick={() => actor.send({ type: 'picker.retried' })}>
                  {t('cascade.retry')}
                </Button>
              </div>
            ) : (
              <output className={classes.word}>
                <Loader size={16} />
                {t('cascade.loading')}
              </output>
            )}
          </div>
        )}
      </div>
    </>
  );
}

interface OptionProps extends Pick<CascadeLevelsProps, 'actor' | 'id'> {
  readonly option: CascadeOption;
  readonly level: number;
}

function Option({ actor, id, option: { value, label, isDisabled }, level }: OptionProps) {
  const isChosen = useSelector(actor, (snapshot) => selectChosenIds(snapshot)[level] === value);
  const isOpened = useSelector(actor, (snapshot) => selectPath(snapshot)[level] === value);
  const isActive = useSelector(actor, (snapshot) => selectCursor(snapshot).level === level && selectCursor(snapshot).value === value);
  const isLeaf = useSelector(actor, (snapshot) => level >= selectLv(snapshot) - 1);
  return (
    // The keyboard stays in the box, which names what is active here.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <li
      id={optionId(id, level, value)}
      ref={isActive ? intoView : undefined}
      role="treeitem"
      className={classes.option}
      title={label}
      aria-level={level + 1}
      aria-selected={isChosen}
      aria-disabled={isDisabled || undefined}
      aria-expanded={isLeaf ? undefined : isOpened}
      data-active={isActive || undefined}
      data-opened={isOpened || undefined}
      onClick={() => {
        leaveSearch(id);
        actor.send({ type: 'picker.pressed', level, value });
      }}
    >
      <span className={classes.name}>{label}</span>
      {isChosen && <IconCheck size={15} aria-hidden="true" />}
      {!isLeaf && <IconChevronRight size={15} aria-hidden="true" />}
    </li>
  );
}

/** Within its level alone: the page itself would be moved to where the levels stand before they have found their place. */
function intoView(option: HTMLElement | null): void {
  const level = option?.parentElement;
  if (!option || !level) return;
  const [inner, outer] = [option.getBoundingClientRect(), level.getBoundingClientRect()];
  level.scrollTop += Math.min(0, inner.top - outer.top) + Math.max(0, inner.bottom - outer.bottom);
}
