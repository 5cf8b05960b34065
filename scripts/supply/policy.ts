/** What is known of a package to be bad, and somebody has decided to live with for a while. */
export interface AcceptedAdvisory {
  /** Such as `GHSA-xxxx-xxxx-xxxx`. */
  readonly id: string;
  readonly reason: string;
  /** A day, after which it is looked at again. */
  readonly until: string;
}

interface Via {
  readonly url?: string;
  readonly title?: string;
  readonly severity?: string;
}
/** What `npm audit --json` prints, as far as it is read. */
export interface AuditReport {
  readonly vulnerabilities?: Readonly<Record<string, { readonly via: readonly (string | Via)[] }>>;
}

const GRAVE = new Set(['high', 'critical']);

/** Advisories that are high or critical and not accepted, one line each. @param today such as `2026-11-24` */
export function graveAdvisories(
  { vulnerabilities = {} }: AuditReport,
  accepted: readonly AcceptedAdvisory[],
  today: string,
): readonly string[] {
  const isAccepted = (id: string): boolean => accepted.some((one) => one.id === id && one.reason !== '' && one.until >= today);
  const lines = Object.entries(vulnerabilities).flatMap(([name, { via }]) =>
    via.flatMap((one) => {
      if (typeof one === 'string' || !GRAVE.has(one.severity ?? '')) return [];
      const id = one.url?.split('/').at(-1) ?? 'unknown';
      return isAccepted(id) ? [] : [`${name}: ${one.title ?? 'no title'} (${one.severity ?? ''}, ${id})`];
    }),
  );
  return [...new Set(lines)].toSorted();
}

/** Licences under which a package may go into a release. */
const FREE = new Set([
  '0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC-BY-4.0', 'CC0-1.0', 'ISC', 'MIT', 'MIT-0', 'MPL-2.0', 'OFL-1.1',
  'PostgreSQL', 'Python-2.0', 'Unlicense', 'WTFPL', 'Zlib', 'EPL-2.0',
]); // prettier-ignore

/** Whether a licence, or one of those that one may choose from, is free; of several that hold together each must be. */
export function isFree(expression: string): boolean {
  const plain = expression.replaceAll(/[()]/gu, ' ').trim();
  if (/\bOR\b/u.test(plain)) return plain.split(/\s+OR\s+/u).some(isFree);
  if (/\bAND\b/u.test(plain)) return plain.split(/\s+AND\s+/u).every(isFree);
  return FREE.has(plain);
}

export interface LicensedPackage {
  /** `name@version` */
  readonly name: string;
  /** By SPDX; '' where the package says none. */
  readonly licence: string;
}

/** Packages whose licence is none of the free ones and was not accepted with a reason. */
export function unfreePackages(
  packages: readonly LicensedPackage[],
  accepted: readonly { readonly name: string; readonly reason: string }[],
): readonly string[] {
  return packages
    .filter(({ name, licence }) => !isFree(licence) && !accepted.some((one) => one.reason !== '' && name.startsWith(`${one.name}@`)))
    .map(({ name, licence }) => `${name}: ${licence || 'says no licence'}`);
}
