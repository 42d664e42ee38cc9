import type { Tone } from './verdict.ts'

const SVG = 'http://www.w3.org/2000/svg'

/** Each tone has a different shape, because colour-blind staff can't rely on the colour. */
const PATHS: Readonly<Record<Tone | 'name' | 'last' | 'more' | 'light' | 'close', string>> = {
  ask: 'M32 34a11 11 0 1 0 0-22 11 11 0 0 0 0 22ZM11 55c2-11 10-16 21-16s19 5 21 16',
  good: 'M9 34l15 15 31-34',
  again: 'M3 35l13 13 26-29M30 47l2 2 28-32',
  stop: 'M14 14l36 36M50 14L14 50',
  wait: 'M32 8a24 24 0 1 0 0 48 24 24 0 0 0 0-48ZM32 18v15l10 7',
  name: 'M8 18h48v32H8zM18 38h0M26 38h12M18 28h0M26 28h0M34 28h0M42 28h0M46 38h0',
  last: 'M14 22a22 22 0 1 1-4 14M12 10v13h13M32 20v13l9 6',
  more: 'M12 32h0M32 32h0M52 32h0',
  light: 'M36 4L14 36h16l-4 24 24-34H33z',
  close: 'M16 16l32 32M48 16L16 48',
}

export const sign = (name: keyof typeof PATHS, className = 'sign') => {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', '0 0 64 64')
  svg.setAttribute('aria-hidden', 'true')
  svg.setAttribute('class', className)
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('d', PATHS[name])
  svg.append(path)
  return svg
}
