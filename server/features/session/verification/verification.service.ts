import { CAPTCHA_PURPOSES, type CaptchaPurpose } from '#api/contract/session/captcha';
import { MAIL_EVENTS, SMS_TEMPLATES } from '#api/contract/session/verification';
import { rejection } from '#domain/base/failure';
import { hasIssues, type Issue } from '#domain/base/issue';
import { isEmail, isMobile } from '#domain/base/validation';
import {
  CODES_PER_MEMBER,
  CODES_PER_NETWORK,
  CODES_PER_TARGET,
  CODES_PER_TARGET_AND_NETWORK,
  KNOWN_NOTICES_PER_TARGET,
  type GuessLimit,
} from '../../../base/limits.ts';
import type { ServerPorts } from '../../../ports/ports.ts';
import type { BackgroundTasks } from '../../../base/background-tasks.ts';
import type { CaptchaService } from '../captcha/captcha.service.ts';
import type { Caller, Client } from '../../../base/caller.ts';
import { networkOf } from '../../../base/network.ts';
import { FieldsRefused } from '../../../base/refusal.ts';
import { count, type Counted, isSpent } from '../../base/throttle.ts';
import { isPlaceOf } from '../base/sign-in-places.ts';
import type { Channel } from '#domain/members/channel';
import type { CodeAccounts } from './code-accounts.ts';
import {
  type CodeTurn,
  drawCode,
  giveTurnBack,
  plainTarget,
  requesterOf,
  storeCode,
  storeUnsent,
  takeTurn,
  tryCode,
  useCodeUp,
} from './code-store.ts';
import { type ChannelTransport, transportOf, type CodeMessage, deliverCode, faultOf } from './delivery.ts';
import { sendKnownNotice } from './address-notice.ts';
import { refuseClosedPurpose } from './closed-purposes.ts';
import { DeliveryError } from '../../../ports/verification-ports.ts';

interface CodeRequest {
  readonly channel: Channel;
  readonly target: string | undefined;
  readonly purpose: string | undefined;
  readonly captchaId: string | undefined;
  readonly captchaInfo: string | undefined;
  /** Of the account, where a code checks an address that is the account's own. */
  readonly password: string | undefined;
}

interface Asking {
  readonly channel: Channel;
  readonly target: string;
  readonly client: Client;
  /** Who checks an own address; null for everybody else. */
  readonly memberId: number | null;
}

interface Sending {
  readonly turn: CodeTurn;
  readonly transport: ChannelTransport | null;
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
  /**
   * The same in two steps, for whoever is asked for more beside a code that is right: the try counts at once, and the code is used up by what
   * this returns, which throws where it was meanwhile.
   */
  verify(use: CodeUse, code: string): Promise<() => Promise<void>>;
}

