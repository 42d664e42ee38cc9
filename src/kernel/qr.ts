import { utf8 } from './crypto.ts'

/** A QR code in byte mode at error correction M (ISO/IEC 18004): what scanners read off a phone in bad light. */

const HIGHEST_VERSION = 40
/** Error correction codewords in a block, and blocks, by version. */
const ECC_IN_BLOCK = [
  10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28, 28,
  28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
]
const BLOCKS = [
  1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35,
  37, 38, 40, 43, 45, 47, 49,
]

const eccInBlock = (version: number) => ECC_IN_BLOCK[version - 1] ?? 0
const blocksOf = (version: number) => BLOCKS[version - 1] ?? 0
const sizeOf = (version: number) => version * 4 + 17
const alignmentsOf = (version: number) => (version === 1 ? 0 : Math.floor(version / 7) + 2)

const codewordsOf = (version: number) => {
  const across = alignmentsOf(version)
  const patterns = across === 0 ? 0 : (25 * across - 10) * across - 55
  return Math.floor(((16 * version + 128) * version + 64 - patterns - (version >= 7 ? 36 : 0)) / 8)
}

const dataCodewordsOf = (version: number) => codewordsOf(version) - eccInBlock(version) * blocksOf(version)
const lengthBits = (version: number) => (version < 10 ? 8 : 16)

const versionFor = (bytes: number) => {
  for (let version = 1; version <= HIGHEST_VERSION; version += 1)
    if (4 + lengthBits(version) + bytes * 8 <= dataCodewordsOf(version) * 8) return version
  throw new Error(`${bytes} bytes are more than a QR code holds`)
}

const bitsOf = (value: number, count: number) =>
  Array.from({ length: count }, (_, index) => (value >>> (count - 1 - index)) & 1)

const dataOf = (bytes: Uint8Array, version: number) => {
  const room = dataCodewordsOf(version)
  const bits = [
    ...bitsOf(4, 4),
    ...bitsOf(bytes.length, lengthBits(version)),
    ...[...bytes].flatMap((b) => bitsOf(b, 8)),
  ]
  bits.push(...bitsOf(0, Math.min(4, room * 8 - bits.length)))
  bits.push(...bitsOf(0, -bits.length & 7))
  const codewords = Array.from({ length: bits.length / 8 }, (_, index) =>
    bits.slice(index * 8, index * 8 + 8).reduce((byte, bit) => (byte << 1) | bit, 0),
  )
  for (let pad = 0xec; codewords.length < room; pad ^= 0xec ^ 0x11) codewords.push(pad)
  return codewords
}

/** In the field of 256 elements over x⁸ + x⁴ + x³ + x² + 1. */
const times = (left: number, right: number) => {
  let product = 0
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d)
    product ^= ((right >>> bit) & 1) * left
  }
  return product
}

const divisorOf = (degree: number) => {
  const divisor = [...bitsOf(0, degree - 1), 1]
  let root = 1
  for (let power = 0; power < degree; power += 1) {
    for (let index = 0; index < degree; index += 1)
      divisor[index] = times(divisor[index] ?? 0, root) ^ (divisor[index + 1] ?? 0)
    root = times(root, 2)
  }
  return divisor
}

const remainderOf = (data: readonly number[], divisor: readonly number[]) => {
  const remainder = divisor.map(() => 0)
  for (const byte of data) {
    const factor = byte ^ (remainder.shift() ?? 0)
    remainder.push(0)
    for (const [index, each] of divisor.entries()) remainder[index] = (remainder[index] ?? 0) ^ times(each, factor)
  }
  return remainder
}

/** Data and correction, block by block, then the blocks' codewords in turns. */
const codewordsFor = (data: readonly number[], version: number) => {
  const [count, ecc, all] = [blocksOf(version), eccInBlock(version), codewordsOf(version)]
  const short = Math.floor(all / count) - ecc
  const shortOnes = count - (all % count)
  const divisor = divisorOf(ecc)
  const blocks = Array.from({ length: count }, (_, index) => {
    const from = index * short + Math.max(0, index - shortOnes)
    const block = data.slice(from, from + short + Number(index >= shortOnes))
    return { block, correction: remainderOf(block, divisor) }
  })
  const inTurns = (length: number, pick: (each: (typeof blocks)[number]) => readonly number[]) =>
    Array.from({ length }, (_, index) => blocks.flatMap((each) => pick(each)[index] ?? [])).flat()
  return [...inTurns(short + 1, ({ block }) => block), ...inTurns(ecc, ({ correction }) => correction)]
}

type Modules = (boolean | undefined)[][]

const MASKS: readonly ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
]

const checked = (value: number, bits: number, divisor: number) => {
  let remainder = value
  for (let step = 0; step < bits; step += 1) remainder = (remainder << 1) ^ ((remainder >>> (bits - 1)) * divisor)
  return (value << bits) | remainder
}

