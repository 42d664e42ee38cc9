/** Returns the 32-bit FNV-1a hash. Collisions are easy to forge, so use it only where a forged one gains nothing. */
export const fnv1a = (text: string) => {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}
