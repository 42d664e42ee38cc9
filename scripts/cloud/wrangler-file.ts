const TABLE = /^\s*\[/

/**
 * Returns wrangler.toml with the `database_id` of one environment filled in, or null if its layout differs from the one
 * in this repository. Edits lines, because a TOML parser would drop the comments.
 */
export const withDatabaseId = (toml: string, env: string, name: string, id: string): string | null => {
  const lines = toml.split('\n')
  let start = -1
  while ((start = lines.indexOf(`[[env.${env}.d1_databases]]`, start + 1)) !== -1) {
    const length = lines.slice(start + 1).findIndex((line) => TABLE.test(line))
    const end = length === -1 ? lines.length : start + 1 + length
    const isMeant = lines.slice(start, end).some((line) => line.trim() === `database_name = "${name}"`)
    const at = lines.findIndex((line, index) => index > start && index < end && /^\s*database_id\s*=/.test(line))
    if (isMeant && at !== -1) return lines.with(at, (lines[at] ?? '').replace(/"[^"]*"/, `"${id}"`)).join('\n')
  }
  return null
}
