import { PRIVATE_MASK } from '../../base/closed-directory.ts';
import { silentLogger } from '../../base/logger.ts';
import { bad, type DiagnosisFinding, looking } from './diagnosis/finding.ts';
import { lookAtBackups } from './diagnosis/look-at-backups.ts';
import { lookAtOwnBuckets } from './diagnosis/look-at-own-buckets.ts';
import { lookAtDatabase } from './diagnosis/look-at-database.ts';
import { lookAtDirectory, lookAtKeyFile, lookAtProgram } from './diagnosis/look-at-machine.ts';
import { type Env, EnvError, readEnv } from '../env.ts';

const SIGNS: Readonly<Record<DiagnosisFinding['state'], string>> = { good: 'ok  ', doubtful: 'hm  ', bad: 'BAD ' };

function environment(): Env | readonly DiagnosisFinding[] {
  try {
    return readEnv(process.env);
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    return error.problems.map((problem) =>
      bad('environment', problem, 'Correct it where the server is started, or in its environment file.'),
    );
  }
}

async function diagnose(): Promise<readonly DiagnosisFinding[]> {
  const env = environment();
  const program = await looking('program', lookAtProgram);
  if (!('dataDir' in env)) return [...program, ...env];
  return [
    ...program,
    ...(await looking('directory', () => lookAtDirectory(env))),
    ...(await looking('key', () => lookAtKeyFile(env))),
    ...(await looking('database', () => lookAtDatabase(env, silentLogger))),
    ...(await looking('bucket', async () => lookAtOwnBuckets(env))),
    ...(await looking('backup', () => lookAtBackups(env, new Date()))),
  ];
}

/**
 * `node server/boot/tools/doctor.ts [--json]`: looks at this installation, whether it runs or not, and changes no rights, settings or rows. The exit code is 1 where
 * something is bad, and 0 where all is good or merely worth a look.
 */
process.umask(PRIVATE_MASK);
const findings = await diagnose();
if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(findings, null, 2)}\n`);
else
  for (const { state, about, said, advice } of findings)
    process.stdout.write(
      `${SIGNS[state]} ${about.padEnd(12)} ${said}${advice === undefined ? '' : `\n     ${' '.repeat(12)} → ${advice}`}\n`,
    );
process.exitCode = findings.some(({ state }) => state === 'bad') ? 1 : 0;
