interface Row<Item> {
  view: HTMLElement
  /** Updates a row whose element is reused. */
  say?: (item: Item) => void
}

/**
 * Creates one row per key and reuses its element. A button that is replaced between `pointerdown` and `pointerup` never
 * gets its `click`.
 */
export const createRows = <Item>(make: (item: Item) => Row<Item>, keyOf: (item: Item) => string = JSON.stringify) => {
  let rows = new Map<string, Row<Item>>()
  return (items: readonly Item[]): HTMLElement[] => {
    rows = new Map(items.map((item) => [keyOf(item), rows.get(keyOf(item)) ?? make(item)]))
    for (const item of items) rows.get(keyOf(item))?.say?.(item)
    return [...rows.values()].map(({ view }) => view)
  }
}
