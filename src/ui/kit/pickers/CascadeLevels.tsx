import { Button, Loader } from '@mantine/core';
import { IconArrowLeft, IconCheck, IconChevronRight } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import {
  selectChosenIds,
  selectCursor,
  selectIsPickerBusy,
  selectLevelFailure,
  selectLevels,
  selectLv,
  selectPath,
  type CascadeOption,
  type CascadePickerRef,
} from '#machines/fields/cascade-picker.machine';
import { t } from '../../base/i18n.ts';
import { failureText } from '../feedback/FailureText.tsx';
import classes from './cascade.module.css';
import { optionId, treeId } from './cascade-ids.ts';

interface CascadeLevelsProps {
  readonly actor: CascadePickerRef;
  readonly id: string;
  readonly label: string;
  /** Whether the choice is taken back from here. */
  readonly isClearable: boolean;
}

/** The levels that are open, from the top on. */
export function CascadeLevels({ actor, id, label, isClearable }: CascadeLevelsProps) {
  const levels = useSelector(actor, selectLevels);
  const { level: current } = useSelector(actor, selectCursor);
  const isBusy = useSelector(actor, selectIsPickerBusy);
  const failure = useSelector(actor, selectLevelFailure);
  const shown = isBusy || failure ? levels.length : current;
  return (
    <div className={classes.dropdown}>
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
      onClick={() => actor.send({ type: 'picker.pressed', level, value })}
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
