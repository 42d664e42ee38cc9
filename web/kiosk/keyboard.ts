import { isGuestCode } from './codes.ts'

/** Nobody types this fast; scanners that pose as a keyboard do. */
const MOST_BETWEEN_MS = 60
const LEAST_LETTERS = 6

/** Hands over what a scanner types, wherever the focus is, and keeps its Enter from pressing a button. */
export const listenForScanners = (onScan: (text: string) => void) => {
  let text = ''
  let lastAt = 0

  const hear = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    const isBurst = event.timeStamp - lastAt <= MOST_BETWEEN_MS
    lastAt = event.timeStamp
    if (event.key.length === 1) {
      text = isBurst ? text + event.key : event.key
      return
    }
    if (event.key !== 'Enter' && event.key !== 'Tab') return
    const scanned = isBurst && text.length >= LEAST_LETTERS ? text : null
    text = ''
    if (scanned === null) return
    event.preventDefault()
    event.stopImmediatePropagation()
    const field = event.target
    // What came into a field with it is no name.
    if (field instanceof HTMLInputElement && isGuestCode(scanned)) field.value = field.value.replace(scanned, '')
    onScan(scanned)
  }

  addEventListener('keydown', hear, { capture: true })
}
