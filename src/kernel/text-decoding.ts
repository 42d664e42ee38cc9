export type Encoding = 'UTF-8' | 'UTF-16' | 'Windows-1252'

const startsWith = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte)

/** How many bytes `utf16Of` looks at. */
const SAMPLE_BYTES = 4_096

/**
 * Text without a byte order mark is UTF-16 if at least 30% of its high bytes are 0, as in any Western European text.
 * The other encodings have no zero bytes.
 */
const utf16Of = (bytes: Uint8Array) => {
  if (startsWith(bytes, [0xff, 0xfe])) return 'utf-16le'
  if (startsWith(bytes, [0xfe, 0xff])) return 'utf-16be'
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const zerosAt = (parity: 0 | 1) => sample.filter((byte, at) => byte === 0 && at % 2 === parity).length
  const [even, odd] = [zerosAt(0), zerosAt(1)]
  if (Math.max(even, odd) <= sample.length * 0.15) return null
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/** Excel on Windows saves CSV in Windows-1252, which is almost never valid UTF-8 if it has accents or umlauts. */
export const decode = (bytes: Uint8Array<ArrayBuffer>): { text: string; encoding: Encoding } => {
  const utf16 = utf16Of(bytes)
  if (utf16 !== null) return { text: new TextDecoder(utf16).decode(bytes), encoding: 'UTF-16' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes), encoding: 'UTF-8' }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' }
  }
}
