import { constants, setPriority } from 'node:os';

// Browsers that other files drive meanwhile are waited for by the clock: what only computes lets them go first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
