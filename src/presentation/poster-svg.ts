import { drawingOf, type Point, type PosterShape } from './poster-drawing.ts'
import type { Poster } from './poster.ts'

const at = (value: number) => String(Math.round(value * 10) / 10)
const onCircle = ([x, y]: Point, radius: number, turn: number): Point => [
  x + radius * Math.cos(turn * 2 * Math.PI),
  y + radius * Math.sin(turn * 2 * Math.PI),
]
const point = ([x, y]: Point) => `${at(x)} ${at(y)}`

const svgOf = (shape: PosterShape): string => {
  const fill = `fill="${shape.fill}"`
  switch (shape.kind) {
    case 'bar': {
      const box = `x="${at(shape.x)}" y="${at(shape.y)}" width="${at(shape.width)}" height="${at(shape.height)}"`
      return `<rect ${box}${shape.radius > 0 ? ` rx="${at(shape.radius)}"` : ''} ${fill}/>`
    }
    case 'disc':
      return `<circle cx="${at(shape.centre[0])}" cy="${at(shape.centre[1])}" r="${at(shape.radius)}" ${fill}/>`
    case 'dash': {
      const { centre, radius, width, from, to } = shape
      const large = to - from > 0.5 ? 1 : 0
      const path = `M${point(onCircle(centre, radius, from))}A${at(radius)} ${at(radius)} 0 ${large} 1 ${point(onCircle(centre, radius, to))}`
      return `<path d="${path}" stroke="${shape.fill}" stroke-width="${at(width)}"/>`
    }
    case 'quarter': {
      const { centre, towards, inner, outer } = shape
      const [alongX, alongY] = [
        (radius: number): Point => [centre[0] + towards[0] * radius, centre[1]],
        (radius: number): Point => [centre[0], centre[1] + towards[1] * radius],
      ]
      const sweep = towards[0] * towards[1] > 0 ? 1 : 0
      const back =
        inner === 0
          ? point(centre)
          : `${point(alongY(inner))}A${at(inner)} ${at(inner)} 0 0 ${1 - sweep} ${point(alongX(inner))}`
      return `<path d="M${point(alongX(outer))}A${at(outer)} ${at(outer)} 0 0 ${sweep} ${point(alongY(outer))}L${back}Z" ${fill}/>`
    }
    case 'half': {
      const { centre, radius, towards } = shape
      const [from, to]: [Point, Point] = [
        [centre[0] - towards[1] * radius, centre[1] + towards[0] * radius],
        [centre[0] + towards[1] * radius, centre[1] - towards[0] * radius],
      ]
      return `<path d="M${point(from)}A${at(radius)} ${at(radius)} 0 0 0 ${point(to)}Z" ${fill}/>`
    }
    case 'triangle':
      return `<path d="M${shape.points.map(point).join('L')}Z" ${fill}/>`
    case 'phase':
    default: {
      const { centre, radius, edge, side } = shape
      const [top, bottom]: [Point, Point] = [
        [centre[0], centre[1] - radius],
        [centre[0], centre[1] + radius],
      ]
      const out = side === 1 ? 1 : 0
      const back = edge * side > 0 ? 1 - out : out
      const inner = at(Math.max(0.1, Math.abs(edge) * radius))
      return `<path d="M${point(top)}A${at(radius)} ${at(radius)} 0 0 ${out} ${point(bottom)}A${inner} ${at(radius)} 0 0 ${back} ${point(top)}Z" ${fill}/>`
    }
  }
}

/** Returns the poster as a square SVG of 2 to 5 KB. `wide` crops it to the middle 1200 × 630 for link previews. */
export const posterSvg = (poster: Poster, { wide = false }: { wide?: boolean } = {}) => {
  const { ground, shapes } = drawingOf(poster)
  const box = wide ? '0 285 1200 630' : '0 0 1200 1200'
  const under = `<rect width="1200" height="1200" fill="${ground}"/>`
  const all = shapes.map(svgOf).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" fill="none" stroke-linecap="round">${under}${all}</svg>`
}
