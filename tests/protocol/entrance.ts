import * as z from 'zod';
import { accepted, NotKnown, refused, type Exchange, type Expected, type Known } from './exchange.ts';
import { frontOf, signedInAs, startOf } from './shapes.ts';
import type { Spelling } from './spelling.ts';

/** Where whoever is not, or already, signed in is led. Source: wire protocol §0.1, §2.2. */
const ledTo = ({ dialect }: Spelling, state: 'need login' | 'logged in'): Expected => {
  const routePath = state === 'need login' ? '/admin/login' : '/admin';
  return dialect === 'v1'
    ? { kind: 'envelope', code: 302, data: z.looseObject({ routePath: z.literal(routePath) }) }
    : { kind: 'envelope', code: 303, data: z.looseObject({ type: z.literal(state) }) };
};

const signedIn = ({ token }: Known): void => {
  if (token === null) throw new NotKnown('token');
};

const credentials = ({ username, password, captcha }: Known) => ({
  username,
  password,
  keep: true,
  ...(captcha && { captchaId: captcha.id, captchaInfo: captcha.info }),
});

/** Sign-in and start. */
export function entrance(spelling: Spelling): readonly Exchange[] {
  const index = `/admin/${spelling.controller('Index')}`;
  const { refreshToken } = spelling;
  return [
    {
      title: 'the front page gets its site',
      source: '§3.3',
      call: () => ({ method: 'GET', path: '/api/index/index', isAnonymous: true }),
      reply: accepted(frontOf(spelling)),
    },
    {
      title: 'a click captcha is drawn for an id of the client',
      source: '§2.7',
      call: () => ({ method: 'GET', path: '/api/common/clickCaptcha?id=4be2c4a0-5f4e-4b0e-9d0e-0a5c7e1f2d3b', isAnonymous: true }),
      reply: accepted(
        z.looseObject({
          id: z.string(),
          text: z.array(z.string()).nonempty(),
          base64: z.string().startsWith('data:image/'),
          width: z.number().positive(),
          height: z.number().positive(),
        }),
      ),
    },
    {
      title: 'clicks that miss are refused',
      source: '§2.7',
      call: () => ({
        method: 'POST',
        path: '/api/common/checkClickCaptcha',
        body: { id: '4be2c4a0-5f4e-4b0e-9d0e-0a5c7e1f2d3b', info: '1,1-2,2;350;200', unset: false },
        isAnonymous: true,
      }),
      reply: refused,
    },
    {
      title: 'whoever is not signed in is led to the sign-in',
      source: '§2.2',
      call: () => ({ method: 'GET', path: `/admin/${spelling.controller('auth.Admin')}/index`, isAnonymous: true }),
      reply: ledTo(spelling, 'need login'),
    },
    {
      title: 'an account that nobody has is refused',
      source: '§2.3',
      call: ({ marker, password }) => ({
        method: 'POST',
        path: `${index}/login`,
        body: { username: marker, password, keep: false },
        isAnonymous: true,
      }),
      reply: refused,
    },
    {
      title: 'signing in answers the account and its tokens',
      source: '§2.3',
      call: (known) => {
        if (known.facts.get('asksCaptcha') === true && known.captcha === null) throw new NotKnown('captcha');
        return { method: 'POST', path: `${index}/login`, body: credentials(known), isAnonymous: true };
      },
      reply: accepted(signedInAs(spelling)),
      learn: ({ userInfo }, known) => {
        known.token = userInfo.token;
        known.refreshToken = userInfo[refreshToken.told];
        known.facts.set('ownId', userInfo.id);
      },
    },
    {
      title: 'the sign-in page leads whoever is signed in on',
      source: '§2.3',
      call: (known) => {
        signedIn(known);
        return { method: 'GET', path: `${index}/login` };
      },
      reply: ledTo(spelling, 'logged in'),
    },
    {
      title: 'the back office starts with the account, the menu, the site and the terminal',
      source: '§3.1',
      call: () => ({ method: 'GET', path: `${index}/index` }),
      reply: accepted(startOf(spelling)),
    },
    {
      title: 'the first page has its remark',
      source: '§5.2',
      call: () => ({ method: 'GET', path: `/admin/${spelling.dashboard}` }),
      reply: accepted(z.looseObject({ remark: z.string() })),
    },
  ];
}

/** Renewals and the end. A stock client renews with the token of its sign-in for as long as it lasts. Source: wire protocol §2.4, §2.5. */
export function wayOut(spelling: Spelling): readonly Exchange[] {
  const { sent } = spelling.refreshToken;
  const renewed = (count: string): Exchange => ({
    title: `a session is renewed ${count} with the refresh token of the sign-in`,
    source: '§2.5',
    call: ({ refreshToken }) => {
      if (refreshToken === null) throw new NotKnown('refreshToken');
      return { method: 'POST', path: '/api/common/refreshToken', body: { [sent]: refreshToken } };
    },
    reply: accepted(z.looseObject({ type: z.literal('admin-refresh'), token: z.string().min(1) })),
    learn: ({ token }, known) => void (known.token = token),
  });
  return [
    {
      title: 'a refresh token that nobody was given is refused',
      source: '§2.5',
      call: ({ marker }) => ({ method: 'POST', path: '/api/common/refreshToken', body: { [sent]: marker } }),
      reply: refused,
    },
    renewed('once'),
    renewed('again'),
    renewed('a third time'),
    {
      title: 'the renewed token is good for calls',
      source: '§2.5',
      call: () => ({ method: 'GET', path: `/admin/${spelling.controller('auth.Admin')}/index` }),
      reply: accepted(),
    },
    {
      title: 'signing out is accepted',
      source: '§2.4',
      call: ({ refreshToken }) => ({
        method: 'POST',
        path: `/admin/${spelling.controller('Index')}/logout`,
        body: { [sent]: refreshToken ?? '' },
      }),
      reply: accepted(),
    },
    {
      title: 'the token of an ended session leads to the sign-in',
      source: '§2.4',
      call: () => ({ method: 'GET', path: `/admin/${spelling.controller('auth.Admin')}/index` }),
      reply: ledTo(spelling, 'need login'),
    },
  ];
}
