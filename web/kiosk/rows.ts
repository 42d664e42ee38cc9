interface Row<Item> {
  view: HTMLElement
  /** Says what is new of it. */
  say?: (item: Item) => void
}

/** Rows that are made once for each key: what is pressed while it is made anew hears of no click. */
export const createRows = <Item>(make: (item: Item) => Row<Item>, keyOf: (item: Item) => string = JSON.stringify) => {
  let rows = new Map<string, Row<Item>>()
  return (items: readonly Item[]): HTMLElement[] => {
    rows = new Map(items.map((item) => [keyOf(item), rows.get(keyOf(item)) ?? make(item)]))
    for (const item of items) rows.get(keyOf(item))?.say?.(item)
    return [...rows.values()].map(({ view }) => view)
  }
}
