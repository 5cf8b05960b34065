import { saveFile } from '../base/save-file.ts';
import { bindChangeLogic, ledgerFileLogic, ledgerLogic, passwordFormLogic, profileFormLogic, type AccountPorts } from './account.actors.ts';
import { memberNoticesLogic } from './member-notices.actors.ts';

/** The logics of the pages of the member centre behind its first one; loaded with whichever comes first. */
export const memberPagesBundle = (given: Omit<AccountPorts, 'saveFile'>) => {
  const ports = { ...given, saveFile };
  return {
    notices: memberNoticesLogic(ports),
    ledger: ledgerLogic(ports),
    ledgerFile: ledgerFileLogic(ports),
    profileForm: profileFormLogic(ports),
    passwordForm: passwordFormLogic(ports),
    bindChange: bindChangeLogic(ports),
  };
};
export type MemberPagesBundle = ReturnType<typeof memberPagesBundle>;
