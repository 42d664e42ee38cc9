import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'

/** The side of the square that is looked at, in pixels: enough for a code that fills a fifth of it. */
const LOOKED_AT = 640
const BETWEEN_LOOKS_MS = 80

type CameraTrouble = 'insecure' | 'denied' | 'missing' | 'busy'

export class CameraFailed extends Error {
  override readonly name = 'CameraFailed'
  readonly trouble: CameraTrouble

  constructor(trouble: CameraTrouble, cause?: unknown) {
    super(trouble, { cause })
    this.trouble = trouble
  }
}

const troubleOf = (error: unknown): CameraTrouble => {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'busy'
}

let detector: BarcodeDetector | null = null

const prepare = () => {
  if (detector !== null) return detector
  void prepareZXingModule({ overrides: { locateFile: () => '/assets/decoder.wasm' }, fireImmediately: true })
  return (detector = new BarcodeDetector({ formats: ['qr_code'] }))
}

const openStream = async () => {
  if (navigator.mediaDevices === undefined) throw new CameraFailed('insecure')
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
    })
  } catch (error) {
    throw new CameraFailed(troubleOf(error), error)
  }
}

interface TorchCapabilities extends MediaTrackCapabilities {
  torch?: boolean
}

/** Shows what the camera sees in `video` and hands over every code in the middle of it, again and again. */
export const startCamera = async (video: HTMLVideoElement, onCode: (text: string) => void) => {
  const finder = prepare()
  const stream = await openStream()
  const [track] = stream.getVideoTracks()
  const canvas = document.createElement('canvas')
  canvas.width = LOOKED_AT
  canvas.height = LOOKED_AT
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null || track === undefined) throw new CameraFailed('busy')
  video.srcObject = stream
  await video.play()

  const run = { isOn: true, isPaused: false }
  const look = async () => {
    const side = Math.min(video.videoWidth, video.videoHeight)
    if (run.isPaused || side === 0) return
    const [left, top] = [(video.videoWidth - side) / 2, (video.videoHeight - side) / 2]
    context.drawImage(video, left, top, side, side, 0, 0, LOOKED_AT, LOOKED_AT)
    const found = await finder.detect(context.getImageData(0, 0, LOOKED_AT, LOOKED_AT))
    // Paused while it was looking: what it saw belongs to the guest before.
    if (!run.isPaused) for (const { rawValue } of found.slice(0, 1)) onCode(rawValue)
  }
  const goOn = async () => {
    while (run.isOn) {
      await look()
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS))
    }
  }
  const ended = goOn()

  return {
    ended,
    pause: (is: boolean) => void (run.isPaused = is),
    hasTorch: () => (track.getCapabilities?.() as TorchCapabilities | undefined)?.torch === true,
    torch: (isLit: boolean) => track.applyConstraints({ advanced: [{ torch: isLit } as MediaTrackConstraintSet] }),
    stop: () => {
      run.isOn = false
      for (const one of stream.getTracks()) one.stop()
      video.srcObject = null
    },
  }
}

export type Camera = Awaited<ReturnType<typeof startCamera>>
