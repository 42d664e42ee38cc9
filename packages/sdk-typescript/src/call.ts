import type { ResponseInfo } from './errors.ts'

export interface Received<Data> {
  data: Data
  response: ResponseInfo
  meta?: unknown
}

/**
 * A request in progress. `await` it for the data; `await call.response` gives the status, the headers and the request
 * id.
 */
export class Call<Data> implements PromiseLike<Data> {
  readonly #received: Promise<Received<Data>>

  constructor(received: Promise<Received<Data>>) {
    this.#received = received
  }

  get response(): Promise<ResponseInfo> {
    return this.#received.then(({ response }) => response)
  }

  // oxlint-disable-next-line unicorn/no-thenable -- awaiting a call is its purpose
  then<Done = Data, Failed = never>(
    onDone?: ((data: Data) => Done | PromiseLike<Done>) | null,
    onFailed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Done | Failed> {
    return this.#received.then(({ data }) => data).then(onDone, onFailed)
  }

  catch<Failed>(onFailed: (reason: unknown) => Failed | PromiseLike<Failed>): Promise<Data | Failed> {
    return this.then(null, onFailed)
  }
}

export interface PageInfo<Item> {
  items: Item[]
  /** Number of items on all pages. Null for lists that aren't counted. */
  total: number | null
  /** Position after this page. Null for lists with page numbers. */
  cursor: string | null
  hasMore: boolean
  response: ResponseInfo
}

/** A list. Iterate over it for all items, page after page, or call `page()` for one page. */
export class Pages<Item> implements AsyncIterable<Item> {
  readonly #read: (from: PageInfo<Item> | null) => Promise<PageInfo<Item>>

  constructor(read: (from: PageInfo<Item> | null) => Promise<PageInfo<Item>>) {
    this.#read = read
  }

  /** Returns the page that the query names; without `page`, `cursor` or `before`, the first one. */
  page(): Promise<PageInfo<Item>> {
    return this.#read(null)
  }

  /** Iterates over all pages. Requests each page only when the previous one has been consumed. */
  async *pages(): AsyncGenerator<PageInfo<Item>, void, undefined> {
    let page = await this.#read(null)
    yield page
    while (page.hasMore) {
      page = await this.#read(page)
      yield page
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { items } of this.pages()) yield* items
  }

  async toArray(): Promise<Item[]> {
    const all: Item[] = []
    for await (const item of this) all.push(item)
    return all
  }
}
