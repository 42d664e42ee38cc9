/** Thrown if a file violates its format. */
export class Unreadable extends Error {}

/** Reads bytes at given offsets. Throws `Unreadable` if an offset is beyond the end. */
export class Reader {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly #view: DataView

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get length() {
    return this.bytes.length
  }

  #within(at: number, count: number) {
    if (at < 0 || at + count > this.length) throw new Unreadable('the file is truncated')
  }

  byte(at: number) {
    this.#within(at, 1)
    return this.#view.getUint8(at)
  }

  two(at: number, isLittle = false) {
    this.#within(at, 2)
    return this.#view.getUint16(at, isLittle)
  }

  four(at: number, isLittle = false) {
    this.#within(at, 4)
    return this.#view.getUint32(at, isLittle)
  }

  part(from: number, to: number) {
    this.#within(from, to - from)
    return this.bytes.subarray(from, to)
  }

  /** Decodes ASCII. */
  text(at: number, count: number) {
    return String.fromCharCode(...this.part(at, at + count))
  }
}

export interface ParsedImage {
  width: number
  height: number
  /** The segments or chunks to keep, in file order. */
  parts: Uint8Array[]
}
