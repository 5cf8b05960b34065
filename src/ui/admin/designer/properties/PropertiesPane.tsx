import { Button } from '@mantine/core';
import { IconLayoutGrid } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { selectChosenPart } from '#machines/designer/section-designer.selectors';
import { t } from '../../../base/i18n.ts';
import { useDesigning } from '../base/designer-context.ts';
import { FieldProperties } from './FieldProperties.tsx';
import classes from './properties.module.css';
import { SectionProperties } from './SectionProperties.tsx';

/** What is said of the field that is chosen; of the section where none is. */
export function PropertiesPane() {
  const { designer } = useDesigning();
  const chosen = useSelector(designer, selectChosenPart);
  return (
    <aside className={classes.pane} aria-label={t('designer.properties.title')}>
      <div className={classes.paneHead}>
        <h2 className={classes.paneTitle}>{t(chosen === null ? 'designer.properties.section' : 'designer.properties.field')}</h2>
        {chosen !== null && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconLayoutGrid size={14} aria-hidden />}
            onClick={() => designer.send({ type: 'field.chosen', key: null })}
          >
            {t('designer.properties.toSection')}
          </Button>
        )}
      </div>
      {chosen === null ? <SectionProperties /> : <FieldProperties fieldKey={chosen} />}
    </aside>
  );
}
