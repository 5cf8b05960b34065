import * as z from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';

/**
 * Verification codes by e-mail and by text message, and a mail that tries the settings out.
 * Source: specification §7; wire protocol §2.9, §5.13.
 */

const word = z.optional(z.string());

/** What a code sent to an address is for; one sent for another purpose does not count. */
export const MAIL_EVENTS = ['user_register', 'user_login', 'user_retrieve_pwd', 'user_change_email', 'user_email_verify'] as const;
export const SMS_TEMPLATES = ['user_register', 'user_login', 'user_retrieve_pwd', 'user_change_mobile', 'user_mobile_verify'] as const;
/** How long nobody gets another code for the same address and purpose. */
export const CODE_PAUSE_SECONDS = 60;

const proof = { captchaId: word, captchaInfo: word, password: word };

export const sendMail = endpoint({
  method: 'POST',
  path: '/api/Ems/send',
  audience: 'anyone',
  knowsWho: true,
  input: z.object({ email: word, event: word, ...proof }),
  output: z.null(),
  success: 'announced',
  summary: 'Sends a verification code by e-mail.',
});

export const sendSms = endpoint({
  method: 'POST',
  path: '/api/Sms/send',
  audience: 'anyone',
  knowsWho: true,
  input: z.object({ mobile: word, template_code: word, ...proof }),
  output: z.null(),
  success: 'announced',
  summary: 'Sends a verification code by text message.',
});

/** With the settings as they are typed; a password left empty means the stored one, for the same server and account only. */
export const sendTestMail = endpoint({
  method: 'POST',
  path: '/admin/routine.Config/sendTestMail',
  audience: 'super',
  input: z.object({
    smtp_server: word,
    smtp_port: z.optional(z.union([z.string(), z.number()])),
    smtp_user: word,
    /** Empty for the stored one, null for none. */
    smtp_pass: z.optional(z.nullable(z.string())),
    smtp_verification: word,
    smtp_sender_mail: word,
    testMail: word,
  }),
  output: z.null(),
  success: 'announced',
  summary: 'Sends a mail with the settings typed, to try them out.',
});
