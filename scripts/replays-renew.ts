import { writeFileSync } from 'node:fs';
import { bring } from '#actors/base/lazy-code';
import { allSections } from '#actors/base/resource-book';
import { productLogic } from '#actors/app/product-machines';
import { replayFileOf } from '#actors/observe/replay-file';
import { readJournal } from '#domain/observe/journal-file';
import { outcomeOf, outcomeText } from '#tests/replays/outcome.ts';
import { readSessions } from '#tests/replays/sessions.ts';
import { readMachines } from './paths/read-machines.ts';

/**
 * `npm run replays:renew [name]`: folds recorded sessions with the machines of today, says what differs, and writes where they lead now.
 * What it says is for whoever reviews the change: a difference that nobody meant is a fault of the machine, not of the file.
 */
const [wanted] = process.argv.slice(2);
const sessions = readSessions().filter(({ name }) => wanted === undefined || name === wanted);
if (sessions.length === 0) throw new Error(`there is no recorded session of this name: ${wanted}`);
const machines = (await readMachines()).map(({ machine }) => machine);
const logicOf = productLogic();
// What is replayed asks for sections as it did.
await bring(allSections);

for (const { name, path, text } of sessions) {
  const outcome = outcomeOf(readJournal(text), logicOf, machines);
  if (outcome.trouble !== null) {
    console.error(
      `${outcomeText(name, outcome)}\n  it stays as it is: write into the entry what the machine asks for now, or record the session anew`,
    );
    process.exitCode = 1;
    continue;
  }
  const renewed = replayFileOf(text, logicOf);
  if (renewed === text) console.log(`${name}: the same`);
  else if (outcome.differences.length === 0) console.log(`${name}: the same by other machines: ${outcome.changed.join(', ')}`);
  else console.log(outcomeText(name, outcome));
  writeFileSync(path, renewed);
}
