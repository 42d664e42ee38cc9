import { isGuestCode } from './codes.ts'

/** Nobody types this fast; scanners that pose as a keyboard do. */
const AS_SCANNERS_MS = 60
const LEAST_LETTERS = 6
/** After such a pause something else is being typed. */
const PAUSE_MS = 1_000

/** Hands over what a scanner types, wherever the focus is, and keeps its Enter from pressing a button. */
export const listenForScanners = (onScan: (text: string) => void) => {
  let text = ''
  let isFast = true
  let lastAt = 0

  const begin = () => {
    text = ''
    isFast = true
  }

  const hear = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    const sinceMs = event.timeStamp - lastAt
    lastAt = event.timeStamp
    if (sinceMs > PAUSE_MS) begin()
    else if (text !== '' && sinceMs > AS_SCANNERS_MS) isFast = false
    if (event.key.length === 1) {
      text += event.key
      return
    }
    if (event.key !== 'Enter' && event.key !== 'Tab') return
    // A code that is whole is a scan at any speed; anything else only at a speed that no thumb has.
    const isScan = isGuestCode(text) || (isFast && text.length >= LEAST_LETTERS)
    const scanned = text
    begin()
    if (!isScan) return
    event.preventDefault()
    event.stopImmediatePropagation()
    const field = event.target
    // What came into a field with it is no name.
    if (field instanceof HTMLInputElement && isGuestCode(scanned)) field.value = field.value.replace(scanned, '')
    onScan(scanned)
  }

  addEventListener('keydown', hear, { capture: true })
}
