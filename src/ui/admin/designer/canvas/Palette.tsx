import { Tooltip } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { refusalOf } from '#domain/designer/drawing/design-act';
import { PIECE_GROUPS, type PieceName } from '#domain/designer/drawing/design-pieces';
import { selectCarriedField } from '#machines/designer/field-palette.machine';
import { selectDrawing, selectPlaceOfNew } from '#machines/designer/section-designer.selectors';
import { pageLanguage, t, text } from '../../../base/i18n.ts';
import { useDesigning } from '../base/designer-context.ts';
import { pieceTip } from '../base/kind-text.ts';
import { carryByKeyboard, carryByPointer } from './carry.ts';
import classes from './desk.module.css';

const GROUPS = Object.keys(PIECE_GROUPS) as readonly (keyof typeof PIECE_GROUPS)[];

/** All that a section can have: pressed, it comes behind the field that is chosen; or it is carried to its place. */
export function Palette() {
  return (
    <aside className={classes.palette} aria-label={t('designer.palette.title')} aria-describedby="palette-keys">
      <h2 className={classes.paneTitle}>{t('designer.palette.title')}</h2>
      <p className={classes.hint} id="palette-keys">
        {t('designer.palette.hint')}
      </p>
      {GROUPS.map((group) => (
        <section key={group} className={classes.group}>
          <h3 className={classes.groupTitle}>{t(`designer.palette.groups.${group}`)}</h3>
          <div className={classes.pieces}>
            {PIECE_GROUPS[group].map((piece) => (
              <Piece key={piece} piece={piece} />
            ))}
          </div>
        </section>
      ))}
    </aside>
  );
}

/** What most sections have carries its own words; what only says a kind is called by it until somebody names it. */
const isNamed = (piece: PieceName): boolean => (PIECE_GROUPS.common as readonly string[]).includes(piece);

function Piece({ piece }: { readonly piece: PieceName }) {
  const { designer, palette } = useDesigning();
  const refusal = useSelector(designer, (snapshot) => {
    const issue = refusalOf(selectDrawing(snapshot), { type: 'field.added', piece, at: 0 });
    return issue === null ? '' : text(issue.key, issue.params);
  });
  const canAdd = refusal === '';
  const isCarrying = useSelector(palette, (snapshot) => selectCarriedField(snapshot) !== null);
  const name = t(`designer.pieces.${piece}`);
  const label = isNamed(piece) ? {} : { label: { [pageLanguage()]: name } };
  const add = () => {
    designer.send({ type: 'field.added', piece, at: selectPlaceOfNew(designer.getSnapshot()), ...label });
  };
  const carrying = { designer, palette, carried: { piece, ...label } };
  return (
    <Tooltip
      label={canAdd ? pieceTip(piece) : `${pieceTip(piece)} ${refusal}`}
      multiline
      w={240}
      position="right"
      openDelay={300}
      disabled={isCarrying}
      events={{ hover: true, focus: true, touch: false }}
    >
      <button
        type="button"
        className={classes.piece}
        data-name={name}
        // Stays in reach of the keys, for what is told there: what it is for, and why there is no more of it.
        aria-disabled={!canAdd}
        onPointerDown={(event) => canAdd && carryByPointer(event, carrying, add)}
        onKeyDown={(event) => canAdd && carryByKeyboard(event, carrying)}
        // A press by pointer is told by the carrying above.
        onClick={(event) => canAdd && event.detail === 0 && add()}
      >
        <span>{name}</span>
        <IconPlus size={14} aria-hidden className={classes.pieceSign} />
      </button>
    </Tooltip>
  );
}
