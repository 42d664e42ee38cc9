import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'oxc-parser'
import { countWords } from './measure.ts'

export type Area =
  | 'comments of src'
  | 'comments of web'
  | 'comments of scripts'
  | 'comments of tests'
  | 'docs'
  | 'test titles'
  | 'API text'
  | 'page copy'
  | 'workspace copy'
  | 'personal data'
  | 'commits'

export interface Piece {
  area: Area
  path: string
  line: number
  text: string
}

/** The last commit before the style guide came into force. */
const STYLE_SINCE = 'c1319a0'

const SOURCES = '{src,web,scripts,test,harness,bench,histories,mutants,examples}/**/*.{ts,tsx,mjs,css}'
const PAGES = ['*.md', 'docs/**/*.md', 'bench/*.md', 'examples/**/*.md', '.github/**/*.md']
/** The published contract is copied word for word, and we did not write the generated client or the copied packages. */
const FOREIGN = /(?:^|\/)node_modules\/|^test\/stranger\//

const DIRECTIVE =
  /^\s*(?:[*!]\s*)?(?:oxlint|eslint|@ts-|@vitest|@jsx|@type\b|#region|#endregion|\/ <reference|@__PURE__|#__PURE__)/
const TEST = /^(?:test|harness|histories|mutants|bench)\//
const TITLED = new Set(['it', 'test', 'describe', 'suite'])
const API_KEYS = new Set(['summary', 'description', 'says', 'message', 'sentence', 'answered'])
/** Calls that take a sentence for API clients, with the index of that argument. */
const API_CALLS: Readonly<Record<string, number>> = { describe: 0, says: 1, invalid: 1, unavailable: 0 }

const isProse = (text: string) =>
  /[a-z]{2,} [a-z]{2,}/i.test(text) &&
  !/[{}<>=]|^\W|--|\b(?:select|insert|update|delete) .*(?:from|into|set)\b/i.test(text)
const isLabel = (text: string) => /^[A-Z“€]/.test(text) && (isProse(text) || /^[A-Z][a-z]+[.…]?$/.test(text))

function commentArea(path: string): Area {
  if (TEST.test(path)) return 'comments of tests'
  if (path.startsWith('web/')) return 'comments of web'
  return path.startsWith('scripts/') ? 'comments of scripts' : 'comments of src'
}

const withoutStars = (text: string) => text.replaceAll(/^\s*\*+ ?/gm, '').trim()

function lineCounter(text: string): (position: number) => number {
  const starts = [...text.matchAll(/\n/g)].map(({ index }) => index)
  return (position) => starts.filter((start) => start < position).length + 1
}

/** Returns the comments of a stylesheet, which a JavaScript parser cannot read. */
const piecesOfStyles = (path: string, text: string): Piece[] => {
  const lineAt = lineCounter(text)
  return [...text.matchAll(/\/\*([\s\S]*?)\*\//g)].map(({ index, 1: comment = '' }) => ({
    area: commentArea(path),
    path,
    line: lineAt(index),
    text: withoutStars(comment),
  }))
}

interface Found {
  start: number
  text: string
}

/** Consecutive `//` lines form one comment. */
function commentsOf(text: string, comments: readonly { type: string; value: string; start: number; end: number }[]) {
  const found: (Found & { end: number; isLine: boolean })[] = []
  for (const { type, value, start, end } of comments) {
    if (DIRECTIVE.test(value)) continue
    const last = found.at(-1)
    const continues = type === 'Line' && last?.isLine === true && /^[ \t]*\n[ \t]*$/.test(text.slice(last.end, start))
    if (continues) Object.assign(last, { text: `${last.text}\n${value}`, end })
    else found.push({ start, end, text: value, isLine: type === 'Line' })
  }
  return found.map(({ start, text: value }) => ({ start, text: withoutStars(value) }))
}

interface Literal {
  type: string
  start: number
  value?: unknown
  quasis?: { value: { cooked?: string | null; raw: string } }[]
}

/** Returns the text of a string or template, in which each `${…}` counts as one word. */
function textOf(node: Literal | null | undefined): string | null {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  return node?.type === 'TemplateLiteral'
    ? (node.quasis ?? []).map(({ value }) => value.cooked ?? value.raw).join('X')
    : null
}

