import * as contract from '#api/contract/settings/config';
import { rejection } from '#domain/base/failure';
import { MAX_IDS } from '#domain/table/resource-query';
import { mountForAdmin } from '../../routing/mount.ts';
import type { FeatureContext } from '../base/feature.ts';
import { createPageRemark } from '../../resources/base/page-remark.ts';
import { addSetting } from './add-setting.ts';
import { readSettings, removeSettings, saveSettings } from './settings.service.ts';

/** The settings of the site. */
export function mountSettings({ table, caches, ports }: Pick<FeatureContext, 'table' | 'caches' | 'ports'>): void {
  const remark = createPageRemark({ ports, pagePath: 'routine/config' });
  mountForAdmin(table, contract.readConfig, (_input, caller) => readSettings(ports, caller, remark));

  mountForAdmin(table, contract.saveConfig, async (values, caller) => {
    await saveSettings(ports, caches, values, caller);
    return null;
  });

  mountForAdmin(table, contract.addConfig, (wish, caller) => addSetting(ports, caches, wish, caller));

  mountForAdmin(table, contract.removeConfig, ({ ids }, caller) => removeSettings(ports, caches, idsOf(ids), caller));
}

function idsOf(ids: string | number | readonly (string | number)[]): number[] {
  const list = (Array.isArray(ids) ? ids : String(ids).split(',')).map(Number);
  const isFine = list.length <= MAX_IDS && list.every((id) => Number.isSafeInteger(id) && id > 0);
  if (!isFine) throw rejection('refusals.parameter', { name: 'ids' });
  return list;
}
