import type { SendableSection } from '#domain/life/drawing/sendable-steps';
import type { LivingResource, Resource } from '#domain/table/resource';
import { t } from '../../../base/i18n.ts';
import { rowsOf, type LifeRow } from './life-rows.ts';
import classes from './review.module.css';

interface LifeValueProps {
  /** A part of the life, such as `states.draft`. */
  readonly place: string;
  /** What stands there on this side, and on the other; undefined where that has nothing there. */
  readonly own: unknown;
  readonly beside: unknown;
  readonly section: LivingResource;
  readonly other: Resource;
  readonly sections: readonly SendableSection[] | null;
}

/** What a part of a life says where two sides of it differ, in the words of the form that it is drawn in. */
export function LifeValue({ place, own, beside, section, other, sections }: LifeValueProps) {
  const [list = '', name = ''] = place.split('.');
  const mine = rowsOf(section, list, name, own, sections);
  const theirs =
    other.life && beside !== undefined && beside !== null ? rowsOf({ ...other, life: other.life }, list, name, beside, sections) : [];
  const differing = differingRows(mine, theirs);
  return (
    <dl className={classes.differences}>
      {(differing.length > 0 ? differing : mine).map(({ id, term, text }) => (
        <div key={id}>
          {term !== '' && <dt>{term}</dt>}
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Rows of one side that the other has not, or has otherwise; and of what the other alone has, that it is not there. */
function differingRows(mine: readonly LifeRow[], theirs: readonly LifeRow[]): readonly LifeRow[] {
  const own = mine.filter(({ id, text }) => !theirs.some((one) => one.id === id && one.text === text));
  const gone = theirs.filter(({ id }) => /^(?:on|after)\./u.test(id) && !mine.some((one) => one.id === id));
  return [...own, ...gone.map((one) => ({ ...one, text: t('designer.merge.nothing') }))];
}
