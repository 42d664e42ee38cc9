const MAX_SLUG_LENGTH = 56

/** Derives a readable ASCII slug from a title. Returns `whenEmpty` if no letter or digit remains. */
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
