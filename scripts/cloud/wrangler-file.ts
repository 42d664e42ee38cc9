const TABLE = /^\s*\[/

/** Returns the first and the last line of each table with this header, without the header. */
const tablesIn = (lines: readonly string[], header: string) =>
  lines.flatMap((line, at) => {
    if (line.trim() !== header) return []
    const length = lines.slice(at + 1).findIndex((next) => TABLE.test(next))
    return [{ start: at + 1, end: length === -1 ? lines.length : at + 1 + length }]
  })

interface Entry {
  /** Header of the table, such as `[env.staging.vars]`. */
  header: string
  name: string
  value: string
  /** A line that the table must have, if there are several with this header. */
  has?: string
}

/**
 * Returns wrangler.toml with one string set, or null if its layout differs from the one in this repository. Edits lines,
 * because a TOML parser would drop the comments.
 */
export const withEntry = (toml: string, { header, name, value, has }: Entry): string | null => {
  const lines = toml.split('\n')
  const table = tablesIn(lines, header).find(
    ({ start, end }) => has === undefined || lines.slice(start, end).some((line) => line.trim() === has),
  )
  if (table === undefined) return null
  const at = lines.findIndex(
    (line, index) => index >= table.start && index < table.end && new RegExp(`^\\s*${name}\\s*=`).test(line),
  )
  const text = JSON.stringify(value)
  // Keeps a comment behind the value.
  if (at !== -1)
    return lines
      .with(
        at,
        (lines[at] ?? '').replace(/"[^"]*"/, () => text),
      )
      .join('\n')
  const last = lines.slice(table.start, table.end).findLastIndex((line) => /^\s*\w+\s*=/.test(line))
  return lines.toSpliced(table.start + last + 1, 0, `${name} = ${text}`).join('\n')
}

/** Returns wrangler.toml with the `database_id` of one environment. */
export const withDatabaseId = (toml: string, env: string, name: string, id: string): string | null =>
  withEntry(toml, {
    header: `[[env.${env}.d1_databases]]`,
    name: 'database_id',
    value: id,
    has: `database_name = "${name}"`,
  })

/** Returns wrangler.toml with the jurisdiction of the Durable Objects and of each bucket. */
export const withJurisdiction = (toml: string, env: string, buckets: readonly string[], value: string) => {
  let edited = withEntry(toml, { header: `[env.${env}.vars]`, name: 'JURISDICTION', value })
  for (const bucket of buckets) {
    if (edited === null) return null
    const header = `[[env.${env}.r2_buckets]]`
    edited = withEntry(edited, { header, name: 'jurisdiction', value, has: `bucket_name = "${bucket}"` })
  }
  return edited
}

/** Returns wrangler.toml with the identity Worker bound instead of an identity provider. */
export const withIdentity = (toml: string, env: string): string => {
  const lines = toml.split('\n')
  const vars = tablesIn(lines, `[env.${env}.vars]`)[0] ?? { start: 0, end: 0 }
  const kept = lines.filter((line, at) => at < vars.start || at >= vars.end || !/^AUTH_\w+\s*=/.test(line))
  return kept
    .join('\n')
    .replace(
      new RegExp(`# (\\[\\[env\\.${env}\\.services\\]\\])\\n# (binding = .*)\\n# (service = .*)\\n`),
      '$1\n$2\n$3\n',
    )
}
