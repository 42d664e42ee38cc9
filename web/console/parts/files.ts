/** Downloads `content` as a file named `name`. */
export const save = (name: string, content: Blob) => {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

const cell = (value: string | number) => {
  const text = String(value)
  // Prevents CSV injection: Excel runs a cell as a formula if it starts with `=`, `+`, `-`, `@`, tab or CR.
  const plain = /^[=+\-@\t\r]/.test(text) && typeof value === 'string' ? `'${text}` : text
  return /[",\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** Starts with a byte order mark, without which Excel doesn't read a file as UTF-8. */
export const csvOf = (rows: readonly (readonly (string | number)[])[]) =>
  new Blob(['\uFEFF', rows.map((row) => row.map(cell).join(',')).join('\r\n'), '\r\n'], { type: 'text/csv' })

/** Fetches all pages of a list, one after another. */
export const allPages = async <Item>(
  ask: (page: number) => Promise<{ data: Item[]; total: number; limit: number }>,
): Promise<Item[]> => {
  const all: Item[] = []
  for (let page = 1; ; page += 1) {
    const { data, total, limit } = await ask(page)
    all.push(...data)
    if (data.length < limit || all.length >= total) return all
  }
}
