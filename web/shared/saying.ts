import { element } from './element.ts'

const SAID_MS = 5_000

/** A place for short news: read out, shown, and gone by itself. */
export const sayingPlace = () => {
  const place = element('div', { class: 'saying', role: 'status' })
  let timer: ReturnType<typeof setTimeout> | undefined
  const say = (words: string) => {
    clearTimeout(timer)
    place.textContent = words
    timer = setTimeout(() => (place.textContent = ''), SAID_MS)
  }
  return { place, say }
}
