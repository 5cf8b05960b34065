import { createPasswordHasher } from '../../adapters/password-hasher.ts';
import { createAdmin } from './account-help.ts';
import { runAdminTool } from './admin-tool.ts';
import { generatedPassword } from '../first-start.ts';

/** `node server/boot/tools/admin-create.ts <user name>`: makes a super administrator, whose password is shown once. */
await runAdminTool('admin:create', async ({ database, logger, username, say }) => {
  const password = generatedPassword();
  await createAdmin({ database, logger, clock: { nowMs: () => Date.now() }, passwords: createPasswordHasher() }, username, password);
  say(`${username} is a super administrator with the password ${password}\nIt is shown this once.`);
});
