import { bindChangeLogic, ledgerLogic, overviewLogic, passwordFormLogic, profileFormLogic, type AccountPorts } from './account.actors.ts';
import { memberShellLogic, type MemberShellPorts } from './member-shell.actors.ts';

/** What only the signed-in member centre needs: its shell and the logics of its pages. Loaded with the first of them. */
export const memberBundle = (ports: MemberShellPorts & AccountPorts) => ({
  memberShell: memberShellLogic(ports),
  overview: overviewLogic(ports),
  ledger: ledgerLogic(ports),
  profileForm: profileFormLogic(ports),
  passwordForm: passwordFormLogic(ports),
  bindChange: bindChangeLogic(ports),
});
export type MemberBundle = ReturnType<typeof memberBundle>;
