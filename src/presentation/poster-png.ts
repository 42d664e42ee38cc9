import { colourPng } from '../kernel/png.ts'
import { drawingOf, type Point, type PosterShape } from './poster-drawing.ts'
import { nameOfPoster, type Poster } from './poster.ts'

/** Many times faster than `Math.hypot`, which guards against overflow that cannot happen here. */
const length = (x: number, y: number) => Math.sqrt(x * x + y * y)

/** Returns the signed distance from a point to the edge of the shape, negative inside. */
type Distance = (x: number, y: number) => number
interface Area {
  box: readonly [left: number, top: number, right: number, bottom: number]
  distance: Distance
  /** The columns of a row that lie entirely inside a ring's hole. `paint` skips them. */
  hole?: (y: number) => readonly [from: number, to: number] | null
}

const around = ([x, y]: Point, radius: number): Area['box'] => [x - radius, y - radius, x + radius, y + radius]

const holeOf =
  ([x, y]: Point, radius: number) =>
  (row: number): readonly [number, number] | null => {
    const half = radius ** 2 - (row - y) ** 2
    return half <= 0 ? null : [x - Math.sqrt(half), x + Math.sqrt(half)]
  }

const dashArea = ({ centre, radius, width, from, to }: Extract<PosterShape, { kind: 'dash' }>): Area => {
  const middle = (from + to) * Math.PI
  const spread = (to - from) * Math.PI
  const end: Point = [Math.cos(spread) * radius, Math.sin(spread) * radius]
  const [cos, sin] = [Math.cos(middle), Math.sin(middle)]
  return {
    box: around(centre, radius + width),
    hole: holeOf(centre, radius - width),
    distance: (x, y) => {
      const [dx, dy] = [x - centre[0], y - centre[1]]
      // Rotated so that the dash is symmetric about the x axis.
      const [along, across] = [dx * cos + dy * sin, Math.abs(dy * cos - dx * sin)]
      const isAlongDash = Math.atan2(across, along) <= spread
      const far = isAlongDash ? Math.abs(length(dx, dy) - radius) : length(along - end[0], across - end[1])
      return far - width / 2
    },
  }
}

const triangleArea = ({ points }: Extract<PosterShape, { kind: 'triangle' }>): Area => {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [first, second, third] = points
  const turns = Math.sign(
    (second[0] - first[0]) * (third[1] - first[1]) - (second[1] - first[1]) * (third[0] - first[0]),
  )
  const edges = points.map((from, index) => {
    const to = points[(index + 1) % 3] ?? from
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
    const long = length(dx, dy)
    return { from, nx: (dy / long) * turns, ny: (-dx / long) * turns }
  })
  return {
    box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)],
    distance: (x, y) => Math.max(...edges.map(({ from, nx, ny }) => (x - from[0]) * nx + (y - from[1]) * ny)),
  }
}

