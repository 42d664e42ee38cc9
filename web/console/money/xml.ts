import { UnfitStatement } from './statement.ts'

/** An element without its namespace prefix. Comments and processing instructions are dropped. */
export interface XmlElement {
  name: string
  attributes: ReadonlyMap<string, string>
  children: XmlElement[]
  text: string
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Only the five entities of XML and numbers exist, because a file with a DTD is refused. */
const unescaped = (text: string) =>
  text.replaceAll(/&([^;&\s]{1,10});?/g, (_, name: string) => {
    const number = /^#(?:x([\da-f]+)|(\d+))$/i.exec(name)
    const code =
      number === null ? null : Number.parseInt(number[1] ?? number[2] ?? '', number[1] === undefined ? 10 : 16)
    if (code !== null && code <= 0x10_ff_ff) return String.fromCodePoint(code)
    const letter = NAMED[name]
    if (letter === undefined) throw new UnfitStatement('notXml')
    return letter
  })

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** Sticky, so that text that isn't an attribute is read only once. A search would restart at every character. */
const ATTRIBUTE = /\s*([^\s=]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')\s*/y

const attributesIn = (text: string) => {
  const attributes = new Map<string, string>()
  let at = text.trim() === '' ? text.length : 0
  while (at < text.length) {
    ATTRIBUTE.lastIndex = at
    const found = ATTRIBUTE.exec(text)
    if (found === null) throw new UnfitStatement('notXml')
    const [, name = '', double, single] = found
    attributes.set(localName(name), unescaped(double ?? single ?? ''))
    at = ATTRIBUTE.lastIndex
  }
  return attributes
}

const MAX_DEPTH = 64

/** The lookahead ends a name, so that a tag without an end is not tried again with each shorter name. */
const TOKEN =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([^\s<>/!?]+)(?=[\s/>])((?:"[^"]*"|'[^']*'|[^<>"'])*?)(\/?)>/y

/**
 * Parses XML into elements. Refuses a DTD, so that no entity can be declared, and a truncated file. The browser's own
 * parser would read a DTD.
 */
export const parseXml = (source: string): XmlElement => {
  const text = source.replace(/^\uFEFF/, '')
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new UnfitStatement('declaresDtd')
  const root: XmlElement = { name: '', attributes: new Map(), children: [], text: '' }
  const open = [root]
  let at = 0
  while (at < text.length) {
    const here = open.at(-1) ?? root
    const next = text.indexOf('<', at)
    const until = next === -1 ? text.length : next
    if (until > at) {
      const piece = text.slice(at, until)
      if (piece.trim() !== '') {
        if (here === root) throw new UnfitStatement(root.children.length === 0 ? 'notXml' : 'truncated')
        here.text += unescaped(piece)
      }
      at = until
      continue
    }
    TOKEN.lastIndex = at
    const token = TOKEN.exec(text)
    if (token === null) throw new UnfitStatement('truncated')
    at = TOKEN.lastIndex
    const [, data, isEnd, name, rest = '', isEmpty] = token
    if (data !== undefined) here.text += data
    if (name === undefined) continue
    if (isEnd === '/') {
      if (here === root || here.name !== localName(name)) throw new UnfitStatement('notXml')
      open.pop()
      continue
    }
    if (here === root && root.children.length > 0) throw new UnfitStatement('notXml')
    const element: XmlElement = { name: localName(name), attributes: attributesIn(rest), children: [], text: '' }
    here.children.push(element)
    if (isEmpty !== '/') open.push(element)
    if (open.length > MAX_DEPTH) throw new UnfitStatement('notXml')
  }
  const [document] = root.children
  if (document === undefined) throw new UnfitStatement('notXml')
  if (open.length > 1) throw new UnfitStatement('truncated')
  return document
}

/** Returns the elements at the end of a path of names. */
export const allAt = (element: XmlElement, path: string): XmlElement[] =>
  path
    .split('/')
    .reduce<XmlElement[]>(
      (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
      [element],
    )

export const textAt = (element: XmlElement, path: string): string => allAt(element, path)[0]?.text.trim() ?? ''
