import type { FeatureContext } from '../base/feature.ts';
import type { SessionsElsewhere } from '../base/sessions-elsewhere.ts';
import { accountRoutes } from './account.routes.ts';
import { type AccountSessions, createAccountSessions } from './account-sessions.service.ts';
import { captchaRoutes } from './captcha/captcha.routes.ts';
import { type CaptchaService, createCaptchaService } from './captcha/captcha.service.ts';
import { profileRoutes } from './profile.routes.ts';
import { sessionRoutes } from './session.routes.ts';
import { adminPasskeyRoutes } from './admin-passkey.routes.ts';
import { createSessionService, type SessionService } from './session.service.ts';
import { createSignInLimits, type SignInLimits } from './sign-in-limits.ts';
import { createAdminFactor } from './two-factor/admin-factor.service.ts';
import { createTwoFactorService, type TwoFactorService } from './two-factor/two-factor.service.ts';
import { createCodeAccounts } from './verification/code-accounts.ts';
import { verificationRoutes } from './verification/verification.routes.ts';
import { createVerificationService, type VerificationService } from './verification/verification.service.ts';

/** What members sign in and are kept safe by as well. */
export interface SessionFeature {
  /** Who else asks who calls in the back office. */
  readonly sessions: SessionService;
  readonly captcha: CaptchaService;
  readonly limits: SignInLimits;
  readonly factors: TwoFactorService;
  readonly codes: VerificationService;
  readonly accountSessions: AccountSessions;
}

/** Signing in and out, and what an account is kept safe by: captchas, codes, second factors, its open sessions. */
export function mountSession(context: FeatureContext & { readonly elsewhere: SessionsElsewhere }): SessionFeature {
  const { table, ports, resources, guesses, securityLog, backgroundTasks, elsewhere } = context;
  const captcha = createCaptchaService(ports);
  const factors = createTwoFactorService(ports, securityLog, guesses);
  const factor = createAdminFactor({ ...ports, guesses }, factors, securityLog);
  const limits = createSignInLimits(ports, guesses, captcha);
  const sessions = createSessionService(ports, securityLog, captcha, limits, factor);
  const codes = createVerificationService(ports, captcha, createCodeAccounts({ ...ports, guesses }), backgroundTasks);
  const accountSessions = createAccountSessions(ports, securityLog);
  sessionRoutes(table, { sessions, elsewhere }, ports);
  captchaRoutes(table, captcha);
  verificationRoutes(table, codes, ports);
  profileRoutes(table, { securityLog, factors }, { ...ports, guesses, resources });
  accountRoutes(table, accountSessions, factor);
  adminPasskeyRoutes({ table, ports, guesses, securityLog }, sessions);
  return { sessions, captcha, limits, factors, codes, accountSessions };
}
