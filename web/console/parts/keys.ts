import { useLayoutEffect, useRef } from 'hono/jsx/dom'

/** Handlers by key, such as `n`, or by a sequence of two keys, such as `g e`. */
export type Keys = Readonly<Record<string, (() => void) | undefined>>

const OFF = 'keys-off'
const PAUSE_MS = 1_200
const layers: { current: Keys | null }[] = []
let first: { key: string; at: number } | null = null

export const areKeysOn = () => {
  try {
    return localStorage.getItem(OFF) === null
  } catch {
    // `localStorage` throws if the browser blocks storage.
    return true
  }
}

export const turnKeys = (areOn: boolean) => {
  if (areOn) localStorage.removeItem(OFF)
  else localStorage.setItem(OFF, '1')
}

const isTyped = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit])'))

const found = (name: string) => {
  for (const layer of layers.toReversed()) {
    const act = layer.current?.[name]
    if (act !== undefined) return act
  }
  return undefined
}

const nameOf = ({ key, shiftKey }: KeyboardEvent) => {
  const plain = key.length === 1 ? key.toLowerCase() : key
  return shiftKey && /^[a-z]$/.test(plain) ? `Shift ${plain}` : plain
}

/**
 * Ignores single keys while the user is typing or a dialog is open, and does not override the browser's own shortcuts.
 */
const hear = (event: KeyboardEvent) => {
  if (event.defaultPrevented || event.isComposing) return
  const act = (name: string) => {
    const todo = found(name)
    if (todo === undefined) return false
    event.preventDefault()
    todo()
    return true
  }
  if ((event.metaKey || event.ctrlKey) && !event.altKey) {
    if (event.key.toLowerCase() === 'k') act('Mod k')
    return
  }
  if (event.altKey || document.querySelector('dialog[open]') !== null) return
  if (event.key === 'Escape') {
    if (isTyped(event.target)) (event.target as HTMLElement).blur()
    else act('Escape')
    return
  }
  if (isTyped(event.target) || !areKeysOn()) return
  const name = nameOf(event)
  if (name === 'Enter' || name === ' ') return
  if (first !== null && Date.now() - first.at < PAUSE_MS && act(`${first.key} ${name}`)) {
    first = null
    return
  }
  first = { key: name, at: Date.now() }
  act(name)
}

let isHeard = false

/**
 * Registers shortcuts while the component is mounted. If two components use the same key, the one mounted later gets
 * it.
 */
export const useKeys = (keys: Keys) => {
  const layer = useRef<Keys>(keys)
  layer.current = keys
  useLayoutEffect(() => {
    if (!isHeard) document.addEventListener('keydown', hear)
    isHeard = true
    layers.push(layer)
    return () => {
      layers.splice(layers.indexOf(layer), 1)
    }
  }, [])
}
