import { doorsGone, programsGoOn, runAdminTool, STILL_OFF } from './admin-tool.ts';
import { generatedPassword } from '../first-start.ts';
import { createPasswordHasher } from '../../adapters/password-hasher.ts';
import { resetPassword } from './account-help.ts';

/** `node server/boot/tools/admin-reset-password.ts <user name>`: gives an administrator a new password, which is shown once, and ends their sessions. */
await runAdminTool('admin:reset-password', async ({ database, logger, username, say }) => {
  const password = generatedPassword();
  const ports = { database, logger, clock: { nowMs: () => Date.now() }, passwords: createPasswordHasher() };
  const account = await resetPassword(ports, username, password);
  say(
    `The new password of ${account.username} is ${password}\nIt is shown this once. All sessions of the account have ended; its second factor, if it has one, stays.`,
  );
  for (const line of doorsGone(account)) say(line);
  if (account.programs > 0) say(programsGoOn(account.programs));
  if (account.isOff) say(STILL_OFF);
});
