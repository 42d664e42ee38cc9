const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter)

const ADDRESS = String.raw`(?:https?:\/\/|mailto:)[^\s<>"'()]+`
/** Code, a named link, a bare link, strong, emphasised: whatever is none of these is text, and text is escaped. */
const INLINE = new RegExp(
  String.raw`\x60([^\x60\n]+)\x60|\[([^\[\]\n]{1,500})\]\((${ADDRESS})\)|(https?:\/\/[^\s<>"'()]*[^\s<>"'().,;:!?])` +
    String.raw`|\*\*([^*\n]{1,2000})\*\*|\*([^*\s][^*\n]{0,2000})\*`,
  'g',
)

const anchor = (address: string, label: string) =>
  `<a class="link" href="${escaped(address)}" style="color:#1f5fd6;text-decoration:underline">${label}</a>`

const inline = (text: string): string => {
  let html = ''
  let from = 0
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, label, address, bare, strong, emphasis] = match
    html += escaped(text.slice(from, match.index))
    from = match.index + whole.length
    if (code !== undefined) html += `<code>${escaped(code)}</code>`
    else if (label !== undefined && address !== undefined) html += anchor(address, escaped(label))
    else if (bare !== undefined) html += anchor(bare, escaped(bare))
    else if (strong !== undefined) html += `<strong>${inline(strong)}</strong>`
    else html += `<em>${inline(emphasis ?? '')}</em>`
  }
  return html + escaped(text.slice(from))
}

const BULLET = /^\s{0,3}[-*+]\s+/
const NUMBER = /^\s{0,3}\d{1,9}[.)]\s+/
const HEADING = /^(#{1,3})\s+/
const QUOTE = /^>\s?/

const items = (lines: string[], mark: RegExp) =>
  lines
    .reduce<string[]>((found, line) => {
      if (mark.test(line) || found.length === 0) return [...found, line.replace(mark, '')]
      return [...found.slice(0, -1), `${found.at(-1)} ${line.trim()}`]
    }, [])
    .map((item) => `<li>${inline(item)}</li>`)
    .join('')

const TEXT = 'class="ink" style="margin:0 0 16px;font-size:16px;line-height:24px;color:#14181d;overflow-wrap:anywhere"'

const block = (text: string): string => {
  const lines = text.split('\n')
  const [first = ''] = lines
  const level = HEADING.exec(first)?.[1]?.length
  if (level !== undefined) {
    const rest = lines.slice(1).join('\n').trim()
    return `<h${level + 1} class="ink" style="margin:0 0 12px;color:#14181d">${inline(first.replace(HEADING, ''))}</h${level + 1}>${
      rest === '' ? '' : block(rest)
    }`
  }
  if (/^\s{0,3}(?:-{3,}|\*{3,})\s*$/.test(text)) return '<hr>'
  if (BULLET.test(first)) return `<ul ${TEXT}>${items(lines, BULLET)}</ul>`
  if (NUMBER.test(first)) return `<ol ${TEXT}>${items(lines, NUMBER)}</ol>`
  if (QUOTE.test(first)) {
    const inner = lines.map((line) => inline(line.replace(QUOTE, ''))).join('<br>')
    return `<blockquote ${TEXT}>${inner}</blockquote>`
  }
  return `<p ${TEXT}>${lines.map(inline).join('<br>')}</p>`
}

/** The plain part of Markdown as HTML. Nothing of the text becomes a tag or an attribute by itself. */
export const htmlOfMarkdown = (markdown: string) =>
  markdown
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n+/)
    .map((part) => part.replaceAll(/^\n+|\s+$/g, ''))
    .filter((part) => part.trim() !== '')
    .map(block)
    .join('\n')