export function createVerificationService(
  ports: ServerPorts,
  captcha: Pick<CaptchaService, 'consume'>,
  accounts: CodeAccounts,
  backgroundTasks: Pick<BackgroundTasks, 'start'>,
): VerificationService {
  /** Counts what somebody asks for; how often others have asked, and whether anybody has the target, plays no part in it. */
  async function checkLimits({ channel, target, client, memberId }: Asking): Promise<void> {
    const network = networkOf(client.ip);
    const keys =
      memberId === null
        ? [
            { key: `code:${network}`, limit: CODES_PER_NETWORK },
            // Addresses are longer than keys may be; two that are told apart only behind that share a counter.
            { key: `code:${network} ${channel}:${target}`, limit: CODES_PER_TARGET_AND_NETWORK },
          ]
        : [{ key: `code:member:${memberId}:${channel}`, limit: CODES_PER_MEMBER }];
    if (isSpent(await count(ports, keys))) throw rejection('refusals.tooManyCodes');
  }

  /**
   * Counts what is brought to a target for strangers. Who asks is not told when it is used up: that could be said only of a target that is
   * due a message.
   * @returns null when it is used up
   */
  async function countForStrangers(what: string, limit: GuessLimit, { channel, target }: Asking): Promise<Counted | null> {
    const counted = await count(ports, [{ key: `${what}:${channel}:${target}`, limit }]);
    if (!isSpent(counted)) return counted;
    ports.logger.warn('verification.strangersSpent', { channel });
    return null;
  }

  /** Whoever has an account hears that somebody wants another one; who asked is told the same as ever. */
  async function notify(asking: Asking): Promise<void> {
    if (await countForStrangers('code-notice', KNOWN_NOTICES_PER_TARGET, asking))
      await sendKnownNotice(ports, asking.target, asking.client.language);
  }

  async function deliver(message: CodeMessage, asking: Asking, { turn, transport, fault }: Sending): Promise<void> {
    const { channel, target, purpose, code } = message;
    const { client, memberId } = asking;
    const binding = { purpose, target, requester: requesterOf(client, memberId) };
    const ownerId = await accounts.ownerOf(channel, target);
    const isDue = isOwnCheck(purpose) || (ownerId !== null) === isForOwners(purpose);
    if (!isDue) {
      if (fault === null) await storeUnsent(ports, binding);
      if (purpose === 'user_register' && channel === 'email' && fault === null) await notify(asking);
      return;
    }
    const isOwner = memberId !== null || (ownerId !== null && (await isPlaceOf(ports, { area: 'user', accountId: ownerId }, client.ip)));
    const counted = isOwner ? null : await countForStrangers('code', CODES_PER_TARGET, asking);
    if (!isOwner && counted === null) {
      if (fault === null) await storeUnsent(ports, binding);
      return;
    }
    try {
      await deliverCode(ports, message, fault && transport ? { ...transport, send: () => Promise.reject(fault) } : transport);
      await storeCode(ports, binding, code);
    } catch (error) {
      await counted?.takeBack();
      // A visitor's pause goes on as it does for a target that is due nothing: otherwise the next answer would tell who is a member.
      if (memberId !== null) await giveTurnBack(ports, turn);
      if (!(error instanceof DeliveryError)) throw error;
    }
  }

  async function verify({ purpose, target, client, memberId }: CodeUse, code: string): Promise<() => Promise<void>> {
    const binding = { purpose, target: plainTarget(target), requester: requesterOf(client, memberId) };
    const right = await tryCode(ports, binding, code);
    if (!right) throw new FieldsRefused(CODE_WRONG);
    return async () => {
      if (!(await useCodeUp(ports, right))) throw new FieldsRefused(CODE_WRONG);
    };
  }

  return {
    async send(request, caller) {
      const { channel, purpose } = request;
      const target = plainTarget(request.target ?? '');
      checkRequest(request, target);
      if (!isPurpose(purpose)) return;
      await refuseClosedPurpose(ports.database.kysely, purpose);
      await captcha.consume(request.captchaId, request.captchaInfo, caller.client, { purpose, subject: target });
      const askerId = isOwnCheck(purpose) && caller.kind === 'member' ? caller.id : null;
      const turn = await takeTurn(ports, { purpose, target, requester: requesterOf(caller.client, askerId) });
      if (turn === null) throw rejection('refusals.codeTooFrequent');
      try {
        const memberId = isOwnCheck(purpose) ? await accounts.confirm(caller, channel, target, request.password ?? '') : null;
        const asking = { channel, target, client: caller.client, memberId };
        await checkLimits(asking);
        const transport = await transportOf(ports, channel);
        const fault = await faultOf(transport);
        const message = { channel, target, purpose, code: drawCode(ports), language: caller.client.language };
        backgroundTasks.start('verification.deliveryFailed', () => deliver(message, asking, { turn, transport, fault }));
        if (fault) throw rejection(channel === 'email' ? `refusals.mail.${fault.fault}` : `refusals.sms.${fault.fault}`);
      } catch (error) {
        await giveTurnBack(ports, turn);
        throw error;
      }
    },

    verify,

    async consume(use, code) {
      await (
        await verify(use, code)
      )();
    },
  };
}

const CODE_WRONG = { captcha: { key: 'refusals.codeWrong' } } as const;

const isPurpose = (purpose: string | undefined): purpose is CaptchaPurpose => CAPTCHA_PURPOSES.some((known) => known === purpose);

/** Sent to addresses of accounts; the others only to such as are nobody's yet. */
const isForOwners = (purpose: string): boolean => purpose === 'user_retrieve_pwd' || purpose === 'user_login';

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
