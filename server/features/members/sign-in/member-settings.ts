import { rejection } from '#domain/base/failure';
import { MEMBER_SETTING_MEMORY_MS } from '../../../base/limits.ts';
import type { Caches } from '../../../base/caches.ts';
import { memoizeTtl } from '../../../base/memoize-ttl.ts';
import type { ServerPorts } from '../../../ports/ports.ts';

/** What the settings say of members. Without their rows the centre is closed. */
export interface MemberSettings {
  readonly isOpen: boolean;
  readonly canRegister: boolean;
  readonly asksCaptcha: boolean;
  /** Whether a code opens the door as well as a password. */
  readonly takesCodes: boolean;
  /** Whether passkeys are made and open the door. */
  readonly takesPasskeys: boolean;
}

export interface MemberSettingsReader {
  /** As they stand now. */
  read(): Promise<MemberSettings>;
  /** As they stood a moment ago, for what is asked with every call. */
  tell(): Promise<MemberSettings>;
  /** @throws the refusal while the member centre is closed */
  requireOpen(): Promise<void>;
}

export function createMemberSettings(ports: Pick<ServerPorts, 'database' | 'clock'>, caches: Caches): MemberSettingsReader {
  async function read(): Promise<MemberSettings> {
    const rows = await ports.database.kysely
      .selectFrom('config')
      .select(['name', 'value'])
      .where('name', 'in', ['open_member_center', 'member_registration', 'member_login_captcha', 'code_sign_in', 'passkeys'])
      .execute();
    const value = (name: string): string | null => rows.find((row) => row.name === name)?.value ?? null;
    return {
      isOpen: value('open_member_center') === '1',
      canRegister: value('member_registration') !== 'closed',
      asksCaptcha: value('member_login_captcha') === '1',
      takesCodes: value('code_sign_in') === '1',
      takesPasskeys: value('passkeys') === '1',
    };
  }
  let tell = memoizeTtl(read, MEMBER_SETTING_MEMORY_MS, ports.clock);
  // Another process of the installation hears of a closed centre a second later.
  caches.add(() => void (tell = memoizeTtl(read, MEMBER_SETTING_MEMORY_MS, ports.clock)));
  return {
    read,
    tell: () => tell(),
    async requireOpen() {
      if (!(await tell()).isOpen) throw rejection('refusals.member.closed');
    },
  };
}
