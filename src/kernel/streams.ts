type Bytes = Uint8Array<ArrayBuffer>

export async function* chunksOf(body: ReadableStream): AsyncGenerator<Bytes, void> {
  const reader = body.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value as Bytes
  } finally {
    await reader.cancel()
  }
}

/** An error aborts the transfer, so that a partial file does not look complete. */
export const streamOf = (pieces: AsyncGenerator<Bytes, void>) =>
  new ReadableStream<Bytes>({
    async pull(controller) {
      const piece = await pieces.next()
      if (piece.done === true) controller.close()
      else controller.enqueue(piece.value)
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
