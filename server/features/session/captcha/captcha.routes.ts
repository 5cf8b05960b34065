import * as contract from '#api/contract/session/captcha';
import { rejection } from '#domain/base/failure';
import { mount } from '../../../routing/mount.ts';
import type { RouteTable } from '../../../routing/route-table.ts';
import type { CaptchaService } from './captcha.service.ts';

const isOn = (flag: unknown): boolean => flag === true || flag === 1 || flag === '1' || flag === 'true';

/** Drawing and checking click captchas. */
export function captchaRoutes(table: RouteTable, captcha: CaptchaService): void {
  mount(table, contract.readClickCaptcha, ({ id }, { client }) => captcha.draw(id, client));

  mount(table, contract.beginCaptchaWork, ({ id, ...door }, { client }) => captcha.beginWork(id, door, client));

  mount(table, contract.checkClickCaptcha, async ({ id, info, unset }, { client }) => {
    // The client has words of its own for this.
    if (!(await captcha.check(id, info, isOn(unset), client))) throw rejection('');
    return null;
  });
}
