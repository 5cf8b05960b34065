import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  selectLogged,
  selectProgram,
  selectTables,
  type DesignOriginsRef,
  type LoggedDesign,
  type TableOrigin,
} from '#machines/designer/design-origins.machine';
import { t } from '../../../base/i18n.ts';
import { timeAttribute, timeText } from '../../../kit/cells/time-text.ts';
import { Sign } from '../base/Sign.tsx';
import { titleIn } from '../base/section-title.ts';
import classes from './start.module.css';

interface OriginProps {
  readonly origins: DesignOriginsRef;
}

const isSameList = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((one, index) => one === b[index]);

/** Tables that stand, with why some cannot be taken. */
export function StandingTables({ origins }: OriginProps) {
  const tables = useSelector(origins, selectTables, isSameList);
  return (
    <Found origins={origins} door="table" isEmpty={tables.length === 0}>
      {tables.map((table) => (
        <Row
          key={table.table}
          name={<code>{table.table}</code>}
          isPossible={table.reason === ''}
          onChoose={() => origins.send({ type: 'table.chosen', table: table.table })}
          origins={origins}
        >
          {table.comment !== '' && <span>{table.comment}</span>}
          <span>{table.reason === '' ? sizeOf(table) : table.reason}</span>
        </Row>
      ))}
    </Found>
  );
}

function sizeOf({ rows, hasMore, columns, left }: TableOrigin): string {
  const parts = [
    ...(rows === null ? [] : [t(hasMore ? 'designer.origin.table.moreRows' : 'designer.origin.table.rows', { count: rows })]),
    t('designer.origin.table.columns', { count: columns }),
    ...(left === 0 ? [] : [t('designer.origin.table.left', { count: left })]),
  ];
  return parts.join(' · ');
}

/** What was designed once, the newest first. */
export function LoggedDesigns({ origins }: OriginProps) {
  const logged = useSelector(origins, selectLogged, isSameList);
  const hasMore = useSelector(origins, ({ context }) => context.origins?.door === 'log' && context.origins.hasMore);
  return (
    <Found origins={origins} door="log" isEmpty={logged.length === 0}>
      {logged.map((log) => (
        <Row
          key={log.id}
          name={titleIn(log.label, log.section)}
          sign={<Outcome log={log} />}
          isPossible
          onChoose={() => origins.send({ type: 'log.chosen', id: log.id })}
          origins={origins}
        >
          <span>
            <code>{log.table}</code>
            {' · '}
            <time dateTime={timeAttribute(log.createTime)}>{timeText(log.createTime)}</time>
            {log.admin !== '' && ` · ${log.admin}`}
          </span>
          {log.error !== '' && <span>{log.error}</span>}
        </Row>
      ))}
      {hasMore && <li className={classes.originNote}>{t('designer.origin.log.more', { count: logged.length })}</li>}
    </Found>
  );
}

/** Sections that come with the program: the new one has the same fields over a table of its own. */
export function ProgramSections({ origins }: OriginProps) {
  const sections = useSelector(origins, selectProgram, isSameList);
  return (
    <Found origins={origins} door="section" isEmpty={sections.length === 0}>
      {sections.map(({ name, label, fields }) => (
        <Row
          key={name}
          name={titleIn(label, name)}
          isPossible
          onChoose={() => origins.send({ type: 'section.chosen', name })}
          origins={origins}
        >
          <span>
            <code>{name}</code>
            {' · '}
            {t('designer.origin.table.columns', { count: fields })}
          </span>
        </Row>
      ))}
    </Found>
  );
}

const TONES = { start: 'plain', success: 'good', error: 'bad', delete: 'warning' } as const;

const Outcome = ({ log: { status, revision } }: { readonly log: LoggedDesign }) => (
  <Sign tone={TONES[status]}>
    {status === 'success' ? t('designer.start.number', { number: revision }) : t(`designer.outcome.${status}`)}
  </Sign>
);

interface FoundProps extends OriginProps {
  readonly door: 'table' | 'log' | 'section';
  readonly isEmpty: boolean;
  readonly children: ReactNode;
}

function Found({ origins, door, isEmpty, children }: FoundProps) {
  const text = useSelector(origins, ({ context }) => context.text);
  const isNone = useSelector(origins, ({ context }) => context.origins?.list.length === 0);
  if (isNone) return <p className={classes.question}>{t(`designer.origin.${door}.none`)}</p>;
  return (
    <>
      <TextInput
        aria-label={t(`designer.origin.${door}.search`)}
        placeholder={t(`designer.origin.${door}.search`)}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        data-autofocus
        onChange={(event) => origins.send({ type: 'origin.searched', text: event.currentTarget.value })}
      />
      {isEmpty ? (
        <p className={classes.question}>{t('designer.origin.noMatch')}</p>
      ) : (
        <ul className={classes.origins} aria-label={t(`designer.origin.${door}.list`)}>
          {children}
        </ul>
      )}
    </>
  );
}

interface RowProps extends OriginProps {
  readonly name: ReactNode;
  readonly sign?: ReactNode;
  readonly isPossible: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

function Row({ origins, name, sign, isPossible, onChoose, children }: RowProps) {
  const isBusy = useSelector(origins, selectIsBusy);
  return (
    <li>
      <button type="button" className={classes.origin} disabled={!isPossible || isBusy} onClick={onChoose}>
        <span className={classes.originName}>
          {name} {sign}
        </span>
        {children}
      </button>
    </li>
  );
}
