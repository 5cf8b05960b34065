import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { selectDeclaration, selectIssues, selectView } from '#machines/designer/section-designer.selectors';
import { t } from '../../../base/i18n.ts';
import { useDesigning } from '../base/designer-context.ts';
import { titleIn } from '../base/section-title.ts';
import classes from './desk.module.css';

/** What keeps the draft from being published, each with the way to its place. */
export function GeneralIssues() {
  const { designer } = useDesigning();
  const all = useSelector(designer, selectIssues);
  const isLife = useSelector(designer, (snapshot) => selectView(snapshot) === 'life');
  // The drawing of a life tells its own where they are; told here as well, they would move the drawing under the pointer.
  const issues = isLife ? all.filter(({ at }) => viewOf(at) !== 'life') : all;
  const { fields } = useSelector(designer, selectDeclaration);
  if (issues.length === 0) return null;
  const show = (at: string) => {
    const key = fieldKeyOf(at);
    designer.send({ type: 'field.chosen', key });
    const view = viewOf(at);
    if (view) designer.send({ type: 'view.chosen', view });
  };
  return (
    <Alert
      classNames={{ title: classes.issuesTitle }}
      color="orange"
      icon={<IconAlertCircle size={18} />}
      title={t('designer.todo.title', { count: issues.length })}
    >
      <ul className={classes.issues}>
        {issues.map(({ at, message }) => {
          const key = fieldKeyOf(at);
          const view = viewOf(at);
          const place = key === null ? t(view ? `designer.view.${view}` : 'designer.todo.section') : titleIn(fields[key]?.label, key);
          return (
            <li key={`${at} ${message}`}>
              <button type="button" className={classes.issue} onClick={() => show(at)}>
                {place}
              </button>
              : {message}
            </li>
          );
        })}
      </ul>
    </Alert>
  );
}

/** What is said of the table as a whole, or of the life, has a view of its own. */
const viewOf = (at: string): 'table' | 'life' | null =>
  at.startsWith('life.') ? 'life' : /^(?:unique|indexes|defaultOrder|tree|dataLimit)/u.test(at) ? 'table' : null;

/** The key of the field that a place is of; null for what is of no field. */
const fieldKeyOf = (at: string): string | null => (at.startsWith('fields.') ? at.slice('fields.'.length) : null);
