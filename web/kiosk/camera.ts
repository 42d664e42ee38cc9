import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'

/**
 * Side of the square sample passed to the detector, in pixels. It is large enough to read a QR code that fills a fifth
 * of it.
 */
const SAMPLE_SIZE = 640
const SCAN_INTERVAL_MS = 80

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

/** Shows the camera in `video`. Calls `onCode` with the first QR code in the central square of each sampled frame. */
export const startCamera = async (video: HTMLVideoElement, onCode: (text: string) => void) => {
  const finder = prepare()
  const stream = await openStream()
  const [track] = stream.getVideoTracks()
  const canvas = document.createElement('canvas')
  canvas.width = SAMPLE_SIZE
  canvas.height = SAMPLE_SIZE
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null || track === undefined) throw new CameraFailed('busy')
  video.srcObject = stream
  await video.play()

  const run = { isOn: true, isPaused: false }
  const scanFrame = async () => {
    const side = Math.min(video.videoWidth, video.videoHeight)
    if (run.isPaused || side === 0) return
    const [left, top] = [(video.videoWidth - side) / 2, (video.videoHeight - side) / 2]
    context.drawImage(video, left, top, side, side, 0, 0, SAMPLE_SIZE, SAMPLE_SIZE)
    const found = await finder.detect(context.getImageData(0, 0, SAMPLE_SIZE, SAMPLE_SIZE))
    // If the scan was paused during `detect()`, this code belongs to the previous guest.
    if (!run.isPaused) for (const { rawValue } of found.slice(0, 1)) onCode(rawValue)
  }
  const scanUntilStopped = async () => {
    while (run.isOn) {
      await scanFrame()
      await new Promise((resolve) => setTimeout(resolve, SCAN_INTERVAL_MS))
    }
  }
  const ended = scanUntilStopped()

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
