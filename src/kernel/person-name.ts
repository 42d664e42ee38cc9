/** What partial search compares: without case and accents, so that `zoe` finds Zoë. */
export const foldForSearch = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** One text for a whole name splits at its last space; without a name the address must do. */
export const splitName = (name: string | undefined, email: string) => {
  const whole = (name ?? '').trim()
  if (whole === '') return { firstName: email.slice(0, email.indexOf('@')), lastName: '' }
  const space = whole.lastIndexOf(' ')
  return space === -1
    ? { firstName: whole, lastName: '' }
    : { firstName: whole.slice(0, space), lastName: whole.slice(space + 1) }
}
