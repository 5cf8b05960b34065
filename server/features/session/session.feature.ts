import type { FeatureContext } from '../base/feature.ts';
import { accountRoutes } from './account.routes.ts';
import { createAccountSessions } from './account-sessions.service.ts';
import { captchaRoutes } from './captcha/captcha.routes.ts';
import { createCaptchaService } from './captcha/captcha.service.ts';
import { profileRoutes } from './profile.routes.ts';
import { sessionRoutes } from './session.routes.ts';
import { createSessionService, type SessionService } from './session.service.ts';
import { createSignInLimits } from './sign-in-limits.ts';
import { createAdminFactor } from './two-factor/admin-factor.service.ts';
import { createTwoFactorService } from './two-factor/two-factor.service.ts';
import { createCodeAccounts } from './verification/code-accounts.ts';
import { verificationRoutes } from './verification/verification.routes.ts';
import { createVerificationService } from './verification/verification.service.ts';

/** Signing in and out, and what an account is kept safe by: captchas, codes, second factors, its open sessions. @returns who else asks who calls */
export function mountSession({ table, ports, guesses, securityLog, backgroundTasks }: FeatureContext): SessionService {
  const captcha = createCaptchaService(ports);
  const factor = createAdminFactor({ ...ports, guesses }, createTwoFactorService(ports, securityLog, guesses), securityLog);
  const sessions = createSessionService(ports, securityLog, captcha, createSignInLimits(ports, guesses, captcha), factor);
  sessionRoutes(table, sessions, ports);
  captchaRoutes(table, captcha);
  verificationRoutes(table, createVerificationService(ports, captcha, createCodeAccounts(ports.database.kysely), backgroundTasks), ports);
  profileRoutes(table, securityLog, { ...ports, guesses });
  accountRoutes(table, createAccountSessions(ports, securityLog), factor);
  return sessions;
}
