import { triedCalls } from './errands/api-explorer.ts';
import { watchedJobs } from './errands/jobs.ts';
import { byKeyboard } from './errands/keyboard.ts';
import { allThatMatch } from './errands/matching.ts';
import { addressesOfRecords } from './errands/record-address.ts';
import { filesOfTables } from './errands/table-files.ts';
import { openStage } from './support/stage.ts';

/** Errands in the back office, one after the other on one server, whose start costs more than any of them; who counts all records comes first. */
const stage = openStage();

allThatMatch(stage);
filesOfTables(stage);
addressesOfRecords(stage);
byKeyboard(stage);
watchedJobs(stage);
triedCalls(stage);
