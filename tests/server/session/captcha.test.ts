import { imageSize } from 'image-size';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readLogin } from '#api/contract/session/session';
import { createRandomBytes } from '#server/base/random-bytes';
import { createRasteriser } from '#server/adapters/rasteriser';
import { createRandom } from '#server/features/session/captcha/random';
import { CAPTCHA_ICONS } from '#server/features/session/captcha/icon-shapes';
import { composePicture, PICTURE } from '#server/features/session/captcha/picture';
import { createCaptchaService, type CaptchaService } from '#server/features/session/captcha/captcha.service';
import { hitsTargets, parseClickRecord } from '#server/features/session/captcha/click-record';
import { sha256 } from '#server/base/digest';
import { tidyUp } from '#server/boot/upkeep/housekeeping';
import { FieldsRefused } from '#server/base/refusal';
import { createTestServer, TEST_PASSWORD, type RawReply, type TestServer } from '#tests/support/server.ts';
import { dealtKinds } from '#tests/support/dealt.ts';

/** Clicks on no target. */
const WRONG = '0,0-0,0-0,0;350;200';

const DOOR = { purpose: 'sign_in_admin', subject: 'admin' } as const;

/** Of a colour in a picture: the dark of icons, the pale of the ground; else the colour itself. */
function toneOf(color = ''): string {
  const [, hue, saturation, light] = (/^hsl\((\d+), ([\d.]+)%, ([\d.]+)%\)$/u.exec(color) ?? []).map(Number);
  if (hue === undefined || saturation === undefined || light === undefined || hue >= 360) return color;
  return saturation >= 55 && light >= 24 && light <= 38 ? 'dark' : light >= 80 && light <= 92 ? 'pale' : color;
}
const lines = (places: readonly (readonly unknown[])[]): string[] => places.map((place) => place.join(' ')).toSorted();

const client = (ip = '198.51.100.7') => ({ ip, userAgent: 'test', language: 'en' }) as const;

