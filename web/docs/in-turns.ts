/** Shorter than anybody notices. */
const TURN_MS = 8

/** Draws piece after piece and lets the browser do its work in between: a long page is read from its first moment. */
export const inTurns = async (pieces: Iterable<() => void>) => {
  let began = performance.now()
  for (const draw of pieces) {
    draw()
    if (performance.now() - began < TURN_MS) continue
    await new Promise((resolve) => setTimeout(resolve))
    began = performance.now()
  }
}
