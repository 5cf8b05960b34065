import { issueApiToken } from '#api/contract/programs/api-tokens';
import { mountForAdmin } from '../../routing/mount.ts';
import type { FeatureContext } from '../base/feature.ts';
import { type ApiTokens, createApiTokens } from './api-tokens.service.ts';

/** What other programs need: tokens to call with. */
export function mountPrograms({ table, ports, securityLog }: FeatureContext): ApiTokens {
  const tokens = createApiTokens(ports, securityLog);
  mountForAdmin(table, issueApiToken, ({ id }, caller) => tokens.issue(id, caller));
  return tokens;
}
