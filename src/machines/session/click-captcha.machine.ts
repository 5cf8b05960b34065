/**
 * A picture on which the visitor clicks what is asked for, in order. A leaf: lives with its dialog and tells its owner the right answer.
 * Points are in the picture's own pixels, so that they hold at any size it is shown in.
 * Source: specification §5 "Click captcha messages"; wire protocol §2.7 "Client flow"; readings 5.8.
 */
import { and, assign, fromPromise, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { failureOf, type Failure } from '#domain/base/failure';
import { errorOf, SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { output, payload } from '../base/payload.ts';

export interface CaptchaPoint {
  readonly x: number;
  readonly y: number;
}

export interface CaptchaPicture {
  readonly id: string;
  /** What to click, in this order. */
  readonly targets: readonly string[];
  /** A data address. */
  readonly src: string;
  readonly width: number;
  readonly height: number;
}

/** A solved captcha as calls carry it: `info` is the click record of the wire. */
export interface CaptchaAnswer {
  readonly id: string;
  readonly info: string;
}

/** What the owner is told; closing is said by the dialog. */
export type CaptchaReport = ({ readonly type: 'captcha.passed' } & CaptchaAnswer) | { readonly type: 'captcha.closed' };

export type ClickCaptchaEvent =
  | { readonly type: 'captcha.pointPicked'; readonly point: CaptchaPoint }
  | { readonly type: 'captcha.pointRemoved'; readonly index: number }
  /** The crosshair of people without a pointer went so many pixels. */
  | { readonly type: 'captcha.crosshairMoved'; readonly by: CaptchaPoint }
  | { readonly type: 'captcha.crosshairPlaced' }
  | { readonly type: 'captcha.refreshRequested' };

export interface ClickCaptchaInput {
  readonly owner: Owner<CaptchaReport>;
}

interface ClickCaptchaContext {
  readonly owner: Owner<CaptchaReport>;
  readonly picture: CaptchaPicture | null;
  readonly points: readonly CaptchaPoint[];
  /** Null until it is first moved. */
  readonly crosshair: CaptchaPoint | null;
  readonly failure: Failure | null;
}

const within = (value: number, most: number): number => Math.min(Math.max(Math.round(value), 0), most);
const inside = ({ width, height }: CaptchaPicture, { x, y }: CaptchaPoint): CaptchaPoint => ({ x: within(x, width), y: within(y, height) });
const middleOf = ({ width, height }: CaptchaPicture): CaptchaPoint => ({ x: Math.round(width / 2), y: Math.round(height / 2) });

const withPoint = ({ picture, points }: ClickCaptchaContext, point: CaptchaPoint): readonly CaptchaPoint[] =>
  picture ? [...points, inside(picture, point)] : points;

function answerOf({ picture, points }: ClickCaptchaContext): CaptchaAnswer {
  if (!picture) return { id: '', info: '' };
  const { id, width, height } = picture;
  return { id, info: `${points.map(({ x, y }) => `${x},${y}`).join('-')};${width};${height}` };
}

const isLast = ({ context: { picture, points } }: { readonly context: ClickCaptchaContext }): boolean =>
  points.length + 1 >= (picture?.targets.length ?? 0);

export const clickCaptchaMachine = setup({
  types: {
    context: {} as ClickCaptchaContext,
    events: {} as ClickCaptchaEvent,
    input: {} as ClickCaptchaInput,
    tags: {} as 'busy' | 'passed' | 'wrong' | 'failed',
  },
  actors: {
    drawCaptcha: fromPromise<CaptchaPicture>(notProvided('drawCaptcha')),
    checkCaptcha: fromPromise<void, CaptchaAnswer>(notProvided('checkCaptcha')),
  },
  delays: { tip: 1500 },
  guards: {
    isLast,
    /** Nobody aims with what was never moved: Enter may still be held from the form before. */
    hasCrosshair: ({ context }) => context.crosshair !== null,
    hasPoint: ({ context }, params: { readonly index: number }) => params.index in context.points,
    isRefusal: (_, params: { readonly error: unknown }) => failureOf(params.error).kind === 'rejected',
  },
  actions: {
    startOver: assign({ picture: null, points: [], crosshair: null, failure: null }),
    receivePicture: assign({ picture: (_, picture: CaptchaPicture) => picture }),
    addPoint: assign({ points: ({ context }, params: { readonly point: CaptchaPoint }) => withPoint(context, params.point) }),
    addCrosshair: assign({ points: ({ context }) => (context.crosshair ? withPoint(context, context.crosshair) : context.points) }),
    removePoint: assign({ points: ({ context }, params: { readonly index: number }) => context.points.toSpliced(params.index, 1) }),
    moveCrosshair: assign({
      crosshair: ({ context: { crosshair, picture } }, { by }: { readonly by: CaptchaPoint }) => {
        const from = crosshair ?? (picture && middleOf(picture));
        return picture && from && inside(picture, { x: from.x + by.x, y: from.y + by.y });
      },
    }),
    setFailure: assign(toFailure),
    reportPassed: sendTo(
      ({ context }) => context.owner,
      ({ context }) => ({ type: 'captcha.passed', ...answerOf(context) }),
    ),
  },
}).createMachine({
  id: 'clickCaptcha',
  context: ({ input }) => ({ owner: input.owner, picture: null, points: [], crosshair: null, failure: null }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      entry: 'startOver',
      invoke: {
        id: 'drawCaptcha',
        src: 'drawCaptcha',
        onDone: { target: 'picking', actions: { type: 'receivePicture', params: output } },
        onError: { target: 'loadFailed', actions: SET_FAILURE },
      },
    },
    picking: {
      on: {
        'captcha.pointPicked': [
          { guard: 'isLast', target: 'checking', actions: { type: 'addPoint', params: payload } },
          { actions: { type: 'addPoint', params: payload } },
        ],
        'captcha.pointRemoved': {
          guard: { type: 'hasPoint', params: payload },
          actions: { type: 'removePoint', params: payload },
        },
        'captcha.crosshairMoved': { actions: { type: 'moveCrosshair', params: payload } },
        'captcha.crosshairPlaced': [
          { guard: and(['hasCrosshair', 'isLast']), target: 'checking', actions: 'addCrosshair' },
          { guard: 'hasCrosshair', actions: 'addCrosshair' },
        ],
        'captcha.refreshRequested': 'loading',
      },
    },
    checking: {
      tags: 'busy',
      invoke: {
        id: 'checkCaptcha',
        src: 'checkCaptcha',
        input: ({ context }) => answerOf(context),
        onDone: 'passed',
        onError: [
          { guard: { type: 'isRefusal', params: errorOf }, target: 'wrong' },
          { target: 'loadFailed', actions: SET_FAILURE },
        ],
      },
    },
    passed: { tags: 'passed', after: { tip: { target: 'done', actions: 'reportPassed' } } },
    wrong: { tags: 'wrong', after: { tip: 'loading' }, on: { 'captcha.refreshRequested': 'loading' } },
    loadFailed: { tags: 'failed', on: { 'captcha.refreshRequested': 'loading' } },
    /** The owner has the answer; the dialog is about to go. */
    done: { tags: 'passed' },
  },
});

export type ClickCaptchaSnapshot = SnapshotFrom<typeof clickCaptchaMachine>;
export type ClickCaptchaRef = ActorRefFrom<typeof clickCaptchaMachine>;
export const selectPicture = (snapshot: ClickCaptchaSnapshot): CaptchaPicture | null => snapshot.context.picture;
export const selectPoints = (snapshot: ClickCaptchaSnapshot): readonly CaptchaPoint[] => snapshot.context.points;
export const selectCrosshair = (snapshot: ClickCaptchaSnapshot): CaptchaPoint | null => snapshot.context.crosshair;
export const selectCaptchaFailure = (snapshot: ClickCaptchaSnapshot): Failure | null => snapshot.context.failure;
export const selectHasPassed = (snapshot: ClickCaptchaSnapshot): boolean => snapshot.hasTag('passed');
export const selectWasWrong = (snapshot: ClickCaptchaSnapshot): boolean => snapshot.hasTag('wrong');
export const selectHasLoadFailed = (snapshot: ClickCaptchaSnapshot): boolean => snapshot.hasTag('failed');
