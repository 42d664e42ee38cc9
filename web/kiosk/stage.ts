import { element, show } from '../shared/element.ts'
import { CameraFailed, startCamera, type Camera } from './camera.ts'
import { sign } from './signs.ts'
import { words } from './words.ts'

/** A code that stays in front of the camera counts only once. */
const REPEAT_SCAN_MS = 2_500

export const createStage = (onCode: (text: string) => void, title: string) => {
  const video = element('video', { playsinline: true, 'aria-label': words().camera.sees })
  video.muted = true
  const message = element('p', {}, title)
  const start = element('button', { type: 'button', class: 'button big' }, words().camera.start)
  const light = element(
    'button',
    { type: 'button', class: 'icon light', 'aria-label': words().camera.light, 'aria-pressed': 'false', hidden: true },
    sign('light'),
  )
  const off = element('div', { class: 'off' }, message, start)
  const view = element(
    'section',
    { class: 'stage', 'aria-label': words().camera.name },
    video,
    element('div', { class: 'aim' }),
    off,
    light,
  )
  let camera: Camera | null = null
  let last = { text: '', at: 0 }
  let isPaused = false

  const onSeen = (text: string) => {
    const now = performance.now()
    const isSame = text === last.text && now - last.at < REPEAT_SCAN_MS
    last = { text, at: now }
    if (!isSame) onCode(text)
  }

  const stopped = (error: unknown) => {
    camera?.stop()
    camera = null
    view.dataset['camera'] = 'off'
    off.hidden = false
    light.hidden = true
    message.textContent = words().camera[error instanceof CameraFailed ? error.trouble : 'busy']
  }

  const begin = async () => {
    start.disabled = true
    try {
      camera = await startCamera(video, onSeen)
      camera.pause(isPaused)
      camera.ended.catch(stopped)
      off.hidden = true
      light.hidden = !camera.hasTorch()
      view.dataset['camera'] = 'on'
    } catch (error) {
      stopped(error)
    } finally {
      start.disabled = false
    }
  }
  start.addEventListener('click', () => void begin())
  light.addEventListener('click', () => {
    const isLit = light.getAttribute('aria-pressed') !== 'true'
    void camera?.torch(isLit).then(() => light.setAttribute('aria-pressed', String(isLit)))
  })

  return {
    view,
    begin,
    beginIfAllowed: async () => {
      const permission = await navigator.permissions?.query({ name: 'camera' }).catch(() => null)
      if (permission?.state === 'granted') await begin()
    },
    pause: (is: boolean) => {
      isPaused = is
      last = { ...last, at: performance.now() }
      camera?.pause(is)
    },
    say: (text: string) => show(message, text),
    stop: () => {
      camera?.stop()
      camera = null
    },
  }
}
