import { parseShortCode } from '../../src/kernel/short-code.ts'
import { isGuestCode } from './codes.ts'

/** Longest time between two keys sent by a scanner that emulates a keyboard. People type more slowly. */
const MAX_SCANNER_INTERVAL_MS = 60
const MIN_SCAN_LENGTH = 6
/** After a pause of 1 s, the next key starts a new text. */
const PAUSE_MS = 1_000

const isTextField = (target: EventTarget | null) =>
  target instanceof HTMLInputElement && target.type !== 'checkbox' && target.type !== 'radio'

/**
 * Passes text from a scanner that emulates a keyboard to `onScan`, wherever the focus is. Stops the Enter that the
 * scanner sends from pressing a button.
 */
export const listenForScanners = (onScan: (text: string) => void) => {
  let text = ''
  let isFast = true
  let lastAt = 0

  const reset = () => {
    text = ''
    isFast = true
  }

  const onKeydown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    const sinceMs = event.timeStamp - lastAt
    lastAt = event.timeStamp
    if (sinceMs > PAUSE_MS) reset()
    else if (text !== '' && sinceMs > MAX_SCANNER_INTERVAL_MS) isFast = false
    if (event.key.length === 1) {
      text += event.key
      return
    }
    if (event.key !== 'Enter' && event.key !== 'Tab') return
    const field = event.target
    // A complete code counts as a scan, however fast it is typed. In a text field, six letters may also be a name. Any
    // other text must arrive at the speed of a scanner.
    const isShortCode = !isTextField(field) && parseShortCode(text) !== null
    const isScan = isGuestCode(text) || isShortCode || (isFast && text.length >= MIN_SCAN_LENGTH)
    const scanned = text
    reset()
    if (!isScan) return
    event.preventDefault()
    event.stopImmediatePropagation()
    // Removes the scanned code from a text field that has the focus, such as the name search.
    if (field instanceof HTMLInputElement && isGuestCode(scanned)) field.value = field.value.replace(scanned, '')
    onScan(scanned)
  }

  addEventListener('keydown', onKeydown, { capture: true })
}
