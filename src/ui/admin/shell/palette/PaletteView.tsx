import { Button, Loader } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { useId, type KeyboardEvent } from 'react';
import { isOfInputMethod } from '#domain/fields/input-method';
import type { PaletteChoice, PaletteGroup } from '#domain/shell/palette';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  selectPaletteCursor,
  selectPaletteGroups,
  selectPaletteIsIncomplete,
  selectPaletteText,
  type CommandPaletteRef,
} from '#machines/shell/command-palette.machine';
import { t } from '../../../base/i18n.ts';
import { MenuIcon } from '../../../kit/menu/MenuIcon.tsx';
import { takeFocus } from '../../../kit/take-focus.ts';
import classes from './palette.module.css';
import { actionId, type PaletteAction } from './use-palette-actions.ts';

const ICON_PX = 18;
/** Lines that Page Up and Page Down leave behind. */
const PAGE_LINES = 8;

interface PaletteViewProps {
  readonly palette: CommandPaletteRef;
  /** For their icons. */
  readonly actions: readonly PaletteAction[];
  readonly onPicked: (choice: PaletteChoice) => void;
}

const groupTitle = ({ name, title }: PaletteGroup): string =>
  name === 'recent' || name === 'pages' || name === 'actions' ? t(`palette.groups.${name}`) : title;

/** Where a key leads in the list; the first line follows the last. */
function stepOf(key: string, cursor: number, count: number): number | null {
  if (count === 0) return null;
  switch (key) {
    case 'ArrowDown':
      return (cursor + 1) % count;
    case 'ArrowUp':
      return (cursor - 1 + count) % count;
    case 'PageDown':
      return Math.min(cursor + PAGE_LINES, count - 1);
    case 'PageUp':
      return Math.max(cursor - PAGE_LINES, 0);
    default:
      return null;
  }
}

/** The box that has the focus all the time, and the list that it steers. */
export function PaletteView({ palette, actions, onPicked }: PaletteViewProps) {
  const id = useId();
  const text = useSelector(palette, selectPaletteText);
  const groups = useSelector(palette, selectPaletteGroups);
  const cursor = useSelector(palette, selectPaletteCursor);
  const isBusy = useSelector(palette, selectIsBusy);
  const isIncomplete = useSelector(palette, selectPaletteIsIncomplete);
  const choices = groups.flatMap((group) => group.choices);
  const current = choices[cursor];
  const optionId = (choice: PaletteChoice) => `${id}-${choices.indexOf(choice)}`;
  const pick = (choice: PaletteChoice | undefined) => {
    if (!choice) return;
    palette.send({ type: 'palette.picked', choice });
    onPicked(choice);
  };
  const steer = (event: KeyboardEvent) => {
    if (isOfInputMethod(event.nativeEvent)) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      return pick(current);
    }
    const to = stepOf(event.key, cursor, choices.length);
    if (to === null) return;
    event.preventDefault();
    palette.send({ type: 'palette.cursorMoved', to });
    document.getElementById(`${id}-${to}`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <>
      <div className={classes.search}>
        <IconSearch size={20} stroke={1.75} aria-hidden />
        <input
          ref={takeFocus}
          className={classes.input}
          type="text"
          role="combobox"
          aria-label={t('palette.title')}
          aria-expanded={choices.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={current && optionId(current)}
          placeholder={t('palette.placeholder')}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          data-autofocus
          value={text}
          onChange={(event) => palette.send({ type: 'palette.typed', text: event.currentTarget.value })}
          onKeyDown={steer}
        />
        {isBusy && <Loader size={16} />}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the browser's own list has no groups with icons */}
      <div id={`${id}-list`} className={classes.list} role="listbox" aria-label={t('palette.results')} tabIndex={-1} aria-busy={isBusy}>
        {groups.map((group) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the list
          <div key={group.name} role="group" aria-labelledby={`${id}-${group.name}`}>
            <div id={`${id}-${group.name}`} className={classes.group} role="presentation">
              {groupTitle(group)}
            </div>
            {group.choices.map((choice) => (
              <Line
                key={choice.id}
                id={optionId(choice)}
                choice={choice}
                action={actions.find((action) => actionId(action) === choice.id)}
                isCurrent={choice === current}
                onPicked={() => pick(choice)}
              />
            ))}
          </div>
        ))}
      </div>
      {isIncomplete && (
        <div className={classes.note} role="alert">
          {t('palette.incomplete')}
          <Button variant="default" size="compact-sm" onClick={() => palette.send({ type: 'palette.retried' })}>
            {t('palette.retry')}
          </Button>
        </div>
      )}
      <div className={classes.footer}>
        <output>
          {isBusy
            ? t('palette.searching')
            : choices.length > 0
              ? t('palette.found', { count: choices.length })
              : t('palette.nothing', { text: text.trim() })}
        </output>
        <Keys />
      </div>
    </>
  );
}

interface LineProps {
  readonly id: string;
  readonly choice: PaletteChoice;
  readonly action: PaletteAction | undefined;
  readonly isCurrent: boolean;
  readonly onPicked: () => void;
}

function Line({ id, choice: { title, trail, icon }, action, isCurrent, onPicked }: LineProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the box above has the focus and the keys
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the list
      role="option"
      className={classes.line}
      aria-selected={isCurrent}
      onClick={onPicked}
      // The box keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
    >
      <span className={classes.icon}>
        {action ? <action.Icon size={ICON_PX} stroke={1.75} aria-hidden /> : <MenuIcon name={icon} sizePx={ICON_PX} />}
      </span>
      <span className={classes.title}>{title}</span>
      {trail !== '' && <span className={classes.trail}>{trail}</span>}
    </div>
  );
}

/** Which keys do what; not for fingers. */
const Keys = () => (
  <span className={classes.keys} aria-hidden>
    <kbd>↑↓</kbd> {t('palette.keys.move')} <kbd>↵</kbd> {t('palette.keys.open')} <kbd>Esc</kbd> {t('palette.keys.close')}
  </span>
);
