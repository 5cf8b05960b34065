import { parseArgs } from 'node:util';
import { runExchanges, type Outcome, type Target } from '../tests/protocol/run-exchanges.ts';

const USAGE = `npm run conformance -- <address> --password <password> [--user admin] [--dialect v1|v2]

Tries a server of the family with the calls of stock clients, in both dialects unless one is named, as a super administrator. It adds,
changes and deletes records of its own; nothing else is touched.`;

const SIGNS = { fits: '✓', differs: '✗', 'not tried': '–' } as const;

interface Wish {
  readonly target: Target;
  readonly dialects: readonly ('v1' | 'v2')[];
}

function readWish(): Wish | null {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { user: { type: 'string', default: 'admin' }, password: { type: 'string', default: '' }, dialect: { type: 'string' } },
    });
    const [address = ''] = positionals;
    const dialects = (['v1', 'v2'] as const).filter((dialect) => values.dialect === undefined || values.dialect === dialect);
    if (!/^https?:/u.test(address) || !URL.canParse(address) || positionals.length > 1 || dialects.length === 0) return null;
    return { target: { address: new URL(address).origin, username: values.user, password: values.password }, dialects };
  } catch {
    return null;
  }
}

function say({ dialect, exchange, sent, verdict, reasons }: Outcome): void {
  console.log(
    `${SIGNS[verdict]} ${dialect} ${exchange.title} (${exchange.source})${verdict === 'differs' && sent !== '' ? `  ${sent}` : ''}`,
  );
  if (verdict === 'differs') for (const reason of reasons) console.log(`    ${reason}`);
}

/** `npm run conformance`: exit code 0 when every reply fits, 1 when one differs, 2 when it was called wrongly. */
const wish = readWish();
if (wish === null) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  const counts = { fits: 0, differs: 0, 'not tried': 0 };
  for (const dialect of wish.dialects) {
    for await (const outcome of runExchanges(wish.target, dialect)) {
      counts[outcome.verdict] += 1;
      say(outcome);
      if (outcome.reasons[0]?.endsWith(': captcha'))
        console.log('    The sign-in asks for a click captcha, which only a person solves: switch it off while the kit runs.');
    }
  }
  console.log(`${counts.fits} fit, ${counts.differs} differ, ${counts['not tried']} were not tried`);
  process.exitCode = counts.differs > 0 ? 1 : 0;
}
