import { issueApiToken } from '#api/contract/programs/api-tokens';
import { mountForAdmin } from '../../routing/mount.ts';
import type { FeatureContext } from '../base/feature.ts';
import { type ApiTokens, createApiTokens } from './api-tokens.service.ts';

/** What other programs need: tokens to call with. */
export function mountPrograms({ table, ports, guesses, securityLog }: FeatureContext): ApiTokens {
  const tokens = createApiTokens({ ...ports, guesses }, securityLog);
  mountForAdmin(table, issueApiToken, ({ id, password }, caller) => tokens.issue(id, password, caller));
  return tokens;
}
