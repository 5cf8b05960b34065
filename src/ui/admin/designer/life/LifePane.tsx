import { Button } from '@mantine/core';
import { IconRoute, IconTrash } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { LifePart } from '#domain/life/drawing/life-parts';
import { foundAt } from '#domain/life/drawing/life-findings';
import { selectIsLifeAlone } from '#machines/designer/section-designer.selectors';
import { t } from '../../../base/i18n.ts';
import { useAct, useDesigning } from '../base/designer-context.ts';
import { titleIn } from '../base/section-title.ts';
import properties from '../properties/properties.module.css';
import { ArrowProperties } from './ArrowProperties.tsx';
import { Findings } from './LifeTable.tsx';
import { useFound, useLifeDrawing, useRemovePart } from './base/life-context.ts';
import { StateProperties } from './StateProperties.tsx';

/**
 * What is said of the part that is chosen; of the life as a whole where none is. Nothing in it is known by the part's name: a part that gets
 * another one while its words are left would be gone under the press that follows.
 */
export function LifePane({ part }: { readonly part: LifePart | null }) {
  const { canvas } = useLifeDrawing();
  const kind = part === null ? 'life' : 'state' in part ? 'state' : part.arrow.by === 'on' ? 'event' : 'time';
  return (
    <aside className={properties.pane} aria-label={t('designer.properties.title')} data-life-pane>
      <div className={properties.paneHead}>
        <h2 className={properties.paneTitle}>{t(`designer.life.pane.${kind}`)}</h2>
        {part && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconRoute size={14} aria-hidden />}
            onClick={() => canvas.send({ type: 'part.chosen', part: null })}
          >
            {t('designer.life.pane.toLife')}
          </Button>
        )}
      </div>
      {part === null ? <WholeLife /> : <Part part={part} />}
    </aside>
  );
}

function Part({ part }: { readonly part: LifePart }) {
  const found = useFound();
  const remove = useRemovePart();
  const { life } = useLifeDrawing();
  const { designer } = useDesigning();
  const isLifeAlone = useSelector(designer, selectIsLifeAlone);
  const isLast = 'state' in part && Object.keys(life.chart.states).length === 1;
  return (
    <div className={properties.groups}>
      <Findings findings={foundAt(found, part)} />
      {'state' in part ? <StateProperties state={part.state} /> : <ArrowProperties arrow={part.arrow} />}
      {!(isLifeAlone && 'state' in part) && (
        <div className={properties.group}>
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            disabled={isLast}
            leftSection={<IconTrash size={14} aria-hidden />}
            onClick={remove}
          >
            {t('state' in part ? 'designer.life.removeState' : 'designer.life.removeArrow')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The field that the life is of, what is wrong with it as a whole, and the way back to none. */
function WholeLife() {
  const act = useAct();
  const { designer } = useDesigning();
  const isLifeAlone = useSelector(designer, selectIsLifeAlone);
  const { life, fields } = useLifeDrawing();
  const { whole } = useFound();
  return (
    <div className={properties.groups}>
      <Findings findings={whole} />
      <p className={properties.note}>{t('designer.life.whole', { field: titleIn(fields[life.field]?.label, life.field) })}</p>
      <p className={properties.note}>{t(isLifeAlone ? 'designer.lives.keys' : 'designer.life.keys')}</p>
      {isLifeAlone ? (
        <p className={properties.note}>{t('designer.lives.fixed')}</p>
      ) : (
        <div className={properties.group}>
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            leftSection={<IconTrash size={14} aria-hidden />}
            onClick={() => act({ type: 'life.ended' })}
          >
            {t('designer.life.end')}
          </Button>
        </div>
      )}
    </div>
  );
}
