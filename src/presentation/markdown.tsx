import type { Child } from 'hono/jsx'

const ADDRESS = String.raw`(?:https?:\/\/|mailto:)[^\s<>"'()]+`
/** Code, a named link, a bare link, strong, emphasised: whatever is none of these is text. */
const INLINE = new RegExp(
  String.raw`\x60([^\x60\n]+)\x60|\[([^\[\]\n]{1,500})\]\((${ADDRESS})\)|(https?:\/\/[^\s<>"'()]*[^\s<>"'().,;:!?])` +
    String.raw`|\*\*([^*\n]{1,2000})\*\*|\*([^*\s][^*\n]{0,2000})\*`,
  'g',
)

interface Look {
  class?: string
  style?: string
  rel?: string
}

/** What the tags carry: mail readers know no stylesheet, pages bring their own. */
interface ElementStyles {
  text: Look
  heading: Look
  link: Look
  /** Of `#`, `##` and `###`; what stands above them is the document's own. */
  headings: readonly ['h2' | 'h3', 'h3' | 'h4', 'h4' | 'h5']
}

const ELEMENT_STYLES = {
  mail: {
    text: {
      class: 'ink',
      style: 'margin:0 0 16px;font-size:16px;line-height:24px;color:#14181d;overflow-wrap:anywhere',
    },
    heading: { class: 'ink', style: 'margin:0 0 12px;color:#14181d' },
    link: { class: 'link', style: 'color:#1f5fd6;text-decoration:underline' },
    headings: ['h2', 'h3', 'h4'],
  },
  page: { text: {}, heading: {}, link: { rel: 'nofollow ugc noopener' }, headings: ['h3', 'h4', 'h5'] },
} as const satisfies Record<string, ElementStyles>

const inline = (text: string, dress: ElementStyles): Child[] => {
  const parts: Child[] = []
  const link = (address: string, label: string) => (
    <a href={address} {...dress.link}>
      {label}
    </a>
  )
  let from = 0
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, label, address, bare, strong, emphasis] = match
    parts.push(text.slice(from, match.index))
    from = match.index + whole.length
    if (code !== undefined) parts.push(<code>{code}</code>)
    else if (label !== undefined && address !== undefined) parts.push(link(address, label))
    else if (bare !== undefined) parts.push(link(bare, bare))
    else if (strong !== undefined) parts.push(<strong>{inline(strong, dress)}</strong>)
    else parts.push(<em>{inline(emphasis ?? '', dress)}</em>)
  }
  return [...parts, text.slice(from)]
}

const inLines = (lines: readonly string[], dress: ElementStyles): Child[] =>
  lines.flatMap((line, index) => [...(index === 0 ? [] : [<br />]), ...inline(line, dress)])

const BULLET = /^\s{0,3}[-*+]\s+/
const NUMBER = /^\s{0,3}\d{1,9}[.)]\s+/
const HEADING = /^(#{1,3})\s+/
const QUOTE = /^>\s?/

const items = (lines: readonly string[], mark: RegExp, dress: ElementStyles) =>
  lines
    .reduce<string[][]>((found, line) => {
      if (mark.test(line) || found.length === 0) found.push([line.replace(mark, '')])
      else found.at(-1)?.push(line.trim())
      return found
    }, [])
    .map((item) => <li>{inline(item.join(' '), dress)}</li>)

const isListBegin = (line: string) => BULLET.test(line) || /^\s{0,3}1[.)]\s/.test(line)

const heading = (line: string, dress: ElementStyles, levels: readonly number[]): Child | null => {
  const level = HEADING.exec(line)?.[1]?.length
  if (level === undefined) return null
  const Heading = dress.headings[levels.indexOf(level)] ?? 'h5'
  return <Heading {...dress.heading}>{inline(line.replace(HEADING, ''), dress)}</Heading>
}

/** Anything but a heading. A list needs no blank line before it. */
const passage = (lines: readonly string[], dress: ElementStyles): Child[] => {
  const [first = ''] = lines
  if (/^\s{0,3}(?:-{3,}|\*{3,})\s*$/.test(lines.join('\n'))) return [<hr />]
  if (BULLET.test(first)) return [<ul {...dress.text}>{items(lines, BULLET, dress)}</ul>]
  if (NUMBER.test(first)) return [<ol {...dress.text}>{items(lines, NUMBER, dress)}</ol>]
  if (QUOTE.test(first)) {
    const said = lines.map((line) => line.replace(QUOTE, ''))
    return [<blockquote {...dress.text}>{inLines(said, dress)}</blockquote>]
  }
  const listAt = lines.findIndex(isListBegin)
  const said = listAt > 0 ? lines.slice(0, listAt) : lines
  return [<p {...dress.text}>{inLines(said, dress)}</p>, ...(listAt > 0 ? passage(lines.slice(listAt), dress) : [])]
}

/** Headings, a line each, and then a passage: taken one after the other, so that no text is too deep to be drawn. */
const block = (text: string, dress: ElementStyles, levels: readonly number[]): Child[] => {
  const lines = text.split('\n')
  const parts: Child[] = []
  let from = 0
  for (
    let title = heading(lines[0] ?? '', dress, levels);
    title !== null;
    title = heading(lines[from] ?? '', dress, levels)
  ) {
    parts.push(title)
    from += 1
    if (from < lines.length) lines[from] = (lines[from] ?? '').trimStart()
  }
  return from === lines.length ? parts : [...parts, ...passage(lines.slice(from), dress)]
}

/** The levels that a text uses: whoever begins with `##` skips none. */
const levelsOf = (text: string) =>
  [...new Set([...text.matchAll(/^(#{1,3})\s+/gm)].map(([, marks = '']) => marks.length))].toSorted(
    (left, right) => left - right,
  )

/** The plain part of Markdown as markup. Nothing of the text becomes a tag or an attribute by itself. */
export const Markdown = ({ text, dress }: { text: string; dress: keyof typeof ELEMENT_STYLES }) => {
  const levels = levelsOf(text)
  return (
    <>
      {text
        .replaceAll('\r\n', '\n')
        .split(/\n[ \t]*\n+/)
        .map((part) => part.replaceAll(/^\n+|\s+$/g, ''))
        .filter((part) => part.trim() !== '')
        .flatMap((part, index) => [...(index === 0 ? [] : ['\n']), ...block(part, ELEMENT_STYLES[dress], levels)])}
    </>
  )
}
