import * as contract from '#api/contract/modules/registries';
import { mountForAdmin } from '../../../routing/mount.ts';
import type { RouteTable } from '../../../routing/route-table.ts';
import type { Registries } from './registries.service.ts';

/** Calls for registries of modules elsewhere. */
export function mountRegistries(table: RouteTable, registries: Registries): void {
  mountForAdmin(table, contract.listRegistries, async () => ({
    list: (await registries.list()).map((one) => ({ ...one, name: { ...one.name } })),
  }));
  mountForAdmin(table, contract.lookAtRegistry, async ({ address }) => {
    const seen = await registries.look(address);
    return { ...seen, name: { ...seen.name } };
  });
  mountForAdmin(table, contract.addRegistry, async ({ address, fingerprint }, caller) => {
    await registries.add(address, fingerprint, caller);
    return null;
  });
  mountForAdmin(table, contract.refreshRegistry, async ({ id, fingerprint }, caller) => {
    await registries.refresh(id, caller, fingerprint);
    return null;
  });
  mountForAdmin(table, contract.removeRegistry, async ({ id }, caller) => {
    await registries.remove(id, caller);
    return null;
  });
}
