import { rejection, type FailureError } from '#domain/base/failure';

/** An archive is no package; `fault` names its sentence below `refusals.modules.archive`. */
export const archiveRefusal = (fault: string, params?: Readonly<Record<string, string | number>>): FailureError =>
  rejection(
    `refusals.modules.archive.${fault}`,
    params && Object.fromEntries(Object.entries(params).map(([key, value]) => [key, shown(value)])),
  );

/** Names and reasons come from strangers: as much as a sentence holds, and nothing that moves it. */
const shown = (value: string | number): string | number =>
  typeof value === 'number' ? value : value.replaceAll(/[\p{Cc}\p{Cf}]/gu, '�').slice(0, 200);
