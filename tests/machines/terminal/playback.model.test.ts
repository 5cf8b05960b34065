import { PLAYBACK_SPEEDS, playbackMachine, selectPositionMs, type RunRecording } from '#machines/terminal/playback.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

describeModel({
  machine: playbackMachine,
  inputs: [{ runUuid: 'run-00000001' }],
  events: [
    { type: 'playback.played' },
    { type: 'playback.paused' },
    { type: 'playback.sought', positionMs: 1000 },
    { type: 'playback.sought', positionMs: 99_999 },
    { type: 'playback.sought', positionMs: -5 },
    { type: 'playback.speedChosen', speed: 16 },
    { type: 'playback.speedChosen', speed: 0.5 },
    { type: 'playback.ticked', elapsedMs: 200 },
    { type: 'playback.ticked', elapsedMs: 9000 },
    done('loadRecording', { durationMs: 3200, isTimed: true } satisfies RunRecording),
    failed('loadRecording', new Error('nothing was recorded')),
    failed('tick', new Error('no clock')),
  ],
  always: (snapshot) => {
    const { positionMs, durationMs, speed } = snapshot.context;
    return selectPositionMs(snapshot) === positionMs && positionMs >= 0 && positionMs <= durationMs && PLAYBACK_SPEEDS.includes(speed);
  },
});
