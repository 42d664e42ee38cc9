import type { Child } from 'hono/jsx'
import type { Config } from '../deps.ts'
import type { Locale } from '../kernel/vocabulary.ts'
import type { Instant } from '../kernel/time.ts'
import type { Language } from '../words/words.ts'

/** Calls the public API within the process. A page can read only the data that an anonymous client can read. */
export type Api = (path: string, init?: RequestInit) => Promise<Response>

export interface Visit {
  request: Request
  url: URL
  params: Record<string, string>
  api: Api
  config: Config
  now: Instant
}

/** How long a page may be cached: until a change of its calendar (`owner`), or until the given time. */
export interface CachePolicy {
  owner: string
  until: Instant
}

/** The page-specific part of a document. */
export interface Shown {
  status?: number
  title: string
  description?: string
  body: Child
  /** Additional elements for `<head>`: meta, links, JSON-LD. */
  head?: Child
  /** Names of the `web/` folders whose `index.ts` the page loads. */
  scripts?: readonly string[]
  /**
   * The `web/` folder whose `index.css` the page loads. That file includes the common styles, because loading one file
   * is faster than loading two.
   */
  style?: string
  /** The hue of the accent colour. Defaults to the service's own. */
  hue?: number
  /** Defaults to English. */
  language?: Language
  /** The language shown at the URL without `lang`, for pages that have a URL per language. */
  ownLocale?: Locale
  /** Additional origins for `connect-src`. */
  connects?: readonly string[]
  /** Allows WebAssembly in the Content-Security-Policy. The QR scanner needs it. */
  wasm?: boolean
  /** Headers that override the defaults of a page. */
  headers?: Record<string, string>
  /** How long the page may be cached. Set only if its content depends on nothing but the URL. */
  kept?: CachePolicy | undefined
}

/** A response that is not an HTML document, such as an image. */
export interface Drawn {
  drawn: Response
  kept: CachePolicy | undefined
}

export interface HtmlPage {
  method: 'GET' | 'POST'
  path: string
  show: (visit: Visit) => Promise<Shown | Drawn | Response> | Shown | Drawn | Response
}
