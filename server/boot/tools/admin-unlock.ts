import { runAdminTool, STILL_OFF } from './admin-tool.ts';
import { unlockAdmin } from './account-help.ts';

/** `node server/boot/tools/admin-unlock.ts <user name>`: forgets the wrong passwords and codes that were counted against an administrator. */
await runAdminTool('admin:unlock', async ({ database, logger, username, say }) => {
  const account = await unlockAdmin({ database, logger, clock: { nowMs: () => Date.now() } }, username);
  say(
    account.counters === 0
      ? `Nothing was counted against ${account.username}.`
      : `The wrong passwords and codes that were counted against ${account.username} are forgotten.`,
  );
  if (account.isOff) say(STILL_OFF);
});
