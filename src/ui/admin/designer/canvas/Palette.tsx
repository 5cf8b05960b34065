import { IconPlus } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { refusalOf } from '#domain/designer/drawing/design-act';
import { PIECE_GROUPS, type PieceName } from '#domain/designer/drawing/design-pieces';
import { selectChosen, selectDrawing, selectFieldKeys } from '#machines/designer/designer-readings';
import { pageLanguage, t } from '../../../base/i18n.ts';
import { useDesigning } from '../base/designer-context.ts';
import { carryByKeyboard, carryByPointer } from './carry.ts';
import classes from './desk.module.css';

const GROUPS = Object.keys(PIECE_GROUPS) as readonly (keyof typeof PIECE_GROUPS)[];

/** All that a section can have: pressed, it comes behind the field that is chosen; or it is carried to its place. */
export function Palette() {
  return (
    <aside className={classes.palette} aria-label={t('designer.palette.title')}>
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
  const canAdd = useSelector(designer, (snapshot) => refusalOf(selectDrawing(snapshot), { type: 'field.added', piece, at: 0 }) === null);
  const name = t(`designer.pieces.${piece}`);
  const label = isNamed(piece) ? {} : { label: { [pageLanguage()]: name } };
  const add = () => {
    const snapshot = designer.getSnapshot();
    const chosen = selectChosen(snapshot);
    const keys = selectFieldKeys(snapshot);
    designer.send({ type: 'field.added', piece, at: chosen === null ? keys.length : keys.indexOf(chosen) + 1, ...label });
  };
  const carrying = { designer, palette, carried: { piece, ...label } };
  return (
    <button
      type="button"
      className={classes.piece}
      data-name={name}
      disabled={!canAdd}
      aria-describedby="palette-keys"
      onPointerDown={(event) => carryByPointer(event, carrying, add)}
      onKeyDown={(event) => carryByKeyboard(event, carrying)}
      // A press by pointer is told by the carrying above.
      onClick={(event) => event.detail === 0 && add()}
    >
      <span>{name}</span>
      <IconPlus size={14} aria-hidden className={classes.pieceSign} />
    </button>
  );
}
