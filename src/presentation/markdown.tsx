import type { Child } from 'hono/jsx'

const ADDRESS = String.raw`(?:https?:\/\/|mailto:)[^\s<>"'()]+`
/** Alternatives in this order: code, named link, bare link, strong, emphasis. Everything else is plain text. */
const INLINE = new RegExp(
  String.raw`\x60([^\x60\n]+)\x60|\[([^\[\]\n]{1,500})\]\((${ADDRESS})\)|(https?:\/\/[^\s<>"'()]*[^\s<>"'().,;:!?])` +
    String.raw`|\*\*([^*\n]{1,2000})\*\*|\*([^*\s][^*\n]{0,2000})\*`,
  'g',
)

interface Attributes {
  class?: string
  dir?: 'auto'
  style?: string
  rel?: string
}

/**
 * The attributes of the rendered tags. Emails need inline styles; pages have a stylesheet, and each passage has its own
 * writing direction.
 */
interface ElementStyles {
  text: Attributes
  heading: Attributes
  link: Attributes
  /** The tags for `#`, `##` and `###`. The surrounding document uses the levels above them. */
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
  page: {
    text: { dir: 'auto' },
    heading: { dir: 'auto' },
    link: { rel: 'nofollow ugc noopener' },
    headings: ['h3', 'h4', 'h5'],
  },
} as const satisfies Record<string, ElementStyles>

const inline = (text: string, styles: ElementStyles): Child[] => {
  const parts: Child[] = []
  const link = (address: string, label: string) => (
    <a href={address} {...styles.link}>
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
    else if (strong !== undefined) parts.push(<strong>{inline(strong, styles)}</strong>)
    else parts.push(<em>{inline(emphasis ?? '', styles)}</em>)
  }
  return [...parts, text.slice(from)]
}

const inLines = (lines: readonly string[], styles: ElementStyles): Child[] =>
  lines.flatMap((line, index) => [...(index === 0 ? [] : [<br />]), ...inline(line, styles)])

const BULLET = /^\s{0,3}[-*+]\s+/
const NUMBER = /^\s{0,3}\d{1,9}[.)]\s+/
const HEADING = /^(#{1,3})\s+/
const QUOTE = /^>\s?/

const items = (lines: readonly string[], mark: RegExp, styles: ElementStyles) =>
  lines
    .reduce<string[][]>((found, line) => {
      if (mark.test(line) || found.length === 0) found.push([line.replace(mark, '')])
      else found.at(-1)?.push(line.trim())
      return found
    }, [])
    .map((item) => <li>{inline(item.join(' '), styles)}</li>)

const isListBegin = (line: string) => BULLET.test(line) || /^\s{0,3}1[.)]\s/.test(line)

const heading = (line: string, styles: ElementStyles, levels: readonly number[]): Child | null => {
  const level = HEADING.exec(line)?.[1]?.length
  if (level === undefined) return null
  const Heading = styles.headings[levels.indexOf(level)] ?? 'h5'
  return <Heading {...styles.heading}>{inline(line.replace(HEADING, ''), styles)}</Heading>
}

/** Renders a passage without headings. A list needs no blank line before it. */
const passage = (lines: readonly string[], styles: ElementStyles): Child[] => {
  const [first = ''] = lines
  if (/^\s{0,3}(?:-{3,}|\*{3,})\s*$/.test(lines.join('\n'))) return [<hr />]
  if (BULLET.test(first)) return [<ul {...styles.text}>{items(lines, BULLET, styles)}</ul>]
  if (NUMBER.test(first)) return [<ol {...styles.text}>{items(lines, NUMBER, styles)}</ol>]
  if (QUOTE.test(first)) {
    const text = lines.map((line) => line.replace(QUOTE, ''))
    return [<blockquote {...styles.text}>{inLines(text, styles)}</blockquote>]
  }
  const listAt = lines.findIndex(isListBegin)
  const text = listAt > 0 ? lines.slice(0, listAt) : lines
  return [<p {...styles.text}>{inLines(text, styles)}</p>, ...(listAt > 0 ? passage(lines.slice(listAt), styles) : [])]
}

/**
 * Renders leading headings (one line each) and the passage after them. It loops instead of recursing, so that thousands
 * of headings cannot overflow the stack.
 */
const block = (text: string, styles: ElementStyles, levels: readonly number[]): Child[] => {
  const lines = text.split('\n')
  const parts: Child[] = []
  let from = 0
  for (
    let title = heading(lines[0] ?? '', styles, levels);
    title !== null;
    title = heading(lines[from] ?? '', styles, levels)
  ) {
    parts.push(title)
    from += 1
    if (from < lines.length) lines[from] = (lines[from] ?? '').trimStart()
  }
  return from === lines.length ? parts : [...parts, ...passage(lines.slice(from), styles)]
}

/**
 * Returns the heading levels in use. The smallest becomes the first tag, so a text starting with `##` skips no level.
 */
const levelsOf = (text: string) =>
  [...new Set([...text.matchAll(/^(#{1,3})\s+/gm)].map(([, marks = '']) => marks.length))].toSorted(
    (left, right) => left - right,
  )

/** Renders a safe subset of Markdown. All text is escaped, so users cannot add their own tags or attributes. */
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
