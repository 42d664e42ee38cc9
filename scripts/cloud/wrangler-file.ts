const TABLE = /^\s*\[/

/**
 * The text of wrangler.toml with the id of one environment's database written in; null where the database is not
 * found as it stands in this repository. A parser would lose the comments, so lines are edited.
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