const drawFormat = (modules: Modules, mask: number) => {
  const size = modules.length
  const bits = checked(mask, 10, 0x537) ^ 0x5412
  const set = (x: number, y: number, bit: number) => {
    const row = modules[y]
    if (row !== undefined) row[x] = ((bits >>> bit) & 1) === 1
  }
  for (let bit = 0; bit < 15; bit += 1) {
    // Beside the timing pattern both copies step over row and column six.
    set(8, bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit, bit)
    set(bit < 8 ? size - 1 - bit : bit === 8 ? 7 : 14 - bit, 8, bit)
  }
  const row = modules[size - 8]
  if (row !== undefined) row[8] = true
}

const alignmentPlaces = (version: number) => {
  const across = alignmentsOf(version)
  const step = Math.floor((version * 8 + across * 3 + 5) / (across * 4 - 4)) * 2
  return Array.from({ length: across }, (_, index) =>
    index === 0 ? 6 : sizeOf(version) - 7 - (across - 1 - index) * step,
  )
}

const framework = (version: number): Modules => {
  const size = sizeOf(version)
  const modules: Modules = Array.from({ length: size }, () => Array.from<boolean | undefined>({ length: size }))
  const rings = (centreX: number, centreY: number, reach: number, isDark: (ring: number) => boolean) => {
    for (let y = Math.max(0, centreY - reach); y <= Math.min(size - 1, centreY + reach); y += 1)
      for (let x = Math.max(0, centreX - reach); x <= Math.min(size - 1, centreX + reach); x += 1) {
        const row = modules[y]
        if (row !== undefined) row[x] = isDark(Math.max(Math.abs(x - centreX), Math.abs(y - centreY)))
      }
  }
  for (const [y, row] of modules.entries()) row[6] = y % 2 === 0
  modules[6] = modules.map((_, x) => x % 2 === 0)
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    rings(x, y, 4, (ring) => ring !== 2 && ring !== 4)
  const places = alignmentPlaces(version)
  for (const x of places)
    for (const y of places) {
      const isInCorner =
        [x, y].filter((at) => at === 6).length === 2 || (x === 6 && y === size - 7) || (y === 6 && x === size - 7)
      if (!isInCorner) rings(x, y, 2, (ring) => ring !== 1)
    }
  if (version >= 7) {
    for (const [bit, isDark] of bitsOf(checked(version, 12, 0x1f25), 18)
      .toReversed()
      .entries()) {
      const [near, far] = [Math.floor(bit / 3), size - 11 + (bit % 3)]
      for (const [x, y] of [
        [near, far],
        [far, near],
      ] as const) {
        const row = modules[y]
        if (row !== undefined) row[x] = isDark === 1
      }
    }
  }
  drawFormat(modules, 0)
  return modules
}

/** Two columns at a time, from the right, up and down in turns, around what stands there already. */
const placesIn = (modules: Modules) => {
  const size = modules.length
  const places: [x: number, y: number][] = []
  for (let right = size - 1; right >= 1; right -= 2) {
    const column = right <= 6 ? right - 1 : right
    const isUpward = ((column + 1) & 2) === 0
    for (let step = 0; step < size; step += 1) {
      const y = isUpward ? size - 1 - step : step
      for (const x of [column, column - 1]) if (modules[y]?.[x] === undefined) places.push([x, y])
    }
  }
  return places
}

/** Beyond the code's edge everything is light. */
const EDGE = [false, false, false, false]

/** Long runs and what looks like a finder pattern mislead scanners. */
const penaltyOfLine = (line: readonly boolean[]) => {
  let [penalty, run, window] = [0, 0, 0]
  for (const [index, isDark] of [...line, ...EDGE].entries()) {
    run = isDark === line[index - 1] ? run + 1 : 1
    if (run >= 5 && index < line.length) penalty += run === 5 ? 3 : 1
    window = ((window << 1) | Number(isDark)) & 0x7ff
    if (window === 0b00001011101 || window === 0b10111010000) penalty += 40
  }
  return penalty
}

const penaltyOf = (modules: readonly (readonly boolean[])[]) => {
  const size = modules.length
  let [penalty, dark] = [0, 0]
  for (const [y, row] of modules.entries()) {
    const above = modules[y - 1]
    penalty += penaltyOfLine(row) + penaltyOfLine(modules.map((each) => each[y] === true))
    for (const [x, isDark] of row.entries()) {
      if (isDark) dark += 1
      if (x > 0 && isDark === row[x - 1] && isDark === above?.[x] && isDark === above[x - 1]) penalty += 3
    }
  }
  return penalty + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10))
}

/** The modules, row by row; true is dark. */
export const qrModules = (text: string): boolean[][] => {
  const bytes = utf8(text)
  const version = versionFor(bytes.length)
  const frame = framework(version)
  const places = placesIn(frame)
  const bits = codewordsFor(dataOf(bytes, version), version).flatMap((byte) => bitsOf(byte, 8))
  const drawn = MASKS.map((mask, number) => {
    const modules = frame.map((row) => [...row])
    for (const [index, [x, y]] of places.entries()) {
      const row = modules[y]
      if (row !== undefined) row[x] = (bits[index] === 1) !== (mask(x, y) === 0)
    }
    drawFormat(modules, number)
    return modules.map((row) => row.map((isDark) => isDark === true))
  })
  const penalties = drawn.map(penaltyOf)
  return drawn[penalties.indexOf(Math.min(...penalties))] ?? []
}
