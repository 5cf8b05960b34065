import { CAPTCHA_PURPOSES, type CaptchaPurpose } from '#api/contract/session/captcha';
import { MAIL_EVENTS, SMS_TEMPLATES } from '#api/contract/session/verification';
import { rejection } from '#domain/base/failure';
import { hasIssues, type Issue } from '#domain/base/issue';
import { isEmail, isMobile } from '#domain/base/validation';
import { CODES_PER_NETWORK, CODES_PER_TARGET, CODES_PER_TARGET_AND_NETWORK } from '../../../base/limits.ts';
import type { ServerPorts } from '../../../ports/ports.ts';
import type { BackgroundTasks } from '../../../base/background-tasks.ts';
import type { CaptchaService } from '../captcha/captcha.service.ts';
import type { Caller, Client } from '../../../base/caller.ts';
import { networkOf } from '../../../base/network.ts';
import { FieldsRefused } from '../../../base/refusal.ts';
import { count, isSpent } from '../../base/throttle.ts';
import type { Channel, CodeAccounts } from './code-accounts.ts';
import { type CodeTurn, drawCode, giveTurnBack, plainTarget, requesterOf, spendCode, storeCode, takeTurn } from './code-store.ts';
import { type Transport, transportOf, type CodeMessage, deliverCode, faultOf } from './delivery.ts';
import { sendKnownNotice } from './address-notice.ts';
import { DeliveryError } from '../../../base/verification-ports.ts';

interface CodeRequest {
  readonly channel: Channel;
  readonly target: string | undefined;
  readonly purpose: string | undefined;
  readonly captchaId: string | undefined;
  readonly captchaInfo: string | undefined;
  /** Of the account, where a code checks an address that is the account's own. */
  readonly password: string | undefined;
}

interface Sending {
  readonly requester: string;
  readonly turn: CodeTurn;
  readonly transport: Transport | null;
  /** What is in the way already: then the message is only written down. */
  readonly fault: DeliveryError | null;
}

export interface CodeUse {
  readonly purpose: string;
  readonly target: string;
  /** Who uses it; it must be who asked for it. */
  readonly client: Client;
  /** Null for visitors. */
  readonly memberId: number | null;
}

/** Codes that prove who reads an address. Source: wire protocol §2.9; security.md rules 7, 8, goal C13. */
export interface VerificationService {
  /**
   * The message goes out after the reply, which is the same, and as fast, whether somebody has this address or not.
   * @throws the refusal; nothing was sent then, and no earlier code is lost
   */
  send(request: CodeRequest, caller: Caller): Promise<void>;
  /**
   * Uses a code up; right or wrong, this stands whatever its caller's transaction does, so it must be called outside of one.
   * @throws FieldsRefused at `captcha`, the wire's name of the code, when it is wrong, old, used, or was sent for something else
   */
  consume(use: CodeUse, code: string): Promise<void>;
}

export function createVerificationService(
  ports: ServerPorts,
  captcha: Pick<CaptchaService, 'consume'>,
  accounts: CodeAccounts,
  backgroundTasks: Pick<BackgroundTasks, 'start'>,
): VerificationService {
  /** Whether the target may get this code; who asks is not told. */
  const isWanted = async (purpose: string, channel: Channel, target: string): Promise<boolean> => {
    const isRegistered = await accounts.isRegistered(channel, target);
    return isOwnCheck(purpose) || isRegistered === (purpose === 'user_retrieve_pwd');
  };

  async function checkLimits(channel: Channel, target: string, { ip }: Client): Promise<void> {
    const network = networkOf(ip);
    const keys = [
      { key: `code:${network}`, limit: CODES_PER_NETWORK },
      // Addresses are longer than keys may be; two that are told apart only behind that share a counter.
      { key: `code:${network} ${channel}:${target}`, limit: CODES_PER_TARGET_AND_NETWORK },
      { key: `code:${channel}:${target}`, limit: CODES_PER_TARGET },
    ];
    if (isSpent(await count(ports, keys))) throw rejection('refusals.tooManyCodes');
  }

  async function deliver(message: CodeMessage, { requester, turn, transport, fault }: Sending): Promise<void> {
    const { channel, target, purpose, code } = message;
    if (!(await isWanted(purpose, channel, target))) {
      // Whoever has an account hears that somebody wants another one; who asked is told the same as ever.
      if (purpose === 'user_register' && channel === 'email' && fault === null) await sendKnownNotice(ports, target, message.language);
      return;
    }
    try {
      await deliverCode(ports, message, fault && transport ? { ...transport, send: () => Promise.reject(fault) } : transport);
      await storeCode(ports, { purpose, target, requester }, code);
    } catch (error) {
      await giveTurnBack(ports, turn);
      if (!(error instanceof DeliveryError)) throw error;
    }
  }

  return {
    async send(request, caller) {
      const { channel, purpose } = request;
      const target = plainTarget(request.target ?? '');
      checkRequest(request, target);
      if (!isPurpose(purpose)) return;
      await captcha.consume(request.captchaId, request.captchaInfo, caller.client, { purpose, subject: target });
      const turn = await takeTurn(ports, { purpose, target, requester: requesterOf(caller.client, null) });
      if (turn === null) throw rejection('refusals.codeTooFrequent');
      try {
        const memberId = isOwnCheck(purpose) ? await accounts.confirm(caller, channel, target, request.password ?? '') : null;
        await checkLimits(channel, target, caller.client);
        const transport = await transportOf(ports, channel);
        const fault = await faultOf(transport);
        const message = { channel, target, purpose, code: drawCode(ports), language: caller.client.language };
        const requester = requesterOf(caller.client, memberId);
        backgroundTasks.start('verification.deliveryFailed', () => deliver(message, { requester, turn, transport, fault }));
        if (fault) throw rejection(channel === 'email' ? `refusals.mail.${fault.fault}` : `refusals.sms.${fault.fault}`);
      } catch (error) {
        await giveTurnBack(ports, turn);
        throw error;
      }
    },

    async consume({ purpose, target, client, memberId }, code) {
      const binding = { purpose, target: plainTarget(target), requester: requesterOf(client, memberId) };
      if (!(await spendCode(ports, binding, code))) throw new FieldsRefused({ captcha: { key: 'refusals.codeWrong' } });
    },
  };
}

const isPurpose = (purpose: string | undefined): purpose is CaptchaPurpose => CAPTCHA_PURPOSES.some((known) => known === purpose);

const isOwnCheck = (purpose: string): boolean => purpose.endsWith('_verify');

function checkRequest({ channel, purpose }: CodeRequest, target: string): void {
  const [targetName, purposeName] = channel === 'email' ? ['email', 'event'] : ['mobile', 'template_code'];
  const known: readonly string[] = channel === 'email' ? MAIL_EVENTS : SMS_TEMPLATES;
  const isTarget = channel === 'email' ? isEmail(target) : isMobile(target);
  const issues: Record<string, Issue> = {};
  if (target === '') issues[targetName] = { key: 'validation.required' };
  else if (!isTarget) issues[targetName] = { key: channel === 'email' ? 'validation.email' : 'validation.mobile' };
  if (purpose === undefined || purpose === '') issues[purposeName] = { key: 'validation.required' };
  else if (!known.includes(purpose)) issues[purposeName] = { key: 'validation.option' };
  if (hasIssues(issues)) throw new FieldsRefused(issues);
}
