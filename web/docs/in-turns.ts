/** 8 ms is half a frame at 60 Hz, so the page stays responsive. */
const TURN_MS = 8

/** Runs the functions and yields to the browser every 8 ms, so that a long page is readable while it is drawn. */
export const inTurns = async (pieces: Iterable<() => void>) => {
  let began = performance.now()
  for (const draw of pieces) {
    draw()
    if (performance.now() - began < TURN_MS) continue
    await new Promise((resolve) => setTimeout(resolve))
    began = performance.now()
  }
}
