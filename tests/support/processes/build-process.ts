import { inTurn } from '../../../scripts/build/one-build.ts';

/** A process that builds a project until it is killed, and says when it has begun. Usage: node build-process.ts <project> */
const [project] = process.argv.slice(2);
if (project === undefined) throw new Error('which project?');

await inTurn(
  project,
  async () => {
    process.stdout.write('building\n');
    process.stdin.resume();
    await new Promise((resolve) => process.stdin.once('end', resolve));
  },
  () => process.stdout.write('waiting\n'),
);
