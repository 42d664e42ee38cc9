import { rgbOf } from './accent.ts'
import type { Poster } from './poster.ts'

export type Point = readonly [number, number]
type Box = { x: number; y: number; width: number; height: number }
/** Angles are in full turns, clockwise from the right. */
export type PosterShape = { fill: string } & (
  | ({ kind: 'bar'; radius: number } & Box)
  | { kind: 'disc'; centre: Point; radius: number }
  | { kind: 'dash'; centre: Point; radius: number; width: number; from: number; to: number }
  | { kind: 'quarter'; centre: Point; towards: Point; inner: number; outer: number }
  | { kind: 'half'; centre: Point; radius: number; towards: Point }
  | { kind: 'triangle'; points: readonly [Point, Point, Point] }
  | { kind: 'phase'; centre: Point; radius: number; edge: number; side: 1 | -1 }
)

export interface Drawing {
  ground: string
  shapes: PosterShape[]
}

const SIZE = 1200

const randomOf = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const DARK_TONES = [
  [0.17, 0.06],
  [0.33, 0.11],
  [0.5, 0.17],
  [0.7, 0.16],
  [0.93, 0.04],
] as const
const LIGHT_TONES = [
  [0.955, 0.03],
  [0.84, 0.09],
  [0.67, 0.13],
  [0.43, 0.11],
  [0.26, 0.06],
] as const

const colour = (lightness: number, chroma: number, hue: number) =>
  `#${rgbOf(lightness, chroma, hue)
    .map((each) => each.toString(16).padStart(2, '0'))
    .join('')}`

/** Five tones from a 70° range around the hue, and a `spark` colour 150° away for one or two shapes. */
const tonesOf = ({ hue, isDark }: Poster) => {
  const tones = (isDark ? DARK_TONES : LIGHT_TONES).map(([lightness, chroma], index) =>
    colour(lightness, chroma, hue + 17.5 * (index - 2)),
  )
  const [ground = '#000', deep = '#000', middle = '#000', strong = '#000', pale = '#000'] = tones
  return { ground, deep, middle, strong, pale, spark: colour(isDark ? 0.8 : 0.74, 0.16, hue + 150) }
}

const MOON_MS = 29.530588853 * 86_400_000
const A_NEW_MOON = Date.UTC(2000, 0, 6, 18, 14)

const moon = (poster: Poster): Drawing => {
  const { ground, deep, middle, strong, pale, spark } = tonesOf(poster)
  const random = randomOf(poster.seed)
  const night = Date.parse(`${poster.date}T20:00:00Z`)
  const phase = ((((night - A_NEW_MOON) / MOON_MS) % 1) + 1) % 1
  const centre: Point = [460 + 320 * random(), 400]
  const radius = 285
  const water = 735
  const lines = 5 + Math.floor(Number(poster.date.slice(8)) / 4)
  const shine = poster.isDark ? [pale, strong, middle] : [strong, middle, deep]
  const sparkAt = Math.floor(lines * 0.55)
  const bars = Array.from({ length: lines }, (_, index): PosterShape[] => {
    const part = index / lines
    const height = 14 + 30 * part
    const y = water + 430 * part ** 1.1
    const width = (430 - 270 * part) * (0.7 + 0.5 * random())
    const x = centre[0] - width / 2 + (random() - 0.5) * 160
    const fill = shine[Math.min(2, Math.floor(part * 3.4))] ?? middle
    const far = 180 + 160 * random()
    const farX = random() < 0.5 ? x - far - 60 - 200 * random() : x + width + 60 + 200 * random()
    return [
      { kind: 'bar', x: farX, y, width: far, height, radius: height / 2, fill: index === sparkAt ? spark : deep },
      { kind: 'bar', x, y, width, height, radius: height / 2, fill },
    ]
  })
  const side = phase < 0.5 ? 1 : -1
  return {
    ground,
    shapes: [
      { kind: 'disc', centre, radius, fill: deep },
      {
        kind: 'phase',
        centre,
        radius,
        edge: Math.cos(phase * 2 * Math.PI) * side,
        side,
        fill: poster.isDark ? pale : strong,
      },
      ...bars.flat(),
    ],
  }
}

