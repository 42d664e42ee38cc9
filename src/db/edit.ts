/** Six writers who meet at one row all get their turn. */
const TRIES = 6

/**
 * For edits that are merged with what stands: `write` decides on the row as it was read and writes only over that. Null
 * says that somebody else was quicker, and it decides again on what they left.
 */
export const edit = async <Row, Done>(
  read: () => Promise<Row>,
  write: (row: Row) => Promise<Done | null>,
): Promise<Done | null> => {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const done = await write(await read())
    if (done !== null) return done
  }
  return null
}
