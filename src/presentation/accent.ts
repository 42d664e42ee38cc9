import { ACCENTS } from '../kernel/vocabulary.ts'

/** OKLab colour conversion: https://www.w3.org/TR/css-color-4/#ok-lab */

type Rgb = readonly [number, number, number]

const linearOf = (lightness: number, chroma: number, hue: number): Rgb => {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

const isInGamut = (rgb: Rgb) => rgb.every((each) => each >= -0.0001 && each <= 1.0001)

/** Returns the highest chroma, up to `wanted`, that stays within the sRGB gamut at this lightness and hue. */
export const chromaOf = (lightness: number, hue: number, wanted: number) => {
  let [low, high] = [0, wanted]
  if (isInGamut(linearOf(lightness, wanted, hue))) return wanted
  for (let step = 0; step < 20; step += 1) {
    const middle = (low + high) / 2
    if (isInGamut(linearOf(lightness, middle, hue))) low = middle
    else high = middle
  }
  return Math.floor(low * 1000) / 1000
}

const toSrgb = (linear: number) => {
  const clamped = Math.min(1, Math.max(0, linear))
  return Math.round(255 * (clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * clamped ** (1 / 2.4) - 0.055))
}

export const rgbOf = (lightness: number, wanted: number, hue: number): Rgb => {
  const [red, green, blue] = linearOf(lightness, chromaOf(lightness, hue, wanted), hue)
  return [toSrgb(red), toSrgb(green), toSrgb(blue)]
}

const hexOf = (rgb: Rgb) => `#${rgb.map((each) => each.toString(16).padStart(2, '0')).join('')}`

/** The lightness and maximum chroma of an accent, for light mode and for dark mode. */
export const LIGHT = { lightness: 0.51, chroma: 0.17 }
export const DARK = { lightness: 0.81, chroma: 0.13 }

/** Returns the accent colours as hex values for emails, which have no stylesheet. Must match `web/style/tokens.css`. */
export const coloursOf = (hue: number) => ({
  accent: hexOf(rgbOf(LIGHT.lightness, LIGHT.chroma, hue)),
  accentOnDark: hexOf(rgbOf(DARK.lightness, DARK.chroma, hue)),
  onDarkAccent: hexOf(rgbOf(0.2, 0.04, hue)),
  deep: hexOf(rgbOf(0.34, 0.12, hue)),
  mist: hexOf(rgbOf(0.86, 0.05, hue)),
  room: hexOf(rgbOf(0.965, 0.012, hue)),
})

/** Returns the default hue of a calendar. It is derived from the slug, so that every page shows the same one. */
export const hueOf = (slug: string) => {
  let sum = 0
  for (const letter of slug) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_973
  return ACCENTS[sum % ACCENTS.length] ?? 270
}
