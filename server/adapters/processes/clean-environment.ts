import { dirname, delimiter } from 'node:path';

type Source = Readonly<Record<string, string | undefined>>;

/** What programs need to find themselves, their files and the network. Everything else, secrets of ours above all, stays here. */
const KEPT = new Set(
  [
    'HOME USER LOGNAME LANG LC_ALL TZ TMPDIR TEMP TMP',
    'HTTP_PROXY HTTPS_PROXY NO_PROXY NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR',
    'SYSTEMROOT COMSPEC PATHEXT APPDATA LOCALAPPDATA USERPROFILE',
    'NPM_CONFIG_REGISTRY NPM_CONFIG_CACHE NPM_CONFIG_PROXY NPM_CONFIG_HTTPS_PROXY NPM_CONFIG_NOPROXY NPM_CONFIG_CAFILE',
  ].flatMap((names) => names.split(' ')),
);

/**
 * The environment of a command. Tools of our own and the server's Node come first on the search path; colours are asked for, since
 * the panel can show them.
 */
export function cleanEnvironment(source: Source, nodePath: string, toolsPath: string): Record<string, string> {
  const kept = Object.entries(source).flatMap(([name, value]) =>
    value !== undefined && KEPT.has(name.toUpperCase()) ? [[name, value] as const] : [],
  );
  const path = [toolsPath, dirname(nodePath), source['PATH'] ?? source['Path']].filter(Boolean).join(delimiter);
  return {
    ...Object.fromEntries(kept),
    PATH: path,
    LANG: source['LANG'] ?? 'C.UTF-8',
    CI: '1',
    FORCE_COLOR: '1',
    npm_config_color: 'always',
    npm_config_update_notifier: 'false',
  };
}
