import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useSelector } from '@xstate/react';
import { Suspense, useRef, type KeyboardEvent, type Ref } from 'react';
import { gridStep } from '#domain/base/grid-step';
import { iconNameOf, type IconEntry } from '#domain/base/icon';
import { selectChosenIcon, selectIconCursor, selectIconLibrary, type IconPickerRef } from '#machines/fields/icon-picker.machine';
import { t } from '../../../base/i18n.ts';
import { MenuIcon } from '../../menu/MenuIcon.tsx';
import { LazyMenuIcon } from '../../menu/LazyMenuIcon.tsx';
import classes from './icon-select.module.css';

const TILE_PX = 56;
const ICON_PX = 24;
/** Before anything is measured. */
const FIRST_COLUMNS = 8;
const OVERSCAN = 3;

interface IconSelectGridProps {
  readonly ref: Ref<HTMLDivElement>;
  readonly picker: IconPickerRef;
  /** Those that fit what was typed, at least one. */
  readonly icons: readonly IconEntry[];
  readonly onPicked: (name: string) => void;
}

const tileId = (icon: IconEntry): string => `icon-tile-${icon.name.replaceAll(' ', '-')}`;

/** Icons row by row, only the rows in sight. One element holds the focus; arrows, Home, End and the page keys move a cursor in it. */
export function IconSelectGrid({ ref, picker, icons, onPicked }: IconSelectGridProps) {
  'use no memo'; // the virtualizer is one object that changes inside
  const library = useSelector(picker, selectIconLibrary);
  const chosen = useSelector(picker, selectChosenIcon);
  const cursor = useSelector(picker, selectIconCursor);
  const scroller = useRef<HTMLDivElement>(null);
  const { ref: measured, width, height } = useElementSize<HTMLDivElement>();
  const merged = useMergedRef(ref, scroller, measured);
  const columns = width > 0 ? Math.max(1, Math.floor(width / TILE_PX)) : FIRST_COLUMNS;
  // oxlint-disable-next-line react/incompatible-library -- see above
  const virtualizer = useVirtualizer({
    count: Math.ceil(icons.length / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => TILE_PX,
    initialOffset: Math.max(0, Math.floor(cursor / columns) - 2) * TILE_PX,
    overscan: OVERSCAN,
  });
  const pick = (icon: IconEntry | undefined) => {
    if (!icon) return;
    picker.send({ type: 'icons.picked', name: icon.name });
    onPicked(icon.name);
  };
  const steer = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      return pick(icons[cursor]);
    }
    const rows = Math.max(1, Math.floor(height / TILE_PX));
    const to = gridStep(event.key, { index: cursor, count: icons.length, columns, rows });
    if (to === null) return;
    event.preventDefault();
    picker.send({ type: 'icons.cursorMoved', to });
    virtualizer.scrollToIndex(Math.floor(to / columns));
  };
  const current = icons[cursor];
  return (
    <div
      ref={merged}
      className={classes.grid}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the browser's own list is neither a grid nor drawn
      role="listbox"
      tabIndex={0}
      aria-label={t('icons.grid', { library: t(`icons.library.${library}`) })}
      aria-activedescendant={current && tileId(current)}
      onKeyDown={steer}
    >
      <div role="presentation" className={classes.rows} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index: row, start }) => (
          <div
            key={row}
            role="presentation"
            className={classes.row}
            style={{ transform: `translateY(${start}px)`, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
          >
            {icons.slice(row * columns, (row + 1) * columns).map((icon, column) => (
              <Tile
                key={icon.name}
                icon={icon}
                place={[row * columns + column + 1, icons.length]}
                isCurrent={icon === current}
                isChosen={icon.name === chosen}
                onPicked={() => pick(icon)}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

interface TileProps {
  readonly icon: IconEntry;
  readonly place: readonly [position: number, count: number];
  readonly isCurrent: boolean;
  readonly isChosen: boolean;
  readonly onPicked: () => void;
}

function Tile({ icon, place: [position, count], isCurrent, isChosen, onPicked }: TileProps) {
  const isLocal = iconNameOf(icon.name)?.library === 'local';
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the grid has the focus and the keys
    <div
      id={tileId(icon)}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the grid
      role="option"
      className={classes.tile}
      aria-label={icon.words[0]}
      aria-selected={isChosen}
      aria-posinset={position}
      aria-setsize={count}
      data-current={isCurrent || undefined}
      title={icon.name}
      onClick={onPicked}
    >
      {isLocal ? (
        <MenuIcon name={icon.name} sizePx={ICON_PX} />
      ) : (
        <Suspense>
          <LazyMenuIcon name={icon.name} sizePx={ICON_PX} />
        </Suspense>
      )}
    </div>
  );
}
