/** What a program said, line by line, each so many milliseconds after the one before it. */
export interface RecordedRun {
  /** The beginning of the commands that it stands for. */
  readonly begins: string;
  readonly lines: readonly { readonly afterMs: number; readonly text: string }[];
  readonly exitCode: number;
}

const at = (afterMs: number, text: string): RecordedRun['lines'][number] => ({ afterMs, text });
const says = (begins: string, ...lines: readonly string[]): RecordedRun => ({
  begins,
  lines: lines.map((text, index) => at(index === 0 ? 180 : 60, text)),
  exitCode: 0,
});
const isMissing = (begins: string): RecordedRun => ({
  begins,
  lines: [at(240, `${begins.split(' ')[0] ?? ''}: command not found`)],
  exitCode: 127,
});

/** Of this program, shortened. The first that fits is played; what none fits ends as a command that is not there. */
export const RECORDED_RUNS: readonly RecordedRun[] = [
  says('node --version', 'v26.10.0'),
  says('npm --version', '11.6.1'),
  says('pnpm --version', '10.18.0'),
  says('yarn --version', '1.22.22'),
  isMissing('cnpm --version'),
  isMissing('ni --version'),
  {
    begins: 'npm install --prefix',
    lines: [at(400, 'npm http fetch GET 200 https://registry.npmjs.org/ 212ms'), at(1900, ''), at(10, 'added 1 package in 2s')],
    exitCode: 0,
  },
  { begins: 'npm install', lines: [at(1800, ''), at(10, 'up to date in 2s')], exitCode: 0 },
  { begins: 'pnpm install', lines: [at(700, 'Already up to date'), at(40, 'Done in 412ms')], exitCode: 0 },
  {
    begins: 'yarn install',
    lines: [
      at(300, 'yarn install v1.22.22'),
      at(200, '[1/4] Resolving packages...'),
      at(400, 'success Already up-to-date.'),
      at(20, 'Done in 0.61s.'),
    ],
    exitCode: 0,
  },
  ...['npm run build:client', 'pnpm run build:client', 'nr build:client'].map((begins): RecordedRun => ({
    begins,
    lines: [
      at(300, '> troupe@0.1.0 build:client'),
      at(50, '> node scripts/modules-pack.ts --quiet && vite build --logLevel warn'),
      at(4200, '\u001B[33m(!) Some chunks are larger than 500 kB after minification.\u001B[39m'),
      at(1600, '402 files precompressed'),
    ],
    exitCode: 0,
  })),
  {
    begins: 'yarn run build:client',
    lines: [
      at(300, 'yarn run v1.22.22'),
      at(900, '\u001B[31mBuild failed with 1 error:\u001B[39m'),
      at(10, '[UNRESOLVED_IMPORT] Could not resolve "./no-such-file.ts" in src/main.tsx'),
      at(10, 'error Command failed with exit code 1.'),
    ],
    exitCode: 1,
  },
  says('npm config set'),
  {
    begins: 'ping -c 4 127.0.0.1',
    lines: [
      at(60, 'PING 127.0.0.1 (127.0.0.1) 56(84) bytes of data.'),
      at(1000, '64 bytes from 127.0.0.1: icmp_seq=1 ttl=64 time=0.031 ms'),
      at(1000, '64 bytes from 127.0.0.1: icmp_seq=2 ttl=64 time=0.040 ms'),
      at(1000, '64 bytes from 127.0.0.1: icmp_seq=3 ttl=64 time=0.038 ms'),
      at(1000, '64 bytes from 127.0.0.1: icmp_seq=4 ttl=64 time=0.036 ms'),
      at(20, '4 packets transmitted, 4 received, 0% packet loss, time 3061ms'),
    ],
    exitCode: 0,
  },
  {
    begins: 'ping',
    lines: [at(3000, 'ping: www.baidu.com: Temporary failure in name resolution')],
    exitCode: 2,
  },
];
