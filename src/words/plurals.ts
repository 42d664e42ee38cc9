/**
 * Returns a function that picks the plural form for a number with `Intl.PluralRules` and inserts the number for `#`. The
 * `Form` type lists a language's plural categories, so a missing form does not compile.
 */
export const pluralsOf = <Form extends Intl.LDMLPluralRule>(locale: string) => {
  let rules: Intl.PluralRules | undefined
  return (count: number, forms: Record<Form | 'other', string>) => {
    rules ??= new Intl.PluralRules(locale)
    const form = rules.select(count)
    // French, Italian, Spanish and Portuguese have a `many` form for millions; counts here never reach it.
    return (form in forms ? forms[form as Form] : forms.other).replace('#', String(count))
  }
}
