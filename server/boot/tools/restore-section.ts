import { resolve } from 'node:path';
import type { RestoreMode } from '#domain/changes/section-restore';
import { createServerApp } from '../../app.ts';
import { toolLine } from '../../base/platform/tool-line.ts';
import { followDatabaseClock } from '../../db/base/database-clock.ts';
import { OWN_STEPS } from '../../db/migrate.ts';
import { lookAtSteps } from '../../db/newer-steps.ts';
import { openDatabase } from '../../db/open-database.ts';
import type { RestoreProgress, SectionReport } from '../../features/changes/section-restore/restore-section.ts';
import { assertStands } from '../assert-stands.ts';
import { askServer } from '../control-socket.ts';
import { nodePorts } from '../node-ports.ts';
import { runTool, type ToolContext } from './run-tool.ts';
import { nameInBucket } from '../backups/find-backup.ts';
import { type BackupSectionWish, restoreSectionFrom } from '../backups/section-restore.ts';

const USAGE = `Usage: ${toolLine('restore:section', '<backup> <section> [--missing | --changed] [--common-columns]')}`;
const FLAGS = ['--missing', '--changed', '--common-columns'];

const times = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

const shown = (some: readonly string[], of: number): string =>
  some.length === 0 ? '' : `: ${some.join(', ')}${of > some.length ? ', …' : ''}`;

const span = (changes: readonly number[]): string =>
  changes.length === 1 ? `change ${changes[0]}` : `changes ${Math.min(...changes)} to ${Math.max(...changes)}`;

/**
 * `node server/boot/tools/restore-section.ts <backup> <section> [--missing | --changed] [--common-columns]`: brings rows of one section back from
 * a backup. Without a mode it only shows what each would do. It is done by the server that uses an embedded database, where one runs.
 */
await runTool(async (context) => {
  const { args, env, say } = context;
  const flags = args.filter((arg) => arg.startsWith('--'));
  const [backup, section, ...more] = args.filter((arg) => !arg.startsWith('--'));
  const modes = flags.filter((flag) => flag !== '--common-columns');
  if (backup === undefined || section === undefined || more.length > 0 || modes.length > 1 || flags.some((flag) => !FLAGS.includes(flag)))
    throw new Error(USAGE);
  const mode = (modes[0]?.slice(2) ?? null) as RestoreMode | null;
  const wish = {
    backup: nameInBucket(backup, env.backup) ?? resolve(backup),
    section,
    mode,
    commonColumns: flags.includes('--common-columns'),
  };
  const advance = ({ restored, of }: RestoreProgress): void => say(`${restored} of ${of} …`);
  const asked = env.databaseUrl === undefined ? await askServer(env.dataDir, 'restoreSection', wish, advance) : null;
  const report = asked ?? (await restoreHere(context, wish, advance));
  for (const line of linesOf(report, mode)) say(line);
  if ((report.done?.refused ?? 0) > 0) process.exitCode = 1;
});

async function restoreHere(
  { env, logger }: ToolContext,
  wish: BackupSectionWish,
  advance: (progress: RestoreProgress) => void,
): Promise<SectionReport> {
  assertStands(env);
  const {
    databaseUrl,
    databaseDirectUrl,
    dataDir,
    allowDamaged,
    secretKey,
    cloudCredentials,
    cloudNetworks,
    filesBucket,
    siteAddress,
    backup,
  } = env;
  const database = await openDatabase({ url: databaseUrl, dataDir, allowDamaged, logger });
  try {
    const { open, refusedFor } = await lookAtSteps(database.kysely, OWN_STEPS, database.kind === 'postgresql');
    if (open.length > 0 || refusedFor !== null)
      throw new Error(
        'The database has not the shape that this version works with. Nothing was changed. Start this version of the server once.',
      );
    const clock = await followDatabaseClock({ database, logger });
    try {
      const ports = await nodePorts({
        database,
        logger,
        clock,
        dataDir,
        secretKey,
        cloudCredentials,
        cloudNetworks,
        filesBucket,
        siteAddress,
        databaseDirectUrl,
        backup,
      });
      const app = createServerApp(ports);
      await app.designer.sync();
      const stopped = new AbortController();
      process.once('SIGINT', () => stopped.abort(new Error('Stopped. What is restored stays; the same command goes on with the rest.')));
      try {
        return await restoreSectionFrom({ ports, resources: app.resources, databaseDirectUrl }, wish, stopped.signal, advance);
      } finally {
        await Promise.all([app.close(), ports.jobs.stop()]);
        await app.settled();
      }
    } finally {
      clock.stop();
    }
  } finally {
    await database.close();
  }
}

function linesOf(report: SectionReport, mode: RestoreMode | null): readonly string[] {
  const { section, inBackup, missing, changed, same, newer, examples, absent, left, fresh, done } = report;
  const before = [
    `${section}: ${times(inBackup, 'row')} in the backup.`,
    `  missing today  ${missing}${shown(examples.missing, missing)}`,
    `  changed since  ${changed}${shown(examples.changed, changed)}`,
    `  the same       ${same}`,
    `  newer          ${newer} that the backup has not; they stay as they are`,
    ...absent.map(
      ({ section: of, count }) =>
        `Missing rows name ${times(count, 'record')} of ${of} that ${count === 1 ? 'is' : 'are'} not there either: restore ${of} first, or they are refused.`,
    ),
    ...(left.length > 0
      ? [`Only in the backup, or with other values there: ${left.join(', ')}. They are left out, which --common-columns agrees to.`]
      : []),
    ...(fresh.length > 0
      ? [`Not in the backup: ${fresh.join(', ')}. Missing rows get the defaults, changed ones keep what they have.`]
      : []),
  ];
  if (done === null) {
    const rest =
      missing + changed === 0
        ? 'There is nothing to restore.'
        : 'Nothing was changed. Add --missing to bring back the missing rows, or --changed to give changed ones their former values as well.';
    return mode === null ? [...before, rest] : before;
  }
  const { added, changed: put, files, filesGone, changes, refused, reasons } = done;
  return [
    ...before,
    `Restored ${times(added, 'missing row')}${mode === 'changed' ? ` and ${times(put, 'changed row')}` : ''} in ${times(changes.length, 'write')}${changes.length === 0 ? '' : ` (${span(changes)})`}.`,
    ...(changes.length === 0 ? [] : ['Each is an entry of the timeline, where it can be looked at and taken back.']),
    ...(files > 0 ? [`${times(files, 'stored file')} came back with them.`] : []),
    ...(filesGone > 0
      ? [`${times(filesGone, 'file')} that they name ${filesGone === 1 ? 'is' : 'are'} neither here nor in the backup.`]
      : []),
    ...(refused > 0
      ? [
          `${times(refused, 'row')} could not be restored:`,
          ...reasons.map((why) => `  ${why}`),
          ...(refused > reasons.length ? ['  …'] : []),
        ]
      : []),
  ];
}
