import { Button } from '@mantine/core';
import { IconCopy, IconDownload, IconLink, IconTerminal2 } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { KeptRunDesk } from '#actors/terminal/kept-run.actors';
import type { KeptRun } from '#domain/terminal/kept-run';
import { RECORD_PARAM } from '#domain/table/record-address';
import { pagePathOf } from '#domain/table/resource';
import { selectTerminal } from '#machines/app/app.machine';
import { listAddress } from '#ui/admin/base/list-address.ts';
import { useCopy } from '#ui/admin/base/use-copy.ts';
import { useApp } from '#ui/base/app-context.ts';
import { t, text } from '#ui/base/i18n.ts';
import classes from './run.module.css';
import { terminalRun } from './terminal-run.resource.ts';

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
const say = (word: string): string => text(`resources.terminalRun.run.${word}`);

interface RunToolsProps {
  readonly run: KeptRun;
  readonly desk: KeptRunDesk;
  /** Of a run that has ended, all of it: a part would pass for the whole. */
  readonly hasOutput: boolean;
  /** Closes the window. */
  readonly onLeave: () => void;
}

/** What can be done with a run that is looked at. */
export function RunTools({ run, desk, hasOutput, onLeave }: RunToolsProps) {
  const { app } = useApp();
  const terminal = useSelector(app, selectTerminal);
  const copy = useCopy(t('terminal.task.copyFailed'));
  const address = () => new URL(listAddress(pagePathOf(terminalRun), { [RECORD_PARAM]: String(run.id) }), location.origin).href;
  return (
    <div className={classes.tools}>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconCopy {...ICON} />}
        disabled={!hasOutput}
        onClick={() => void copy(desk.text(), t('terminal.task.copied'))}
      >
        {say('copy')}
      </Button>
      <Button variant="default" size="xs" leftSection={<IconDownload {...ICON} />} disabled={!hasOutput} onClick={() => desk.save(run.id)}>
        {say('download')}
      </Button>
      <Button variant="default" size="xs" leftSection={<IconLink {...ICON} />} onClick={() => void copy(address(), say('linkCopied'))}>
        {say('copyLink')}
      </Button>
      {terminal && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconTerminal2 {...ICON} />}
          onClick={() => {
            onLeave();
            terminal.send({ type: 'terminal.opened' });
          }}
        >
          {say('terminal')}
        </Button>
      )}
    </div>
  );
}