const areaOf = (shape: PosterShape): Area => {
  switch (shape.kind) {
    case 'bar': {
      const { x: left, y: top, width, height, radius } = shape
      const [centreX, centreY] = [left + width / 2, top + height / 2]
      return {
        box: [left, top, left + width, top + height],
        distance: (x, y) => {
          const [dx, dy] = [Math.abs(x - centreX) - width / 2 + radius, Math.abs(y - centreY) - height / 2 + radius]
          return length(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius
        },
      }
    }
    case 'disc': {
      const { centre, radius } = shape
      return { box: around(centre, radius), distance: (x, y) => length(x - centre[0], y - centre[1]) - radius }
    }
    case 'dash':
      return dashArea(shape)
    case 'quarter': {
      const { centre, towards, inner, outer } = shape
      const [alongX, alongY] = [centre[0] + towards[0] * outer, centre[1] + towards[1] * outer]
      return {
        box: [
          Math.min(centre[0], alongX),
          Math.min(centre[1], alongY),
          Math.max(centre[0], alongX),
          Math.max(centre[1], alongY),
        ],
        distance: (x, y) => {
          const far = length(x - centre[0], y - centre[1])
          return Math.max(far - outer, inner - far, (centre[0] - x) * towards[0], (centre[1] - y) * towards[1])
        },
      }
    }
    case 'half': {
      const { centre, radius, towards } = shape
      return {
        box: around(centre, radius),
        distance: (x, y) =>
          Math.max(
            length(x - centre[0], y - centre[1]) - radius,
            (centre[0] - x) * towards[0] + (centre[1] - y) * towards[1],
          ),
      }
    }
    case 'triangle':
      return triangleArea(shape)
    case 'phase':
    default: {
      const { centre, radius, edge, side } = shape
      return {
        box: around(centre, radius),
        distance: (x, y) => {
          const [dx, dy] = [x - centre[0], y - centre[1]]
          const terminator = edge * Math.sqrt(Math.max(0, radius ** 2 - dy ** 2))
          return Math.max(length(dx, dy) - radius, (terminator - dx) * side)
        },
      }
    }
  }
}

const channelsOf = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

interface View {
  width: number
  height: number
  /** The y coordinate, in a drawing 1200 wide, of the top edge of the image. */
  top: number
}

const paint = (pixels: Uint8Array, { width, height, top }: View, shape: PosterShape) => {
  const scale = 1200 / width
  const { box, distance, hole } = areaOf(shape)
  const [red = 0, green = 0, blue = 0] = channelsOf(shape.fill)
  const [left, right] = [Math.max(0, Math.floor(box[0] / scale) - 1), Math.min(width, Math.ceil(box[2] / scale) + 1)]
  const from = Math.max(0, Math.floor((box[1] - top) / scale) - 1)
  const to = Math.min(height, Math.ceil((box[3] - top) / scale) + 1)
  for (let row = from; row < to; row += 1) {
    const y = (row + 0.5) * scale + top
    const gap = hole?.(y) ?? null
    for (let column = left; column < right; column += 1) {
      const x = (column + 0.5) * scale
      if (gap !== null && x > gap[0] && x < gap[1]) {
        column = Math.max(column, Math.floor(gap[1] / scale) - 1)
        continue
      }
      const cover = 0.5 - distance(x, y) / scale
      if (cover <= 0) continue
      const at = 3 * (row * width + column)
      const share = Math.min(1, cover)
      pixels[at] = (pixels[at] ?? 0) * (1 - share) + red * share
      pixels[at + 1] = (pixels[at + 1] ?? 0) * (1 - share) + green * share
      pixels[at + 2] = (pixels[at + 2] ?? 0) * (1 - share) + blue * share
    }
  }
}

/** Renders the poster as PNG for link previews and emails, which do not show SVG. */
export const posterPng = (poster: Poster, view: View) => {
  const { ground, shapes } = drawingOf(poster)
  const pixels = new Uint8Array(3 * view.width * view.height)
  const channels = channelsOf(ground)
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = channels[at % 3] ?? 0
  for (const shape of shapes) paint(pixels, view, shape)
  return colourPng(view.width, view.height, pixels)
}

/** The middle 1200 × 630 of the drawing, the size of link previews. */
export const WIDE_VIEW: View = { width: 1200, height: 630, top: 285 }
/** Twice the size displayed in emails, for high-density screens. */
const SMALL: View = { width: 256, height: 256, top: 0 }

const MAX_CACHED = 32
const cache = new Map<string, Uint8Array>()

/**
 * Returns the PNG for emails. An email to all guests of an event shows each of them the same poster, so the last 32
 * posters are cached.
 */
export const smallPosterPng = async (poster: Poster): Promise<Uint8Array> => {
  const name = nameOfPoster(poster)
  const cached = cache.get(name)
  if (cached !== undefined) return cached
  const drawn = await posterPng(poster, SMALL)
  const [oldest] = cache.keys()
  if (cache.size >= MAX_CACHED && oldest !== undefined) cache.delete(oldest)
  cache.set(name, drawn)
  return drawn
}
