import { useLayoutEffect } from 'hono/jsx/dom'
import { useState } from './state.ts'

/** The width below which tables become lists and the rail becomes the dock. The stylesheets use the same number. */
const PHONE = '(max-width: 720px)'

/** Whether the window is as narrow as a phone. Renders again when that changes. */
export const usePhone = () => {
  const [isPhone, set] = useState(() => matchMedia(PHONE).matches)
  useLayoutEffect(() => {
    const media = matchMedia(PHONE)
    const changed = () => set(media.matches)
    media.addEventListener('change', changed)
    return () => media.removeEventListener('change', changed)
  }, [])
  return isPhone
}
