import type { Child } from 'hono/jsx'
import type { Config } from '../deps.ts'
import type { Locale } from '../kernel/vocabulary.ts'
import type { Instant } from '../kernel/time.ts'
import type { Language } from '../words/words.ts'

/** The public API, asked from inside: a page knows nothing that a stranger's client could not know. */
export type Api = (path: string, init?: RequestInit) => Promise<Response>

export interface Visit {
  request: Request
  url: URL
  params: Record<string, string>
  api: Api
  config: Config
  now: Instant
}

/** Whose change ends what a page says, and when the clock does. */
export interface CachePolicy {
  owner: string
  until: Instant
}

/** What a page says; the rest of the document is the same everywhere. */
export interface Shown {
  status?: number
  title: string
  description?: string
  body: Child
  /** Beyond the common ones: meta, links, JSON-LD. */
  head?: Child
  /** Names of web/ folders whose index.ts the page loads. */
  scripts?: readonly string[]
  /** The one whose index.css it loads, which holds the common styles too: one file is there sooner than two. */
  style?: string
  /** The hue of the accent; without it the service's own. */
  hue?: number
  /** English where nothing is said. */
  language?: Language
  /** The language of the bare address, where the page has one address for each. */
  ownLocale?: Locale
  /** Where its script may send requests, beside the service itself. */
  connects?: readonly string[]
  /** Compiles WebAssembly, as the scanner does. */
  wasm?: boolean
  /** Sent with it, in place of what every page sends. */
  headers?: Record<string, string>
  /** Where the address alone decides what it says: for how long. */
  kept?: CachePolicy | undefined
}

/** What is no document, as a picture. */
export interface Drawn {
  drawn: Response
  kept: CachePolicy | undefined
}

export interface HtmlPage {
  method: 'GET' | 'POST'
  path: string
  show: (visit: Visit) => Promise<Shown | Drawn | Response> | Shown | Drawn | Response
}