const groove = (poster: Poster): Drawing => {
  const { ground, deep, middle, strong, pale, spark } = tonesOf(poster)
  const random = randomOf(poster.seed)
  const centre: Point = [600, 600]
  const rings = Math.max(8, poster.words.length)
  const step = 500 / rings
  const width = step * 0.6
  const dashes = Array.from({ length: rings }, (_, ring): PosterShape[] => {
    const radius = 120 + step * (ring + 0.6)
    const letters = Math.max(2, poster.words[ring % poster.words.length] ?? 2)
    const weights = Array.from({ length: letters }, () => 0.35 + random())
    const sum = weights.reduce((all, each) => all + each, 0)
    // Round line caps extend beyond the ends of the dash.
    const gap = (width * 1.7) / (2 * Math.PI * radius)
    let at = random()
    return weights.flatMap((weight): PosterShape[] => {
      const turn = weight / sum
      const from = at
      at += turn
      const drawn = random()
      const fill = drawn < 0.12 ? pale : drawn < 0.45 ? strong : middle
      return turn <= gap * 1.15 ? [] : [{ kind: 'dash', centre, radius, width, from, to: from + turn - gap, fill }]
    })
  })
  return {
    ground,
    shapes: [
      { kind: 'disc', centre, radius: 655, fill: deep },
      ...dashes.flat(),
      { kind: 'disc', centre, radius: 92, fill: spark },
      { kind: 'disc', centre, radius: 14, fill: ground },
    ],
  }
}

const CORNERS: readonly Point[] = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
]

const quay = (poster: Poster): Drawing => {
  const { ground, deep, middle, strong, pale, spark } = tonesOf(poster)
  const random = randomOf(poster.seed)
  const tiles = poster.words.reduce((sum, word) => sum + word, 0) >= 23 ? 5 : 4
  const size = SIZE / tiles
  const sparkAt = Math.floor(random() * tiles * tiles)
  const shapes = Array.from({ length: tiles * tiles }, (_, index): PosterShape[] => {
    const [left, top] = [(index % tiles) * size, Math.floor(index / tiles) * size]
    const rings = (corner: number, colours: readonly (string | null)[]) => {
      const [right, down] = CORNERS[corner % 4] ?? [0, 0]
      const centre: Point = [left + right * size, top + down * size]
      const towards: Point = [right === 0 ? 1 : -1, down === 0 ? 1 : -1]
      const width = size / 3.5
      return colours.flatMap((fill, ring): PosterShape[] =>
        fill === null
          ? []
          : [{ kind: 'quarter', centre, towards, inner: ring * width, outer: (ring + 1) * width, fill }],
      )
    }
    const corner = Math.floor(random() * 4)
    const isSpark = index === sparkAt
    const core = random() < 0.3 ? pale : strong
    const first = rings(corner, [core, random() < 0.5 ? deep : ground, isSpark ? spark : middle])
    return random() < 0.35 ? [...first, ...rings(corner + 2, [deep])] : first
  })
  return { ground, shapes: shapes.flat() }
}

const blocks = (poster: Poster): Drawing => {
  const { ground, deep, middle, strong, pale, spark } = tonesOf(poster)
  const random = randomOf(poster.seed)
  const size = SIZE / 4
  const sparkAt = Number(poster.date.slice(8)) % 16
  const inks = [deep, middle, strong, pale]
  const pick = (but: string) => inks.filter((ink) => ink !== but)[Math.floor(random() * 3)] ?? strong
  const shapes = Array.from({ length: 16 }, (_, index): PosterShape[] => {
    const [x, y] = [(index % 4) * size, Math.floor(index / 4) * size]
    const under = random() < 0.4 ? ground : (inks[Math.floor(random() * 4)] ?? deep)
    const tile: PosterShape = { kind: 'bar', x, y, width: size, height: size, radius: 0, fill: under }
    const fill = pick(under)
    const [right, down] = CORNERS[Math.floor(random() * 4)] ?? [0, 0]
    const middleOf: Point = [x + size / 2, y + size / 2]
    if (index === sparkAt) return [tile, { kind: 'disc', centre: middleOf, radius: size * 0.36, fill: spark }]
    const form = random()
    if (form < 0.3) {
      const centre: Point = [x + right * size, y + down * size]
      const towards: Point = [right === 0 ? 1 : -1, down === 0 ? 1 : -1]
      return [tile, { kind: 'quarter', centre, towards, inner: 0, outer: size, fill }]
    }
    if (form < 0.55) {
      const at = (corner: number): Point => {
        const [cornerX, cornerY] = CORNERS[corner % 4] ?? [0, 0]
        return [x + cornerX * size, y + cornerY * size]
      }
      const corner = right + 2 * down
      return [tile, { kind: 'triangle', points: [at(corner), at(corner + 1), at(corner + 2)], fill }]
    }
    const isUpright = random() < 0.5
    const [halfX, halfY] = isUpright ? [size / 2, 0] : [0, size / 2]
    const towards: Point = isUpright ? [-1, 0] : [0, -1]
    const second: Point = isUpright ? [x + size / 2 + halfX, middleOf[1]] : [middleOf[0], y + size / 2 + halfY]
    return [
      tile,
      { kind: 'half', centre: middleOf, radius: size / 2, towards, fill },
      { kind: 'half', centre: second, radius: size / 2, towards, fill: pick(under) },
    ]
  })
  return { ground, shapes: shapes.flat() }
}

const DRAWERS = { moon, groove, quay, blocks }

export const drawingOf = (poster: Poster): Drawing => DRAWERS[poster.family](poster)