describe.each(dealtKinds())('the click captcha on %s', (kind) => {
  let server: TestServer;
  let captcha: CaptchaService;
  let lastId = 0;
  beforeAll(async () => {
    server = await createTestServer({ kind });
    captcha = createCaptchaService(server.ports);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.database.kysely.deleteFrom('throttle_counter').execute();
    await server.database.kysely.deleteFrom('captcha').execute();
  });

  const newId = (): string => `captcha-${(lastId += 1)}`;
  const boxesOf = async (id: string) => {
    const hash = await sha256(id);
    const row = await server.database.kysely.selectFrom('captcha').select('targets').where('id_hash', '=', hash).executeTakeFirstOrThrow();
    return row.targets;
  };
  /** The right clicks on a picture that is shown so many times as large. */
  const answerTo = async (id: string, scale = 1): Promise<string> => {
    const points = (await boxesOf(id)).map(({ x, y, width, height }) => `${(x + width / 2) * scale},${(y + height / 2) * scale}`);
    return `${points.join('-')};${350 * scale};${200 * scale}`;
  };
  const drawn = async (): Promise<string> => {
    const id = newId();
    await captcha.draw(id, client());
    return id;
  };
  const draw = (id: string, language = 'en'): Promise<RawReply> =>
    server.request(`/api/common/clickCaptcha?id=${id}`, { headers: { 'think-lang': language }, address: '198.51.100.7' });
  const check = (id: string, info: string, unset: boolean): Promise<RawReply> =>
    server.request('/api/common/checkClickCaptcha', { method: 'POST', json: { id, info, unset }, address: '198.51.100.7' });

  const ask = async (value: '0' | '1'): Promise<void> => {
    await server.database.kysely.updateTable('config').set({ value }).where('name', '=', 'admin_login_captcha').execute();
    // The page's word may be a second old.
    server.clock.advanceSeconds(1);
  };
  const signIn = (answer: object, username = 'admin', password = TEST_PASSWORD): Promise<RawReply> =>
    server.request('/admin/Index/login', { method: 'POST', json: { username, password, ...answer }, address: '198.51.100.7' });
  const solved = async () => {
    const captchaId = await drawn();
    return { captchaId, captchaInfo: await answerTo(captchaId) };
  };

  it('answers a picture and what to click, and nothing of where', async () => {
    const id = newId();
    const { body } = await draw(id);
    expect(Object.keys(body?.data as object).sort()).toEqual(['base64', 'height', 'id', 'text', 'width']);
    expect(body).toMatchObject({ code: 1, msg: '', data: { id, width: 350, height: 200 } });
    const { base64 = '', text = [] } = (body?.data ?? {}) as { readonly base64?: string; readonly text?: readonly string[] };
    const png = Uint8Array.from(atob(base64.replace('data:image/png;base64,', '')), (letter) => letter.charCodeAt(0));
    expect(imageSize(png)).toMatchObject({ width: 350, height: 200, type: 'png' });
    const names: readonly string[] = CAPTCHA_ICONS.map((icon) => `<${server.ports.messages.text('en', `captcha.icons.${icon}`)}>`);
    expect(text).toHaveLength(3);
    expect(text.filter((name) => !names.includes(name))).toEqual([]);
  });

  it('names what to click in the language of the caller', async () => {
    const { body } = await draw(newId(), 'zh-cn');
    const { text = [] } = (body?.data ?? {}) as { readonly text?: readonly string[] };
    expect(text).toHaveLength(3);
    expect(text.filter((name) => !/^<\p{Script=Han}+>$/u.test(name))).toEqual([]);
  });

  it('keeps the id and the picture as hash and boxes only', async () => {
    const id = await drawn();
    const row = await server.database.kysely.selectFrom('captcha').selectAll().executeTakeFirstOrThrow();
    expect(row).toEqual({
      id_hash: await sha256(id),
      drawing: expect.stringMatching(/^[\w-]{22}$/u),
      network: '198.51.100.7',
      targets: await boxesOf(id),
      width: 350,
      height: 200,
      tries: 0,
      expire_time: Math.floor(server.clock.nowMs() / 1000) + 120,
    });
  });

  it('accepts the right clicks at any size of display, with an empty message', async () => {
    const id = await drawn();
    expect((await check(id, await answerTo(id, 0.5), false)).body).toMatchObject({ code: 1, msg: '', data: null });
    expect((await check(id, await answerTo(id, 2.25), false)).body).toMatchObject({ code: 1, msg: '', data: null });
  });

  it.each([
    ['true', true],
    [1, true],
    ['1', true],
    [true, true],
    ['false', false],
    [0, false],
    ['0', false],
    ['', false],
  ])('takes %j, as clients spell whether the answer is used up, for %j', async (unset, isUsedUp) => {
    const id = await drawn();
    const answer = await answerTo(id);
    const checkOnce = (again: unknown) =>
      server.request('/api/common/checkClickCaptcha', {
        method: 'POST',
        json: { id, info: answer, unset: again },
        address: '198.51.100.7',
      });
    expect((await checkOnce(unset)).body).toMatchObject({ code: 1, msg: '', data: null });
    expect((await checkOnce(false)).body?.code).toBe(isUsedUp ? 0 : 1);
  });

  it.each<readonly [what: string, answer: (one: string, two: string, three: string) => string]>([
    ['are swapped', (one, two, three) => `${two}-${one}-${three};350;200`],
    ['are too few', (one, two) => `${one}-${two};350;200`],
    ['are too many', (one, two, three) => `${one}-${two}-${three}-${three};350;200`],
    ['lie beside', () => '0,0-0,0-0,0;350;200'],
    ['have no size of display', (one, two, three) => `${one}-${two}-${three};0;0`],
    ['name no size of display', (one, two, three) => `${one}-${two}-${three}`],
    ['are none', () => ''],
  ])('refuses without words clicks that %s', async (_, answer) => {
    const id = await drawn();
    const [points = ''] = (await answerTo(id)).split(';');
    const [one = '', two = '', three = ''] = points.split('-');
    expect((await check(id, answer(one, two, three), false)).body).toMatchObject({ code: 0, msg: '', data: null });
  });

  it('is over with the first wrong answer', async () => {
    const [looked, consumed] = [await drawn(), await drawn()];
    const right = [await answerTo(looked), await answerTo(consumed)] as const;
    expect(await captcha.check(looked, WRONG, false, client())).toBe(false);
    expect(await captcha.check(looked, right[0], false, client())).toBe(false);
    await expect(captcha.consume(consumed, WRONG, client(), DOOR)).rejects.toThrow(FieldsRefused);
    await expect(captcha.consume(consumed, right[1], client(), DOOR)).rejects.toThrow(FieldsRefused);
  });

  it('judges answers that come together one after the other: none after a wrong one', async () => {
    const id = await drawn();
    const answers = [WRONG, ...Array.from({ length: 7 }, () => '1,1-1,1-1,1;350;200')];
    expect(await Promise.all(answers.map((answer) => captcha.check(id, answer, false, client())))).toEqual(Array(8).fill(false));
    expect(await server.database.kysely.selectFrom('captcha').select('tries').execute()).toEqual([]);
  });

  it('is good three times, also when they come together', async () => {
    const id = await drawn();
    const right = await answerTo(id);
    const answers = await Promise.all(Array.from({ length: 8 }, () => captcha.check(id, right, false, client())));
    expect(answers.filter(Boolean)).toHaveLength(3);
  });

  it('is good for one call after a check that keeps it', async () => {
    const id = await drawn();
    const right = await answerTo(id);
    expect(await captcha.check(id, right, false, client())).toBe(true);
    await captcha.consume(id, right, client(), DOOR);
    await expect(captcha.consume(id, right, client(), DOOR)).rejects.toThrow(FieldsRefused);
  });

  it('is used up by a check that says so', async () => {
    const id = await drawn();
    const right = await answerTo(id);
    expect((await check(id, right, true)).body?.code).toBe(1);
    expect((await check(id, right, true)).body?.code).toBe(0);
  });

  it('opens one of two calls that use it at the same time', async () => {
    const id = await drawn();
    const right = await answerTo(id);
    const outcomes = await Promise.allSettled([captcha.consume(id, right, client(), DOOR), captcha.consume(id, right, client(), DOOR)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('holds for two minutes, and is swept away afterwards', async () => {
    const [early, late] = [await drawn(), await drawn()];
    const answers = [await answerTo(early), await answerTo(late)] as const;
    server.clock.advanceSeconds(119);
    expect(await captcha.check(early, answers[0], true, client())).toBe(true);
    server.clock.advanceSeconds(1);
    expect(await captcha.check(late, answers[1], true, client())).toBe(false);
    const fresh = await drawn();
    await tidyUp(server.ports);
    const left = await server.database.kysely.selectFrom('captcha').select('id_hash').execute();
    expect(left).toEqual([{ id_hash: await sha256(fresh) }]);
  });

  it('answers only to the address it was drawn for', async () => {
    const id = await drawn();
    const right = await answerTo(id);
    expect(await captcha.check(id, right, true, client('198.51.100.8'))).toBe(false);
    expect(await captcha.check(id, right, true, client())).toBe(true);
  });

  it('is replaced by a new picture under the same id', async () => {
    const id = await drawn();
    const before = await boxesOf(id);
    await captcha.check(id, WRONG, false, client());
    await captcha.draw(id, client());
    expect(await boxesOf(id)).not.toEqual(before);
    expect(await captcha.check(id, await answerTo(id), true, client())).toBe(true);
  });

  it('is drawn so many times for one address, and still for another', async () => {
    await server.database.kysely
      .insertInto('throttle_counter')
      .values({ key: 'captcha:198.51.100.7', window_start: Math.floor(server.clock.nowMs() / 1000) - 30, count: 119 })
      .execute();
    expect((await draw(newId())).body?.code).toBe(1);
    expect((await draw(newId())).body).toMatchObject({ code: 0, msg: 'Too many attempts. Try again in 15 minutes.' });
    expect((await captcha.draw(newId(), client('198.51.100.9'))).width).toBe(350);
  });

  it.each(['', 'x'.repeat(65)])('draws nothing for the id "%s"', async (id) => {
    expect((await draw(id)).body?.code).toBe(0);
  });

  describe('at the sign-in', () => {
    const REFUSED = 'The captcha was not solved or has expired. Please solve a new one.';
    beforeEach(() => ask('1'));
    afterAll(() => ask('0'));

    it('is asked for where the settings say so', async () => {
      expect(await server.call(readLogin, {})).toEqual({ captcha: true });
      await server.database.kysely.updateTable('config').set({ value: '0' }).where('name', '=', 'admin_login_captcha').execute();
      expect(await server.call(readLogin, {})).toEqual({ captcha: true });
      await ask('0');
      expect(await server.call(readLogin, {})).toEqual({ captcha: false });
      expect((await signIn({})).body?.code).toBe(1);
    });

    it('comes after what is missing and before who it is', async () => {
      expect((await signIn({}, '', '')).body?.data).toEqual({
        fields: { username: 'This field is required', password: 'This field is required' },
      });
      expect((await signIn({}, 'nobody', 'wrong-one')).body).toMatchObject({
        code: 0,
        msg: REFUSED,
        data: { fields: { captchaInfo: REFUSED } },
      });
      expect((await signIn(await solved(), 'nobody', 'wrong-one')).body?.msg).toBe('The account or the password is wrong.');
    });

    it('does not count a refused captcha as a guess', async () => {
      for (let time = 0; time < 11; time += 1) await signIn({});
      expect((await signIn(await solved())).body?.code).toBe(1);
    });

    it('costs a captcha for each wrong password', async () => {
      const answer = await solved();
      expect((await signIn(answer, 'admin', 'wrong-one')).body?.msg).toBe('The account or the password is wrong.');
      expect((await signIn(answer)).body?.msg).toBe(REFUSED);
      expect((await signIn(await solved())).body?.code).toBe(1);
    });
  });
});

describe('a click record', () => {
  it('is points and the size of the picture', () => {
    expect(parseClickRecord('112,85-240.5,33;350;200')).toEqual({
      points: [
        { x: 112, y: 85 },
        { x: 240.5, y: 33 },
      ],
      width: 350,
      height: 200,
    });
  });

  it.each([
    '',
    '1,2',
    '1,2;350',
    '1,2;350;0',
    '1,2;-350;200',
    '1;350;200',
    '1,2-;350;200',
    '1e3,2;350;200',
    '1,2;350;200\n',
    `${'1,2-'.repeat(99)}1,2;350;200`,
  ])('is not "%s"', (info) => expect(parseClickRecord(info)).toBe(null));

  it('hits a target up to its edges', () => {
    const box = [{ x: 10, y: 20, width: 30, height: 40 }];
    const hits = (x: number, y: number) => hitsTargets({ points: [{ x, y }], width: 100, height: 100 }, box, { width: 100, height: 100 });
    expect([hits(10, 20), hits(40, 60), hits(9.9, 20), hits(40, 60.1)]).toEqual([true, true, false, false]);
  });
});

describe('a captcha picture', () => {
  it('places icons inside, never on each other, and asks for different ones', () => {
    const random = createRandom(createRandomBytes());
    for (let time = 0; time < 200; time += 1) {
      const { targets, boxes } = composePicture(random);
      expect(new Set(targets.map(({ icon }) => icon)).size).toBe(3);
      expect(boxes).toHaveLength(8);
      const isInside = boxes.every(({ x, y, width, height }) => x >= 0 && y >= 0 && x + width <= 350 && y + height <= 200);
      const meet = boxes.some((one, index) =>
        boxes
          .slice(index + 1)
          .some(
            (two) => one.x < two.x + two.width && two.x < one.x + one.width && one.y < two.y + two.height && two.y < one.y + one.height,
          ),
      );
      expect([isInside, meet]).toEqual([true, false]);
    }
  });

  it('hides its icons among patches, scraps of other icons, hairs, bars as thick as their lines, and pale cuts across them', () => {
    const { svg } = composePicture(createRandom(createRandomBytes()));
    const count = (pattern: RegExp): number => svg.match(pattern)?.length ?? 0;
    const opacities = [...svg.matchAll(/<path d="M[\d.]+ [\d.]+q[^>]*? opacity="([\d.]+)"\/>/gu)].map(([, opacity]) => Number(opacity));
    const kinds = opacities.map((opacity, index) => {
      if (index < 18) return opacity <= 0.5 ? 'hair' : 'too dark';
      return opacity >= 0.5 ? 'line' : 'too faint';
    });
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="350" height="200"><linearGradient id="b"/u);
    expect([count(/<stop /gu), count(/<ellipse cx=/gu), count(/<g /gu), count(/<g [^>]*opacity="0\.16"/gu)]).toEqual([3, 34, 15, 7]);
    expect(Object.entries(Object.groupBy(kinds, (kind) => kind)).map(([kind, some]) => [kind, some.length])).toEqual([
      ['hair', 18],
      ['line', 14],
    ]);
  });

  it('draws icons where they are asked for, upright enough, in the dark tones of their surroundings, and nothing outside', () => {
    const random = createRandom(createRandomBytes());
    for (let time = 0; time < 20; time += 1) {
      const { svg, boxes } = composePicture(random);
      const all = (pattern: RegExp): string[][] => [...svg.matchAll(pattern)].map(([, ...found]) => found);
      const tones = (pattern: RegExp): string[] => all(pattern).map(([color]) => toneOf(color));
      expect(tones(/ stroke="(.*?)"/gu)).toEqual([...Array<string>(42).fill('dark'), ...Array<string>(5).fill('pale')]);
      expect(tones(/ (?:fill|stop-color)="(hsl.*?)"/gu)).toEqual(Array<string>(37).fill('pale'));
      const placed = all(/<g transform="translate\((\S+) (\S+)\) rotate\((\S+)\) scale\((\S+)\) translate\(-12 -12\)"/gu).map((found) =>
        found.map(Number),
      );
      const [scraps, icons] = [placed.slice(0, 7), placed.slice(7)];
      expect(scraps.filter(([x = NaN, y = NaN]) => !(x >= 0 && x <= 350 && y >= 0 && y <= 200))).toEqual([]);
      expect(scraps.filter(([, , , scale = NaN]) => !(scale >= 1 && scale <= 40 / 26 + 0.001))).toEqual([]);
      expect(icons.filter(([, , turn = NaN]) => !(Math.abs(turn) <= 38))).toEqual([]);
      expect(lines(icons.map(([x, y, , scale]) => [x, y, scale]))).toEqual(
        lines(boxes.map(({ x, y, width, height }) => [x + width / 2, y + height / 2, Number((width / 26).toFixed(3))])),
      );
    }
  });

  it('leaves whoever finds all icons, or clicks in fixed places, one chance in 336', () => {
    const random = createRandom(createRandomBytes());
    const [columns, rows] = [4, 2];
    const middles = Array.from({ length: columns * rows }, (_, cell) => ({
      x: 4 + ((cell % columns) + 0.5) * ((PICTURE.width - 8) / columns),
      y: 4 + (Math.floor(cell / columns) + 0.5) * ((PICTURE.height - 8) / rows),
    }));
    for (let time = 0; time < 50; time += 1) {
      const { targets, boxes } = composePicture(random);
      const hits = (points: readonly { readonly x: number; readonly y: number }[]): boolean =>
        hitsTargets(
          { points, ...PICTURE },
          targets.map(({ box }) => box),
          PICTURE,
        );
      for (const places of [boxes.map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 })), middles]) {
        const orders = places.flatMap((one) =>
          places.flatMap((two) => places.filter((three) => new Set([one, two, three]).size === 3).map((three) => [one, two, three])),
        );
        expect([orders.length, orders.filter(hits).length]).toEqual([336, 1]);
      }
    }
  });

  it('is drawn in a thread: twenty of them leave the loop free to turn', async () => {
    const rasterise = createRasteriser();
    const random = createRandom(createRandomBytes());
    const drawings = Array.from({ length: 20 }, () => composePicture(random).svg);
    let turns = 0;
    const count = () => void (turns += 1);
    const pictures = await Promise.all(
      drawings.map(async (svg) => {
        const png = await rasterise(svg);
        setImmediate(count);
        return { isPng: png[1] === 0x50 && png[2] === 0x4e && png[3] === 0x47, turns };
      }),
    );
    expect(pictures.every(({ isPng }) => isPng)).toBe(true);
    // A drawing made on this thread would have left no turn between one picture and the next.
    expect(pictures.at(-1)?.turns).toBeGreaterThan(10);
  });

  it('says when a drawing is none, and draws the next', async () => {
    const rasterise = createRasteriser();
    await expect(rasterise('no drawing')).rejects.toThrow('could not be rasterised');
    expect((await rasterise('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>')).length).toBeGreaterThan(50);
  });
});
