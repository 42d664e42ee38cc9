import type { Tone } from './verdict.ts'

interface Note {
  hertz: number
  from: number
  seconds: number
}

/**
 * Staff recognise each tune without looking: `good` rises, `again` plays the same note twice, `stop` falls and is long.
 */
const TUNES: Readonly<Record<Tone, readonly Note[]>> = {
  ask: [{ hertz: 660, from: 0, seconds: 0.07 }],
  good: [
    { hertz: 660, from: 0, seconds: 0.1 },
    { hertz: 990, from: 0.1, seconds: 0.18 },
  ],
  again: [
    { hertz: 440, from: 0, seconds: 0.13 },
    { hertz: 440, from: 0.2, seconds: 0.13 },
  ],
  stop: [
    { hertz: 220, from: 0, seconds: 0.22 },
    { hertz: 165, from: 0.22, seconds: 0.4 },
  ],
  wait: [{ hertz: 330, from: 0, seconds: 0.35 }],
}
const SHAKES: Readonly<Record<Tone, number[]>> = {
  ask: [20],
  good: [60],
  again: [60, 80, 60],
  stop: [250],
  wait: [120],
}
const LOUDNESS = 0.25

export const createSound = (isSilent: () => boolean) => {
  let context: AudioContext | null = null

  const play = (audio: AudioContext, { hertz, from, seconds }: Note) => {
    const [oscillator, gain] = [audio.createOscillator(), audio.createGain()]
    const [start, end] = [audio.currentTime + from, audio.currentTime + from + seconds]
    oscillator.frequency.value = hertz
    oscillator.type = 'triangle'
    gain.gain.setValueAtTime(0, start)
    gain.gain.linearRampToValueAtTime(LOUDNESS, start + 0.01)
    gain.gain.setValueAtTime(LOUDNESS, end - 0.03)
    gain.gain.linearRampToValueAtTime(0, end)
    oscillator.connect(gain).connect(audio.destination)
    oscillator.start(start)
    oscillator.stop(end)
  }

  return {
    /** Starts the `AudioContext`. Browsers allow that only after a user gesture. */
    allow: () => {
      context ??= new AudioContext()
      if (context.state === 'suspended') void context.resume()
    },
    tell: (tone: Tone) => {
      if (navigator.userActivation.hasBeenActive) navigator.vibrate?.(SHAKES[tone])
      if (context === null || context.state !== 'running' || isSilent()) return
      for (const note of TUNES[tone]) play(context, note)
    },
  }
}

export type Sound = ReturnType<typeof createSound>
