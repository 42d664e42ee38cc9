const MAX_SLUG_LENGTH = 56

/** A readable address from a title: ASCII, hyphens, and never empty. */
export const slugFrom = (text: string, whenEmpty: string) => {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG_LENGTH)
    .replaceAll(/^-+|-+$/g, '')
  return plain === '' ? whenEmpty : plain
}
