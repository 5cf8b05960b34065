import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sessionMachine } from '#machines/session/session.machine';
import { pathOfWay, PLACES } from '#ui/documents/home/chart-picture.ts';
import { readSignInChart } from '#ui/documents/home/sign-in-chart.ts';

type Tree = { readonly [key: string]: string | Tree };

describe('the chart of the sign-in', () => {
  const { states, ways, initial } = readSignInChart();

  it('has the states of the machine, each with a place, and its ways with a line', () => {
    expect(states).toEqual(Object.keys(sessionMachine.config.states ?? {}).filter((state) => state !== 'restored'));
    expect(states.filter((state) => !PLACES[state])).toEqual([]);
    expect(Object.keys(PLACES).filter((state) => !states.includes(state))).toEqual([]);
    expect(ways.filter((way) => pathOfWay(way) === '')).toEqual([]);
    // Nobody gets stuck.
    expect([initial, states.filter((state) => !ways.some(({ from }) => from === state))]).toEqual(['signedOut', []]);
    expect(ways.filter(({ from }) => from === initial).map(({ to }) => to)).toEqual(['readingLogin', 'signingIn']);
    // Other tabs are looked at in between, where nobody presses anything.
    expect(ways.filter(({ from }) => from === 'signedIn')).toEqual([
      { from: 'signedIn', to: 'signedOut', name: 'ended' },
      { from: 'signedIn', to: 'signingOut', name: 'signOutRequested2' },
    ]);
    expect(ways.filter(({ from }) => from === 'readingLogin')).toEqual([
      { from: 'readingLogin', to: 'captchaAsked', name: 'done1' },
      { from: 'readingLogin', to: 'signingIn', name: 'done2' },
      { from: 'readingLogin', to: 'signedOut', name: 'error' },
    ]);
  });

  it.each(['zh-cn', 'en'])('says in %s what each of them is, and nothing of any other', (language) => {
    const { chart } = JSON.parse(readFileSync(`locales/${language}/site.json`, 'utf8')) as {
      readonly chart: { readonly state: Tree; readonly way: Tree };
    };
    expect(Object.keys(chart.state).toSorted()).toEqual(states.toSorted());
    const said = Object.entries(chart.way).flatMap(([from, names]) => Object.keys(names).map((name) => `${from}.${name}`));
    expect(said.toSorted()).toEqual(ways.map(({ from, name }) => `${from}.${name}`).toSorted());
  });
});