/** Sorts strings by their role in the source: test titles, sentences of the API, and everything else. */
function stringsOf(path: string, text: string) {
  const { program, comments } = parseSync(path, text)
  const titles: Found[] = []
  const api: Found[] = []
  const all: Found[] = []
  const take = (list: Found[], node: Literal | null | undefined) => {
    const value = textOf(node)
    if (value !== null && node) list.push({ start: node.start, text: value })
  }
  new Visitor({
    CallExpression({ callee, arguments: args }) {
      let called = callee as {
        type: string
        object?: unknown
        callee?: unknown
        name?: string
        property?: { name?: string }
      }
      const last = called.property?.name ?? called.name ?? ''
      if (API_CALLS[last] !== undefined) take(api, args[API_CALLS[last]])
      while (called.type === 'MemberExpression' || called.type === 'CallExpression')
        called = (called.object ?? called.callee) as typeof called
      if (TITLED.has(called.name ?? '')) take(titles, args[0])
    },
    Property({ key, value }) {
      if (key.type === 'Identifier' && API_KEYS.has(key.name)) take(api, value)
    },
    Literal(node) {
      take(all, node)
    },
    TemplateLiteral(node) {
      take(all, node)
    },
    JSXText({ start, value }) {
      all.push({ start, text: value.replaceAll(/\s+/g, ' ').trim() })
    },
  }).visit(program)
  return { comments: commentsOf(text, comments), titles, api, all }
}

/** Returns the texts of a source file that are written for people. */
export function piecesOfSource(path: string, text: string): Piece[] {
  if (path.endsWith('.css')) return piecesOfStyles(path, text)
  const lineAt = lineCounter(text)
  const { comments, titles, api, all } = stringsOf(path, text)
  const pieces = (area: Area, list: readonly Found[]) =>
    list.map(({ start, text: value }): Piece => ({ area, path, line: lineAt(start), text: value }))
  const own = pieces(commentArea(path), comments)
  if (TEST.test(path)) return [...own, ...pieces('test titles', titles)]
  if (path === 'src/words/en.ts')
    return [
      ...own,
      ...pieces(
        'page copy',
        all.filter((each) => /[a-z]/i.test(each.text)),
      ),
    ]
  if (/^web\/(?:console\/(?!words\/(?!en\/))|docs\/|home\/|kiosk\/(?!words\/))/.test(path))
    return [
      ...own,
      ...pieces(
        'workspace copy',
        all.filter((each) => isLabel(each.text)),
      ),
    ]
  const sentences = (list: readonly Found[]) => list.filter((each) => isProse(each.text))
  if (path.startsWith('src/db/personal/')) return [...own, ...pieces('personal data', sentences(all).filter(isPhrase))]
  if (path === 'scripts/openapi/prose.ts') return [...own, ...pieces('API text', sentences(all))]
  return [...own, ...pieces('API text', sentences(api))]
}

/** Excludes lists of column names and SQL. */
const isPhrase = ({ text }: Found) => !/\b[a-z]+[A-Z]\w* [a-z]+[A-Z]|\b(?:select|from|where|json_|null)\b|_/.test(text)

/** Returns the prose of a Markdown page, without code, table rules and links. */
const proseOfPage = (text: string) =>
  text
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replaceAll(/^ *```[\s\S]*?^ *```/gm, ' ')
    .replaceAll(/<!--[\s\S]*?-->/g, ' ')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^\s*\|?[\s:|-]+\|?\s*$/gm, '')
    .replaceAll(/\s\|\s|^\||\|$/gm, '. ')
    .replaceAll(/^[#>*\-\d.]+ /gm, '. ')
    .replaceAll(/\n\s*\n/g, '. ')

/** Returns the commit messages since the style guide came into force. Empty in a clone without that history. */
function commits(): Piece[] {
  try {
    const log = execFileSync('git', ['log', '--no-merges', `${STYLE_SINCE}..HEAD`, '--format=%h%n%B%x00'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return log.split('\0').flatMap((entry) => {
      const [hash = '', ...message] = entry.trim().split('\n')
      const text = message
        .join('\n')
        .replace(/^\w+(?:\([^)]*\))?!?: /, '')
        .replaceAll(/^[\w-]+: .*@.*$/gm, '')
      return text.trim() === '' ? [] : [{ area: 'commits' as const, path: hash, line: 1, text }]
    })
  } catch {
    return []
  }
}

/** Returns every sentence in the repository that is written for people, by area. */
export function piecesOfRepository(): Piece[] {
  const sources = globSync(SOURCES).filter((path) => !FOREIGN.test(path))
  const pages = PAGES.flatMap((pattern) => globSync(pattern))
  return [
    ...sources.flatMap((path) => piecesOfSource(path, readFileSync(path, 'utf8'))),
    ...pages.map((path): Piece => ({ area: 'docs', path, line: 1, text: proseOfPage(readFileSync(path, 'utf8')) })),
    ...commits(),
  ].filter(({ area, text }) => !area.startsWith('comments') || countWords(text) >= 2)
}
