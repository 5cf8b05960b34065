import { switchFactorOff } from '../account-help.ts';
import { passkeysGone, runAdminTool, STILL_OFF } from '../admin-tool.ts';

/** `node server/boot/tools/admin-factor-off.ts <user name>`: takes the second factor and the passkeys of an administrator away. */
await runAdminTool('admin:factor-off', async ({ database, logger, username, say }) => {
  const account = await switchFactorOff({ database, logger, clock: { nowMs: () => Date.now() } }, username);
  say(
    account.hadOne
      ? `${account.username} signs in with the password alone from now on, and can set up a second factor anew.`
      : `${account.username} has no second factor.`,
  );
  if (account.passkeys > 0) say(passkeysGone(account.passkeys));
  if (account.isOff) say(STILL_OFF);
});
