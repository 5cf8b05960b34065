import { switchFactorOff } from './account-help.ts';
import { doorsGone, runAdminTool, STILL_OFF } from './admin-tool.ts';

/** `node server/boot/tools/admin-factor-off.ts <user name>`: takes the second factor, the passkeys and the links of an administrator away. */
await runAdminTool('admin:factor-off', async ({ database, logger, username, say }) => {
  const account = await switchFactorOff({ database, logger, clock: { nowMs: () => Date.now() } }, username);
  say(
    account.hadOne
      ? `${account.username} signs in with the password alone from now on, and can set up a second factor anew.`
      : `${account.username} has no second factor.`,
  );
  for (const line of doorsGone(account)) say(line);
  if (account.isOff) say(STILL_OFF);
});
