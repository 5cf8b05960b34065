import { interval, map, pairwise, startWith } from 'rxjs';
import { fromCallback, fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { readRun } from '#api/contract/terminal/terminal';
import { playbackMachine } from '#machines/terminal/playback.machine';
import { recordedLines, type OutputLine, type TerminalOutput } from './terminal-output.ts';

/** A line and when it is shown, in milliseconds since the film's beginning. */
export interface Frame {
  readonly text: string;
  readonly atMs: number;
}

/** Between lines of which nobody knows when they came, and after the last one. */
const EVEN_PAUSE_MS = 50;
/** Often enough for the eye, rare enough for the journal. */
const TICK_MS = 200;

const isTimed = (line: OutputLine): line is Frame => line.atMs !== null;

/** Lines with the times they came at, or evenly where some have none. */
export const framesOf = (lines: readonly OutputLine[]): readonly Frame[] =>
  lines.every(isTimed) ? lines : lines.map(({ text }, index) => ({ text, atMs: index * EVEN_PAUSE_MS }));

/** How many frames are shown at a moment: they are in order, so half is looked at a time. */
export function shownAt(frames: readonly Frame[], positionMs: number): number {
  let [low, high] = [0, frames.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((frames[middle] as Frame).atMs <= positionMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

export interface PlaybackPorts {
  readonly call: Call;
  readonly output: TerminalOutput;
}

/** A film that is looked at: its lines, which may be megabytes, stay beside the machine and go with their window. */
export interface Film {
  readonly logic: typeof playbackMachine;
  readonly frames: () => readonly Frame[];
}

export function openFilm(ports: PlaybackPorts): Film {
  let kept: readonly Frame[] = [];
  return { logic: playbackLogic(ports, (frames) => void (kept = frames)), frames: () => kept };
}

const playbackLogic = ({ call, output }: PlaybackPorts, keep: (frames: readonly Frame[]) => void): typeof playbackMachine =>
  playbackMachine.provide({
    actors: {
      loadRecording: fromPromise(async ({ input: { runUuid }, signal }) => {
        const recorded = await call(readRun, { uuid: runUuid }, { signal, duplicates: 'allowed', quietErrors: true }).then(
          ({ events }) => recordedLines(events),
          // What this browser has of it must do.
          () => [],
        );
        const lines = recorded.length > 0 ? recorded : output.lines(runUuid);
        const frames = framesOf(lines);
        if (frames.length === 0) throw new Error('nothing was recorded');
        keep(frames);
        return { durationMs: (frames.at(-1)?.atMs ?? 0) + EVEN_PAUSE_MS, isTimed: lines.every(isTimed) };
      }),
      tick: fromCallback(({ sendBack }) => {
        const ticks = interval(TICK_MS)
          .pipe(
            startWith(-1),
            map(() => performance.now()),
            pairwise(),
          )
          .subscribe(([before, now]) => sendBack({ type: 'playback.ticked', elapsedMs: now - before }));
        return () => ticks.unsubscribe();
      }),
    },
  });
