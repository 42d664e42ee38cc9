/** Returns the shell blocks of a Markdown text, each with the number of its first line. */
export const shellBlocksIn = (markdown: string): { line: number; code: string }[] => {
  const blocks: { line: number; code: string }[] = []
  let open: { language: string; line: number; code: string[] } | null = null
  for (const [index, text] of markdown.split('\n').entries()) {
    const fence = /^\s*```(\w*)/.exec(text)
    if (fence === null) open?.code.push(text)
    else if (open === null) open = { language: fence[1] ?? '', line: index + 2, code: [] }
    else {
      if (/^(?:ba|z)?sh$|^shell$|^console$/.test(open.language)) {
        blocks.push({ line: open.line, code: open.code.join('\n') })
      }
      open = null
    }
  }
  return blocks
}

/**
 * Returns why a block can't be pasted into an interactive zsh, the default shell of macOS: it runs comments as commands
 * (and an apostrophe in one waits at `quote>`), expands `!` in double quotes, and refuses patterns that match no file.
 */
export const pasteFaults = (code: string): string[] => {
  const faults: string[] = []
  let quote: string | null = null
  let before = '\n'
  for (let index = 0; index < code.length; index += 1) {
    const letter = code.charAt(index)
    if (letter === '\\' && quote !== "'") index += 1
    else if (quote !== null) {
      if (letter === quote) quote = null
      else if (letter === '!' && quote === '"') faults.push('! in double quotes')
    } else if (letter === "'" || letter === '"') quote = letter
    else if (letter === '#' && /\s/.test(before)) faults.push('a comment')
    else if ('?*['.includes(letter)) faults.push(`an unquoted ${letter}`)
    before = letter
  }
  return quote === null ? faults : [...faults, `an open ${quote}`]
}
