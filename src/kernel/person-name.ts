/** Removes case and accents for partial search, so that `zoe` finds Zoë. */
export const foldForSearch = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Splits a full name at its last space. Without a name, returns the local part of `email` as the first name. */
export const splitName = (name: string | undefined, email: string) => {
  const whole = (name ?? '').trim()
  if (whole === '') return { firstName: email.slice(0, email.indexOf('@')), lastName: '' }
  const space = whole.lastIndexOf(' ')
  return space === -1
    ? { firstName: whole, lastName: '' }
    : { firstName: whole.slice(0, space), lastName: whole.slice(space + 1) }
}
