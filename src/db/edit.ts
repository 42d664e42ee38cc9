/** Enough for 6 concurrent writers of one row to all succeed. */
const MAX_ATTEMPTS = 6

/**
 * Merges an edit into the current row. `write` receives the row, and writes only if the row has not changed since. It
 * returns null if another writer was faster; `edit` then reads the row again and retries.
 */
export const edit = async <Row, Done>(
  read: () => Promise<Row>,
  write: (row: Row) => Promise<Done | null>,
): Promise<Done | null> => {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const done = await write(await read())
    if (done !== null) return done
  }
  return null
}
