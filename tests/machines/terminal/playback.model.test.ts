import { FILM_SPEEDS, filmMachine, selectPositionMs, type Reel } from '#machines/terminal/playback.machine';
import { describeModel, done, failed } from '#tests/support/model.ts';

describeModel({
  machine: filmMachine,
  inputs: [{ runUuid: 'run-00000001' }],
  events: [
    { type: 'film.played' },
    { type: 'film.paused' },
    { type: 'film.sought', positionMs: 1000 },
    { type: 'film.sought', positionMs: 99_999 },
    { type: 'film.sought', positionMs: -5 },
    { type: 'film.speedChosen', speed: 16 },
    { type: 'film.speedChosen', speed: 0.5 },
    { type: 'film.ticked', elapsedMs: 200 },
    { type: 'film.ticked', elapsedMs: 9000 },
    done('loadReel', { durationMs: 3200, isTimed: true } satisfies Reel),
    failed('loadReel', new Error('nothing was recorded')),
    failed('tick', new Error('no clock')),
  ],
  always: (snapshot) => {
    const { positionMs, durationMs, speed } = snapshot.context;
    return selectPositionMs(snapshot) === positionMs && positionMs >= 0 && positionMs <= durationMs && FILM_SPEEDS.includes(speed);
  },
});
