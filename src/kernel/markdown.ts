const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter)

const ADDRESS = String.raw`(?:https?:\/\/|mailto:)[^\s<>"'()]+`
/** Code, a named link, a bare link, strong, emphasised: whatever is none of these is text, and text is escaped. */
const INLINE = new RegExp(
  String.raw`\x60([^\x60\n]+)\x60|\[([^\[\]\n]{1,500})\]\((${ADDRESS})\)|(https?:\/\/[^\s<>"'()]*[^\s<>"'().,;:!?])` +
    String.raw`|\*\*([^*\n]{1,2000})\*\*|\*([^*\s][^*\n]{0,2000})\*`,
  'g',
)

/** What the tags carry: mail readers know no stylesheet, pages bring their own. */
interface Dress {
  text: string
  heading: string
  link: string
  /** The level of `#`; what stands above it is the document's own. */
  topHeading: number
}

const MAIL: Dress = {
  text: ' class="ink" style="margin:0 0 16px;font-size:16px;line-height:24px;color:#14181d;overflow-wrap:anywhere"',
  heading: ' class="ink" style="margin:0 0 12px;color:#14181d"',
  link: ' class="link" style="color:#1f5fd6;text-decoration:underline"',
  topHeading: 2,
}

const PAGE: Dress = { text: '', heading: '', link: ' rel="nofollow ugc noopener"', topHeading: 3 }

const inline = (text: string, dress: Dress): string => {
  const anchor = (address: string, label: string) => `<a href="${escaped(address)}"${dress.link}>${label}</a>`
  let html = ''
  let from = 0
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, label, address, bare, strong, emphasis] = match
    html += escaped(text.slice(from, match.index))
    from = match.index + whole.length
    if (code !== undefined) html += `<code>${escaped(code)}</code>`
    else if (label !== undefined && address !== undefined) html += anchor(address, escaped(label))
    else if (bare !== undefined) html += anchor(bare, escaped(bare))
    else if (strong !== undefined) html += `<strong>${inline(strong, dress)}</strong>`
    else html += `<em>${inline(emphasis ?? '', dress)}</em>`
  }
  return html + escaped(text.slice(from))
}

const BULLET = /^\s{0,3}[-*+]\s+/
const NUMBER = /^\s{0,3}\d{1,9}[.)]\s+/
const HEADING = /^(#{1,3})\s+/
const QUOTE = /^>\s?/

const items = (lines: string[], mark: RegExp, dress: Dress) =>
  lines
    .reduce<string[]>((found, line) => {
      if (mark.test(line) || found.length === 0) return [...found, line.replace(mark, '')]
      return [...found.slice(0, -1), `${found.at(-1)} ${line.trim()}`]
    }, [])
    .map((item) => `<li>${inline(item, dress)}</li>`)
    .join('')

const block = (text: string, dress: Dress): string => {
  const lines = text.split('\n')
  const [first = ''] = lines
  const level = HEADING.exec(first)?.[1]?.length
  if (level !== undefined) {
    const rest = lines.slice(1).join('\n').trim()
    const tag = `h${dress.topHeading + level - 1}`
    const heading = inline(first.replace(HEADING, ''), dress)
    return `<${tag}${dress.heading}>${heading}</${tag}>${rest === '' ? '' : block(rest, dress)}`
  }
  if (/^\s{0,3}(?:-{3,}|\*{3,})\s*$/.test(text)) return '<hr>'
  if (BULLET.test(first)) return `<ul${dress.text}>${items(lines, BULLET, dress)}</ul>`
  if (NUMBER.test(first)) return `<ol${dress.text}>${items(lines, NUMBER, dress)}</ol>`
  if (QUOTE.test(first)) {
    const inner = lines.map((line) => inline(line.replace(QUOTE, ''), dress)).join('<br>')
    return `<blockquote${dress.text}>${inner}</blockquote>`
  }
  // A list needs no blank line before it.
  const listAt = lines.findIndex((line) => BULLET.test(line) || /^\s{0,3}1[.)]\s/.test(line))
  if (listAt > 0) return block(lines.slice(0, listAt).join('\n'), dress) + block(lines.slice(listAt).join('\n'), dress)
  return `<p${dress.text}>${lines.map((line) => inline(line, dress)).join('<br>')}</p>`
}

const html = (markdown: string, dress: Dress) =>
  markdown
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n+/)
    .map((part) => part.replaceAll(/^\n+|\s+$/g, ''))
    .filter((part) => part.trim() !== '')
    .map((part) => block(part, dress))
    .join('\n')

/** The plain part of Markdown as HTML. Nothing of the text becomes a tag or an attribute by itself. */
export const mailOfMarkdown = (markdown: string) => html(markdown, MAIL)

/** The same for a page, whose own headings end at the second level. */
export const pageOfMarkdown = (markdown: string) => html(markdown, PAGE)
