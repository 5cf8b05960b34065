import { IconArrowBarToDown, IconChevronDown, IconChevronUp, IconTextWrap } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { terminalOutputLogic } from '#machines/terminal/terminal-output.logic';
import { t } from '../../base/i18n.ts';
import { ToolButton } from '../../kit/ToolButton.tsx';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { createLineSearch } from './matching-lines.ts';
import { OutputLines } from './OutputLines.tsx';
import classes from './TaskOutput.module.css';

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

interface OutputViewProps {
  /** Of whatever shows the run. */
  readonly name: string;
  readonly command: string;
  readonly lines: readonly { readonly text: string }[];
  /** How many of them there are: the list itself grows. */
  readonly count: number;
}

/** One run's output with its search. */
export function OutputView({ name, command, lines, count }: OutputViewProps) {
  'use no memo'; // the list is one object that grows inside
  const view = useLeafActor(terminalOutputLogic, { id: `terminalOutput:${name}` });
  const { isFollowing, isWrapping, text, match } = useSelector(view, ({ context }) => context);
  const search = useMemo(() => createLineSearch(), []);
  const matches = useMemo(() => search(lines, count, text), [search, lines, count, text]);
  const current = matches.length === 0 ? null : match % matches.length;
  const step = (by: 1 | -1) => view.send({ type: 'output.matchStepped', by, matchCount: matches.length });
  return (
    <div className={classes.output}>
      <div className={classes.tools} data-searching={text !== '' || undefined}>
        <input
          type="search"
          className={classes.search}
          value={text}
          aria-label={t('terminal.output.search')}
          placeholder={t('terminal.output.search')}
          onChange={({ currentTarget }) => view.send({ type: 'output.searched', text: currentTarget.value })}
          onKeyDown={({ key, shiftKey }) => {
            if (key === 'Enter') step(shiftKey ? -1 : 1);
          }}
        />
        {text !== '' && (
          <>
            <output className={classes.count}>
              {current === null ? t('terminal.output.none') : t('terminal.output.count', { current: current + 1, count: matches.length })}
            </output>
            <ToolButton label={t('terminal.output.previous')} disabled={current === null} onClick={() => step(-1)}>
              <IconChevronUp {...ICON} />
            </ToolButton>
            <ToolButton label={t('terminal.output.next')} disabled={current === null} onClick={() => step(1)}>
              <IconChevronDown {...ICON} />
            </ToolButton>
          </>
        )}
        <span className={classes.lines}>{t('terminal.output.lines', { count })}</span>
        <ToolButton label={t('terminal.output.wrap')} aria-pressed={isWrapping} onClick={() => view.send({ type: 'output.wrapToggled' })}>
          <IconTextWrap {...ICON} />
        </ToolButton>
      </div>
      <OutputLines
        // What has been measured wrapped is not as high as that unwrapped.
        key={String(isWrapping)}
        lines={lines}
        count={count}
        label={t('terminal.output.label', { command })}
        isFollowing={isFollowing}
        isWrapping={isWrapping}
        marked={current === null ? null : (matches[current] ?? null)}
        onScrolled={(isAtEnd) => view.send({ type: 'output.scrolled', isAtEnd })}
      />
      {!isFollowing && (
        <button type="button" className={classes.toEnd} onClick={() => view.send({ type: 'output.scrolled', isAtEnd: true })}>
          <IconArrowBarToDown {...ICON} />
          {t('terminal.output.toEnd')}
        </button>
      )}
    </div>
  );
}
