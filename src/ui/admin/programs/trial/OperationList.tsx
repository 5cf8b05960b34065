import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { actionOf, operationKey, searchOperations, type ApiOperationEntry } from '#domain/programs/api-operation';
import { selectExplored } from '#machines/programs/api-explorer.machine';
import { pageLanguage, t } from '../../../base/i18n.ts';
import { deedOf, type TrialViewProps } from './trial-view.ts';
import { Method } from './Method.tsx';
import classes from './trial.module.css';

/** All calls by their sections, found by words in either language. */
export function OperationList({ trial }: Pick<TrialViewProps, 'trial'>) {
  const { entries, text, entry } = useSelector(trial, selectExplored);
  const groups = searchOperations(entries, text, (one) => deedOf(one).text);
  const chosen = entry && operationKey(entry);
  return (
    <nav className={classes.list} aria-label={t('apiTrial.operations')}>
      <TextInput
        aria-label={t('apiTrial.search')}
        placeholder={t('apiTrial.search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        onChange={({ currentTarget: { value } }) => trial.send({ type: 'trial.searched', text: value })}
      />
      {groups.length === 0 && <p className={classes.soft}>{t('apiTrial.notFound')}</p>}
      <div className={classes.groups}>
        {groups.map(({ section, titles, operations }) => (
          <details key={section} open={text !== '' || entry?.section === section || groups.length === 1 ? true : undefined}>
            <summary>
              <span>{titles[pageLanguage()]}</span>
              <span className={classes.count}>{operations.length}</span>
            </summary>
            <ul>
              {operations.map((one) => (
                <li key={operationKey(one)}>
                  <Choice trial={trial} one={one} isChosen={operationKey(one) === chosen} />
                </li>
              ))}
            </ul>
          </details>
        ))}
      </div>
    </nav>
  );
}

interface ChoiceProps extends Pick<TrialViewProps, 'trial'> {
  readonly one: ApiOperationEntry;
  readonly isChosen: boolean;
}

function Choice({ trial, one, isChosen }: ChoiceProps) {
  return (
    <button
      type="button"
      className={classes.choice}
      aria-current={isChosen || undefined}
      title={deedOf(one).text}
      onClick={() => trial.send({ type: 'trial.operationChosen', entry: one })}
    >
      <Method method={one.method} /> <code>{actionOf(one)}</code>
    </button>
  );
}
